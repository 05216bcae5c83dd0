import { describe, expect, it } from 'vitest'
import { reportHtml } from '../../../src/export/report/report.ts'
import { EvidenceWork } from '../../../src/state/results/evidence/evidenceWork.ts'
import { MetricsWork } from '../../../src/state/results/metricsWork.ts'
import { reportContent } from '../../../src/state/results/report/reportContent.ts'
import { chosen, failed, memorySource, planOf, prediction, runOf, sample } from './fixtures.ts'

const samples = [
  ...Array.from({ length: 12 }, (_, at) => sample(`s${at}`, at % 3 === 0 ? 'Neutral' : 'Negative', { tier: at < 4 ? 'human' : null, group: `g${at >> 1}` })),
  sample('none', null),
]
const answers = Object.fromEntries(samples.map(({ id }, at) => [id, chosen(at % 2 === 0 ? 'Neutral' : 'Negative')]))
const predictions = samples.slice(0, 11).map(({ id }, at) => (at === 10 ? failed(id) : prediction(id)))
const source = memorySource(samples, { first: predictions, second: predictions.slice(0, 4) }, { first: answers, second: { ...answers, s0: { kind: 'unparsed' } } })
const wish = { texts: false, program: 'Xianwai test', madeAt: 0, dataset: null, siteUrl: 'https://site.test/' }
const plan = planOf(samples)

describe('a report', () => {
  it.each([['known', true], ['not known', false]])('made again by the same worker has what was answered since, in its evidence, too, where versions are %s', async (_, known) => {
    const own = samples.slice(0, 12)
    let answered = 6
    const growing = memorySource(own, {}, { first: answers })
    const work = new EvidenceWork({
      ...growing,
      readPlan: () => Promise.resolve({ plan: planOf(own), runs: [runOf('first')] }),
      readPredictions: () => Promise.resolve(own.slice(0, answered).map(({ id }) => ({ ...prediction(id), runId: 'first' }))),
      readDataset: () => Promise.resolve(undefined), readFile: () => Promise.reject(new Error('no file')),
      ...(known && { readVersion: () => Promise.resolve(String(answered)) }),
    })
    const rows = async (): Promise<unknown> => (await work.report('plan', wish, 'en')).tables.find(({ name }) => name === 'baselines')!.table.rows[0]![2]
    expect(await rows()).toBe(6)
    answered = 12
    expect(await rows()).toBe(12)
  })
})

describe('a report’s content', () => {
  it('has the very figures and intervals of the screens', async () => {
    const { runs } = await reportContent(source, 'plan', wish)
    const work = new MetricsWork(source)
    for (const { run, fields, ...counts } of runs) {
      const key = { plan: 'plan', run: run.id, reading: plan.reading, version: '1' }
      const everything = { field: 'stance' }
      const figures = await work.figures(key, everything)
      expect(counts).toMatchObject({ samples: 13, answered: figures.answered, failed: figures.failed, waiting: figures.waiting })
      expect(fields).toMatchObject(figures.fields)
      for (const { field, intervals } of fields) {
        const { reliability, calibration } = await work.calibration(await work.confidences(key, everything, field))
        expect(intervals).toEqual({ ...(await work.intervals(await work.labels(key, everything, field))), reliability, calibration })
      }
    }
    expect(runs.map(({ fields }) => fields[0]!.all.records)).toEqual([10, 4])
    expect(runs[1]!.fields[0]!.byStatus.unparsed).toBe(1)
  })

  it('counts the data: gold, tiers, groups', async () => {
    const { data } = await reportContent(source, 'plan', wish)
    const stance = data.gold.find(({ field }) => field === 'stance')!
    expect([stance.none, stance.outside, stance.labels.reduce((sum, count) => sum + count, 0)]).toEqual([1, 0, 12])
    expect(data.tiers).toEqual([{ value: 'human', count: 4 }])
    expect(data.groups).toEqual({ count: 6, samples: 12 })
  })

  it('holds texts only where they are asked for', async () => {
    expect((await reportContent(source, 'plan', wish)).texts).toBeNull()
    expect((await reportContent(source, 'plan', { ...wish, texts: true })).texts?.map(({ sample: { text } }) => text)).toEqual(samples.map(({ text }) => text))
    const html = reportHtml(await reportContent(source, 'plan', wish), 'zh')
    for (const { text } of samples) expect(html).not.toContain(text)
  })

  it('is refused for a plan that is not there', async () => {
    await expect(reportContent(source, 'other', wish)).rejects.toThrow('no plan other')
  })
})
