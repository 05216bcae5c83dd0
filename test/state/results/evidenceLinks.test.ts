import { describe, expect, it } from 'vitest'
import type { Prediction } from '../../../src/domain/prediction.ts'
import { isFigure } from '../../../src/export/table.ts'
import { formatAddress, parseAddress } from '../../../src/state/address.ts'
import type { EvidenceKind, EvidenceQuestion, SampleLink, Section } from '../../../src/state/results/evidence/evidenceService.ts'
import { type EvidenceSource, EvidenceWork } from '../../../src/state/results/evidence/evidenceWork.ts'
import { MetricsWork } from '../../../src/state/results/metricsWork.ts'
import { runSelection } from '../../../src/state/results/runSelection.ts'
import { addressOfLink } from '../../../src/state/results/evidence/sampleAddress.ts'
import { answersOf, plan, question, runs, samples, source } from './evidenceFixtures.ts'
import { failed } from './fixtures.ts'

// some samples failed in some runs, some are still waiting, and gold is missing here and there: nothing of it may slip into a count
const whole = source()
const holey = {
  ...whole,
  readSamples: () => Promise.resolve(samples.map((sample, at) => (at % 13 === 0 ? { ...sample, gold: Object.fromEntries(Object.entries(sample.gold).filter(([field]) => field !== 'intent')) } : sample))),
  readPredictions: async (id: string) => (await whole.readPredictions(id)).flatMap((each, at): Prediction[] => {
    const run = runs.findIndex((one) => one.id === id)
    if (at % 17 === run) return [{ ...failed(each.sampleId), runId: id, sampleHash: each.sampleHash }]
    return at % 29 === run ? [] : [each]
  }),
  readPrediction: ({ runId, sampleId, outcome }: Prediction) => {
    const run = runs.find(({ id }) => id === runId)!
    const answers = answersOf(run, samples.find(({ id }) => id === sampleId)!)
    if (outcome.kind === 'failed') return Object.fromEntries(Object.keys(answers).map((field) => [field, { kind: 'failed' as const }]))
    // every ninth answer names no label
    return Object.fromEntries(Object.entries(answers).map(([field, answer], at) => [field, (Number(sampleId.slice(2)) + at) % 9 === 0 ? { kind: 'unparsed' as const } : answer]))
  },
}
const evidence = new EvidenceWork(holey)
const metrics = new MetricsWork(holey, { siteUrl: 'https://site.test/', readDataset: (id) => holey.readDataset(id), readFile: (url) => holey.readFile(url), readDatasetsState: () => Promise.resolve('') })
const few = ['matrix', 'direct', 'oracle-stance', 'predicted-stance']

async function sections(kind: EvidenceKind, more: Partial<EvidenceQuestion> = {}): Promise<readonly Section[]> {
  const chosen = kind === 'leaning' ? runs.slice(0, 1) : runs.filter(({ method: { id } }) => kind === 'shams' || kind === 'spread' || few.includes(id))
  const keys = (kind === 'spread' ? [...chosen].sort((one, other) => Number(other.method.id === 'direct') - Number(one.method.id === 'direct')) : chosen)
  return (await evidence.screen({ ...question(kind), runs: keys.map(({ id }) => ({ plan: 'plan', run: id, reading: plan.reading, version: '1' })), ...more })).sections
}

/** As a click on the link does: by way of the address bar. */
async function led(link: SampleLink): Promise<readonly string[]> {
  const hash = formatAddress(addressOfLink({ screen: 'results', plan: 'plan' }, link))
  const address = parseAddress(hash)
  if (address.screen !== 'results') throw new Error(hash)
  const selection = runSelection(address, plan, runs)!
  return metrics.ids({ plan: 'plan', run: selection.run.id, reading: selection.reading, version: '1' }, selection.filter)
}

const columnOf = ({ table }: Section, key: string) => table.columns.findIndex((column) => (column.key ?? column.header) === key)
const plain = (section: Section, row: number, key: string) => {
  const cell = section.table.rows[row]![columnOf(section, key)]
  return cell !== undefined && isFigure(cell) ? cell.value : (cell ?? null)
}
/** Whether a cell says how many there are. */
const isCount = (section: Section, key: string): boolean => {
  const column = section.table.columns[columnOf(section, key)]!
  return column.scale === undefined && !column.digits && column.align === 'end'
}

describe('every number leads to its samples', () => {
  const kinds = ['baselines', 'family', 'gains', 'ladder', 'shams', 'spread', 'agreement', 'slices', 'stances', 'leaning', 'chain', 'overlap'] as const
  it.each(kinds)('%s: each count leads to as many samples as it says, each share to its part of n', async (kind) => {
    let counts = 0
    let shares = 0
    for (const section of await sections(kind, kind === 'overlap' ? { choices: { dev: 'dev' } } : {})) {
      expect([section.id, section.links?.some((link) => link !== null) ?? section.id.startsWith('entropy')]).toEqual([section.id, true])
      for (const [row, links] of (section.cells ?? []).entries()) {
        for (const [key, link] of Object.entries(links)) {
          const ids = await led(kind === 'overlap' ? { ...link, dev: 'dev' } : link)
          const value = plain(section, row, key)
          if (key === 'confused_with') continue
          if (isCount(section, key)) {
            expect([section.id, row, key, ids.length]).toEqual([section.id, row, key, value])
            counts++
          } else if (key !== 'precision' && key !== 'recall' && !key.startsWith('answers_') && key !== 'gold') {
            // right ones among n
            expect(ids.length / Number(plain(section, row, 'n'))).toBeCloseTo(Number(value), 12)
            shares++
          }
        }
      }
    }
    if (['family', 'gains', 'agreement', 'chain', 'overlap'].includes(kind)) expect(counts).toBeGreaterThan(0)
    if (['ladder', 'slices', 'chain'].includes(kind)) expect(shares).toBeGreaterThan(0)
  })

  it('rows of single runs lead to the samples that their n counts', async () => {
    for (const kind of ['baselines', 'ladder', 'shams', 'spread', 'slices', 'chain'] as const) {
      for (const section of await sections(kind)) {
        if (columnOf(section, 'n') < 0 || section.id === 'ladder-differences') continue
        for (const [row, link] of (section.links ?? []).entries()) {
          if (link) expect([kind, row, (await led(link)).length]).toEqual([kind, row, plain(section, row, 'n')])
        }
      }
    }
  })

  it('where a run of another plan was asked of some samples alone, rows that it has no part in leave out the others, too', async () => {
    const fewer = { ...plan, id: 'fewer', sampleIds: plan.sampleIds.filter((_, at) => at % 3 !== 0) }
    const apart = { ...runs.find(({ method: { id } }) => id === 'predicted-stance')!, id: 'apart'.padEnd(64, '0'), planId: 'fewer' }
    const both: typeof holey = {
      ...holey,
      readPlan: ((id: string) => Promise.resolve(id === 'fewer' ? { plan: fewer, runs: [apart] } : { plan, runs: runs.filter(({ method: { id: of } }) => of !== 'predicted-stance') })),
      readPredictions: (id) => holey.readPredictions(id === apart.id ? runs.find(({ method: { id: of } }) => of === 'predicted-stance')!.id : id),
    }
    const screens = new EvidenceWork(both)
    const leading = new MetricsWork(both)
    for (const kind of ['family', 'gains', 'ladder', 'shams', 'spread'] as const) {
      const keys = runs.filter(({ method: { id } }) => id !== 'predicted-stance').sort((one, other) => (kind === 'spread' ? Number(other.method.id === 'direct') - Number(one.method.id === 'direct') : 0))
      const asked = [...keys.map(({ id }) => ({ plan: 'plan', run: id })), { plan: 'fewer', run: apart.id }].map((key) => ({ ...key, reading: plan.reading, version: '1' }))
      const { sections: found } = await screens.screen({ ...question(kind), runs: asked })
      let led = 0
      for (const section of found) {
        if (columnOf(section, 'n') < 0) continue
        for (const [row] of section.table.rows.entries()) {
          const link = section.cells?.[row]?.n ?? (['shams', 'spread', 'ladder'].includes(section.id) ? section.links?.[row] : undefined)
          if (!link) continue
          const address = parseAddress(formatAddress(addressOfLink({ screen: 'results', plan: 'plan' }, link)))
          if (address.screen !== 'results') throw new Error(address.screen)
          const selection = address.plan === 'fewer' ? runSelection(address, fewer, [apart])! : runSelection(address, plan, runs)!
          const ids = await leading.ids({ plan: selection.plan.id, run: selection.run.id, reading: selection.reading, version: '1' }, selection.filter)
          expect([section.id, row, ids.length]).toEqual([section.id, row, plain(section, row, 'n')])
          led++
        }
      }
      expect([kind, led > 0]).toEqual([kind, true])
    }
  })

  it('from a run of another plan, runs of the screen’s plan are read as the screen reads them', async () => {
    const apart = { ...runs.find(({ method: { id } }) => id === 'predicted-stance')!, id: 'apart'.padEnd(64, '0'), planId: 'other' }
    const other = { ...plan, id: 'other' }
    const readings: EvidenceSource = {
      ...holey,
      readPlan: ((id: string) => Promise.resolve(id === 'other' ? { plan: other, runs: [apart] } : { plan, runs })),
      readPredictions: (id) => holey.readPredictions(id === apart.id ? runs.find(({ method: { id: of } }) => of === 'predicted-stance')!.id : id),
      // by rule `path` every fifth intent is another one
      readPrediction: (each, _scheme, _method, reading) => {
        const answers = holey.readPrediction(each)
        return reading.rule === 'path' && Number(each.sampleId.slice(2)) % 5 === 0 ? { ...answers, intent: { kind: 'chosen' as const, label: 'Humor' } } : answers
      },
    }
    const screens = new EvidenceWork(readings)
    const leading = new MetricsWork(readings)
    const explored = { ...plan.reading, rule: 'path' as const }
    const direct = runs.find(({ method: { id } }) => id === 'direct')!
    const counts = await Promise.all([plan.reading, explored].map(async (reading) => {
      const { sections: [pairs] } = await screens.screen({ ...question('agreement'), runs: [{ plan: 'other', run: apart.id, reading: plan.reading, version: '1' }, { plan: 'plan', run: direct.id, reading, version: '1' }] })
      const row = pairs!.links!.findIndex((link) => link?.plan === 'other' && link.beside?.startsWith('plan/') === true)
      const address = parseAddress(formatAddress(addressOfLink({ screen: 'results', plan: 'plan', ...(reading.rule === 'path' && { rule: 'path' }) }, pairs!.links![row]!)))
      if (address.screen !== 'results') throw new Error(address.screen)
      const selection = runSelection(address, other, [apart])!
      expect([selection.plan.id, selection.exploratory]).toEqual(['other', false])
      const ids = await leading.ids({ plan: 'other', run: apart.id, reading: selection.reading, version: '1' }, selection.filter)
      expect(1 - ids.length / Number(plain(pairs!, row, 'n'))).toBeCloseTo(Number(plain(pairs!, row, 'raw')), 12)
      return ids.length
    }))
    expect(counts[0]).not.toBe(counts[1])
  })

  it('a gain leads to the samples that make it: won minus lost over n', async () => {
    const [gains] = await sections('gains', { choices: { of: 'matrix', baseline: 'named:direct' } })
    const accuracies = gains!.table.rows.flatMap((row, at) => (row[1] === 'Acc.' ? [at] : []))
    expect(accuracies.length).toBeGreaterThan(2)
    for (const row of accuracies) {
      const link = gains!.links![row]!
      const [all, won, lost] = await Promise.all([led(link), led({ ...link, relation: 'won' }), led({ ...link, relation: 'lost' })])
      expect(all).toHaveLength(won.length + lost.length)
      expect((won.length - lost.length) / Number(plain(gains!, row, 'n'))).toBeCloseTo(Number(plain(gains!, row, 'gain')), 12)
    }
  })

  it('two raters’ row leads to the samples that they label differently', async () => {
    const [pairs] = await sections('agreement')
    for (const [row, link] of pairs!.links!.entries()) {
      const differing = await led(link!)
      expect(1 - differing.length / Number(plain(pairs!, row, 'n'))).toBeCloseTo(Number(plain(pairs!, row, 'raw')), 12)
    }
  })

  it('what was answered and what is gold lead to the label’s samples, under the reading of their column', async () => {
    const [spread] = await sections('leaning')
    for (const [row, links] of spread!.cells!.entries()) {
      for (const [key, link] of Object.entries(links)) {
        const all = key === 'gold' ? samples.filter((_, at) => at % 13 !== 0).length : (await Promise.all(spread!.cells!.map(async (cells) => (await led(cells[key]!)).length))).reduce((sum, count) => sum + count, 0)
        expect((await led(link)).length / all).toBeCloseTo(Number(plain(spread!, row, key)), 12)
      }
    }
  })
})
