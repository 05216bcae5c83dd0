import { describe, expect, it } from 'vitest'
import type { Sample } from '../../../src/domain/dataset.ts'
import type { Prediction } from '../../../src/domain/prediction.ts'
import { seededRandom } from '../../../src/domain/random.ts'
import { isFigure } from '../../../src/export/table.ts'
import { evidenceKinds } from '../../../src/state/results/evidence/evidenceService.ts'
import { EvidenceWork } from '../../../src/state/results/evidence/evidenceWork.ts'
import { fieldCalibration } from '../../../src/state/results/fieldCalibration.ts'
import { fieldIntervals } from '../../../src/state/results/fieldIntervals.ts'
import { MetricsWork } from '../../../src/state/results/metricsWork.ts'
import { plan, question, runs, samples, source } from './evidenceFixtures.ts'

const grouped: readonly Sample[] = samples.map((sample, at) => ({ ...sample, group: `g${Math.floor(at / 4)}` }))
const alone = source()
const together = { ...alone, readSamples: () => Promise.resolve(grouped) }
const key = { plan: 'plan', run: runs[0]!.id, reading: plan.reading, version: '1' }
const field = { field: 'intent' }

describe('figures over samples that come in groups', () => {
  it('have an interval wherever the same figure has one over samples that stand alone', async () => {
    const [some, other] = [new EvidenceWork(alone), new EvidenceWork(together)]
    for (const kind of evidenceKinds) {
      if (kind === 'ladder' || kind === 'shams' || kind === 'gains') continue
      const asked = { ...question(kind), runs: question(kind).runs.slice(0, 4), choices: kind === 'overlap' ? { dev: 'dev' } : {} }
      const [plain, clustered] = await Promise.all([some.screen(asked), other.screen(asked)])
      let counted = 0
      plain.sections.forEach(({ id, table }, section) => table.rows.forEach((row, line) => row.forEach((cell, column) => {
        if (!isFigure(cell) || cell.low === undefined) return
        const beside = clustered.sections[section]!.table.rows[line]![column]!
        // where all records of all groups are alike there is no spread to be seen
        if (!isFigure(beside) || cell.value === 0 || cell.value === 1 || beside.value !== cell.value) return
        counted++
        expect([kind, id, line, column, beside.low === undefined]).toEqual([kind, id, line, column, false])
      })))
      if (kind !== 'overlap' && kind !== 'spread') expect([kind, counted > 0]).toEqual([kind, true])
    }
  })

  // agreement in pairs was a cluster bootstrap while every other share of records had Wilson's interval for groups
  it('agree in pairs with the interval that their accuracy has, where one of the two is gold', async () => {
    const one = { ...question('agreement'), runs: question('agreement').runs.slice(0, 1) }
    const { sections } = await new EvidenceWork(together).screen(one)
    const { columns, rows } = sections[0]!.table
    const own = fieldIntervals(await new MetricsWork(together).labels({ ...key, ...one.runs[0]! }, field, 'intent')).accuracy!
    expect(rows.map((row) => row[columns.findIndex((column) => column.key === 'raw')])).toMatchObject([{ low: own.low, high: own.high }])
    expect(own.method).toBe('groupedWilson')
  })

  it('are drawn by group on the dashboard: labels, bins of confidence, Brier score; there is no band of perfect calibration', async () => {
    const luck = seededRandom('sure')
    const sure = { ...together, readPrediction: (prediction: Prediction) => Object.fromEntries(Object.entries(alone.readPrediction(prediction, plan.scheme, runs[0]!.method, plan.reading)).map(([id, answer]) => [id, answer.kind === 'chosen' ? { ...answer, probability: 0.3 + 0.6 * luck.uniform() } : answer])) }
    const metrics = new MetricsWork(sure)
    const found = fieldIntervals(await metrics.labels(key, field, 'intent'))
    expect(found.accuracy).toMatchObject({ method: 'groupedWilson', units: 30 })
    expect(found.labels!.recall.filter((interval) => interval !== undefined).length).toBeGreaterThan(0)
    for (const interval of found.labels!.recall) expect(interval?.method ?? 'groupedWilson').toBe('groupedWilson')
    const measured = fieldCalibration(await metrics.confidences(key, field, 'intent'))
    expect(measured.reliability.bins.some(({ interval }) => interval?.method === 'groupedWilson')).toBe(true)
    expect(measured.reliability.bins.every(({ interval, records }) => interval?.method !== 'wilson' || interval.units === records)).toBe(true)
    expect(measured.brier.interval).toMatchObject({ method: 'clusterBootstrap', units: 30 })
    expect(measured.calibration).toBeUndefined()
    expect((await metrics.compare(key, { ...key, run: runs[1]!.id }, field, 'intent')).independent).toBe(false)
  })

  it('say so where samples stand alone', async () => {
    const metrics = new MetricsWork(alone)
    const found = fieldIntervals(await metrics.labels(key, field, 'intent'))
    expect(found.labels!.recall[0]!.method).toBe('wilson')
    expect((await metrics.compare(key, { ...key, run: runs[1]!.id }, field, 'intent')).independent).toBe(true)
  })
})
