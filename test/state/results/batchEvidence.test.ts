import { describe, expect, it } from 'vitest'
import { BATCH, recordsPrior, recordsPriorOver } from '../../../src/answer/meanPrior.ts'
import { readPrediction } from '../../../src/answer/readPrediction.ts'
import { builtInScheme } from '../../../src/domain/builtInScheme.ts'
import type { Sample } from '../../../src/domain/dataset.ts'
import type { Plan, Run } from '../../../src/domain/plan.ts'
import type { Conditional, Prediction } from '../../../src/domain/prediction.ts'
import { seededRandom } from '../../../src/domain/random.ts'
import { type Figure, isFigure } from '../../../src/export/table.ts'
import { builtInMethods } from '../../../src/prompt/builtInMethods.ts'
import { BATCH_RECORDS, batchIntervals } from '../../../src/state/results/batchIntervals.ts'
import type { EvidenceKind, EvidenceQuestion, Section } from '../../../src/state/results/evidence/evidenceService.ts'
import { type EvidenceSource, EvidenceWork } from '../../../src/state/results/evidence/evidenceWork.ts'
import { MetricsWork } from '../../../src/state/results/metricsWork.ts'
import { prediction, sample } from './fixtures.ts'

const polarities = ['Positive', 'Neutral', 'Negative']
const reading = { prior: 'batch', rule: 'joint', parser: 1 } as const
const matrix = builtInMethods.find(({ id }) => id === 'matrix')!
const other = { ...matrix, id: 'other', name: { zh: '另一个', en: 'Other' } }

/** Records whose model leans to Neutral by far and knows something of the gold; the second method knows less. */
function conditionalsOf(gold: number, strength: number, random: ReturnType<typeof seededRandom>): Conditional[] {
  const scores = polarities.map((_, label) => (label === 1 ? 3 : 0) + (label === gold ? strength : 0) + random.uniform() * 2)
  const total = Math.log(scores.reduce((sum, score) => sum + Math.exp(score), 0))
  const logProbabilities = Float32Array.from(scores, (score) => score - total)
  return [{ field: 'explicit', given: {}, logProbabilities }, ...polarities.map((explicit) => ({ field: 'implicit', given: { explicit }, logProbabilities }))]
}

function setting(size: number): { readonly source: EvidenceSource; readonly plan: Plan; readonly runs: Run[]; predictionsOf(run: string): readonly Prediction[] } {
  const samples: Sample[] = Array.from({ length: size }, (_, at) => sample(`s${at}`, null, { gold: { stance: { kind: 'label', label: polarities[at % 3]! }, explicit: { kind: 'label', label: polarities[at % 3]! }, implicit: { kind: 'label', label: polarities[at % 3]! } } }))
  const runs = [matrix, other].map((method): Run => ({ id: `run-${method.id}`, planId: 'plan', model: { ref: { id: 'model', kind: 'causal', origin: 'folder', revision: null, files: [], dtype: 'q8', device: 'wasm', graph: 'asShipped' } }, method, promptHash: 'hash' }))
  const plan: Plan = {
    id: 'plan', version: 1, createdAt: 0, dataset: { id: 'data', name: 'data', hash: 'hash', samples: size, demonstration: false }, scheme: builtInScheme, seed: 1, sampleIds: samples.map(({ id }) => id), models: [], methods: [matrix, other],
    decoding: { maxTokens: 1 }, reading, primaryMetric: { field: 'explicit', metric: 'accuracy' }, family: { pairs: { kind: 'againstMethod', method: 'other' } },
  }
  const made = new Map(runs.map(({ id }, run) => {
    const random = seededRandom(`${id} ${size}`)
    return [id, samples.map((each, at) => prediction(each.id, { runId: id, outcome: { kind: 'guided', conditionals: conditionalsOf(at % 3, run === 0 ? 1.6 : 0.8, random), reasons: [] } }))] as const
  }))
  const source: EvidenceSource = {
    readPlan: () => Promise.resolve({ plan, runs }), readSamples: () => Promise.resolve(samples), readPredictions: (id) => Promise.resolve(made.get(id)!), readPriors: () => Promise.resolve(undefined), readPrediction,
    readDataset: () => Promise.resolve(undefined), readFile: () => Promise.reject(new Error('no file')),
  }
  return { source, plan, runs, predictionsOf: (run) => made.get(run)! }
}

const small = setting(90)
const work = new EvidenceWork(small.source)
const question = (kind: EvidenceKind, more: Partial<EvidenceQuestion> = {}): EvidenceQuestion =>
  ({ kind, field: 'explicit', language: 'en', siteUrl: '', choices: { of: 'matrix', baseline: 'named:other' }, runs: small.runs.map(({ id }) => ({ plan: 'plan', run: id, reading, version: '1' })), ...more })
const cell = ({ table: { columns, rows } }: Section, row: number, key: string) => rows[row]![columns.findIndex((column) => (column.key ?? column.header) === key)]
const widthOf = (interval: { readonly low?: number; readonly high?: number }): number => interval.high! - interval.low!

describe('evidence over runs that are read under the mean over their own records', () => {
  it('the prior is the same as without what was worked out ahead', () => {
    const own = small.predictionsOf('run-matrix').map(({ outcome }) => (outcome.kind === 'guided' ? outcome.conditionals : []))
    const over = recordsPriorOver(own, BATCH)
    const random = seededRandom('weights')
    for (let draw = 0; draw < 20; draw++) {
      const weights = own.map(() => random.integer(3))
      expect(over(weights)).toEqual(recordsPrior(own, BATCH, weights))
    }
  })

  it('intervals of a run are those of the dashboard, which estimate the mean anew', async () => {
    const { sections, notices } = await work.screen(question('baselines', { runs: question('baselines').runs.slice(0, 1) }))
    const gold = Int16Array.from({ length: 90 }, (_, at) => at % 3)
    const expected = batchIntervals({ scheme: builtInScheme, method: matrix, reading, predictions: small.predictionsOf('run-matrix'), field: 'explicit', gold, groups: null }, 1)
    for (const name of ['accuracy', 'weightedF1'] as const) {
      const found = cell(sections[0]!, 0, name) as Figure
      expect(Math.abs(found.low! - expected[name]!.low)).toBeLessThan(0.02)
      expect(Math.abs(found.high! - expected[name]!.high)).toBeLessThan(0.02)
    }
    expect(notices.join(' ')).toContain('estimate that mean anew')
  })

  it('gains and differences have intervals that hold the prior’s own uncertainty, and no p', async () => {
    const { sections } = await work.screen(question('gains'))
    const row = sections[0]!.table.rows.findIndex(([task, figure]) => task === 'Explicit polarity' && figure === 'Acc.')
    const gain = cell(sections[0]!, row, 'gain') as Figure
    expect(gain.low).toBeLessThan(gain.value!)
    expect(gain.high).toBeGreaterThan(gain.value!)
    const family = (await work.screen(question('family'))).sections[0]!
    const difference = cell(family, 0, 'difference') as Figure
    expect(difference.value).toBeCloseTo(gain.value!, 12)
    // not McNemar's interval, which takes the answers as they stand
    expect(Math.abs(widthOf(difference) - widthOf(gain))).toBeLessThan(0.02)
    expect(cell(family, 0, 'p')).toBeNull()
    expect(cell(family, 0, 'p_holm')).toBeNull()
  })

  it('agreement, chains and slices are drawn so, too', async () => {
    for (const kind of ['agreement', 'chain', 'slices', 'leaning', 'stances'] as const) {
      const { sections } = await work.screen(question(kind, kind === 'slices' ? { choices: { by: 'gold:explicit' } } : {}))
      const figures = sections.flatMap(({ table }) => table.rows.flat().filter(isFigure)).filter(({ value }) => value !== null && value > 0 && value < 1)
      expect([kind, figures.length > 0]).toEqual([kind, true])
      expect([kind, figures.some(({ low }) => low !== undefined)]).toEqual([kind, true])
    }
  })

  it('above so many records nothing is drawn: no interval, no p, and the reason', async () => {
    const large = setting(BATCH_RECORDS + 1)
    const big = new EvidenceWork(large.source)
    for (const kind of ['baselines', 'gains', 'family', 'agreement', 'chain'] as const) {
      const { sections, notices } = await big.screen(question(kind))
      const own = sections.flatMap(({ id, table }) => (id === 'without-model' ? [] : table.rows.filter((row) => !JSON.stringify(row).includes('n-grams') && !JSON.stringify(row).includes('majority')))).flat().filter(isFigure)
      expect([kind, own.length > 0]).toEqual([kind, true])
      expect([kind, own.filter(({ low }) => low !== undefined)]).toEqual([kind, []])
      expect(notices.join(' ')).toContain(`more than ${BATCH_RECORDS} samples`)
    }
  })
})

describe('two runs beside each other of which one is read under its own mean', () => {
  it('has intervals that estimate the mean anew, no p, and no McNemar’s test', async () => {
    const metrics = new MetricsWork(small.source)
    const [first, second] = small.runs.map(({ id }) => ({ plan: 'plan', run: id, reading, version: '1' }))
    const filter = { field: 'explicit' }
    const { accuracy } = await metrics.differences(await metrics.pair(second!, first!, filter, 'explicit'))
    const family = (await work.screen(question('family'))).sections[0]!
    const difference = cell(family, 0, 'difference') as Figure
    expect(accuracy!.difference).toBeCloseTo(difference.value!, 12)
    expect(accuracy!.interval!.low).toBeCloseTo(difference.low!, 12)
    expect(accuracy!.p).toBeUndefined()
    expect((await metrics.compare(second!, first!, filter, 'explicit')).independent).toBe(false)
    // over a part the mean cannot be estimated anew from the part alone
    const part = await metrics.differences(await metrics.pair(second!, first!, { ...filter, gold: 'Neutral' }, 'explicit'))
    expect(part.accuracy!.interval).toBeUndefined()
    const plain = await metrics.differences(await metrics.pair({ ...second!, reading: { ...reading, prior: 'none' } }, { ...first!, reading: { ...reading, prior: 'none' } }, filter, 'explicit'))
    expect(plain.accuracy!.interval!.method).toBe('adjustedWald')
    expect(plain.accuracy!.p).toBeDefined()
  })
})
