import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { measuredReader } from '../../../src/answer/measuredReader.ts'
import { readPrediction } from '../../../src/answer/readPrediction.ts'
import type { Plan } from '../../../src/domain/plan.ts'
import type { Conditional, Outcome, Prediction, Reading } from '../../../src/domain/prediction.ts'
import { fieldOf } from '../../../src/domain/scheme.ts'
import { builtInMethods } from '../../../src/prompt/builtInMethods.ts'
import type { RunKey, RunSource } from '../../../src/state/results/metricsService.ts'
import { OpenedRuns } from '../../../src/state/results/openedRuns.ts'
import { database } from '../../../src/storage/database.ts'
import { savePlan } from '../../../src/storage/plans.ts'
import { addPredictions, compactPredictions, predictionTables, readPredictions, readPredictionSet, readRunVersion, removePredictions } from '../../../src/storage/predictions.ts'
import { planOf, runOf, sample, scheme } from './fixtures.ts'

const matrix = builtInMethods[0]!
const samples = Array.from({ length: 24 }, (_, at) => sample(String(at), ['Positive', 'Veiled Negative', null][at % 3]!, { scene: at % 2 === 0 ? 'qa' : 'dialogue' }))
const plan: Plan = { ...planOf(samples), methods: [matrix] }
const run = { ...runOf(), method: matrix }
const plain: Reading = plan.reading

beforeEach(async () => {
  await savePlan(plan, [run])
})

afterEach(async () => {
  await Promise.all(database.tables.map((table) => table.clear()))
})

let priors: readonly Conditional[] | undefined
const source: RunSource = {
  readPlan: (id) => Promise.resolve(id === plan.id ? { plan, runs: [run] } : undefined),
  readSamples: () => Promise.resolve(samples),
  readPredictions,
  readPredictionSet,
  readVersion: async (id) => (await readRunVersion(id)).version,
  readPriors: () => Promise.resolve(priors),
  readPrediction,
  measuredReader,
}

function conditionals(seed: number): readonly Conditional[] {
  let state = seed + 1
  const next = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  const one = (field: string, given: Conditional['given']): Conditional => ({ field, given, logProbabilities: Float32Array.from(fieldOf(scheme, field).labels, () => Math.log(next())) })
  return [one('explicit', {}), ...fieldOf(scheme, 'explicit').labels.map(({ id }) => one('implicit', { explicit: id }))]
}

const outcomes: fc.Arbitrary<Outcome> = fc.oneof(
  { weight: 4, arbitrary: fc.nat(1_000).map((seed): Outcome => ({ kind: 'guided', conditionals: conditionals(seed), reasons: [] })) },
  { weight: 1, arbitrary: fc.constant<Outcome>({ kind: 'failed', reason: 'timedOut' }) },
)
const predictionOf = (id: number, outcome: Outcome): Prediction => ({ runId: 'run', sampleId: String(id), sampleHash: 'h', outcome, droppedTurns: id % 2, promptTokens: 5, newTokens: id, duration: id / 4, at: 1, ...(id === 3 && { fidelity: { mean: 0.1, largest: 0.4, fellBack: false } }) })
const write = <Result>(work: () => Promise<Result>): Promise<Result> => database.transaction('rw', predictionTables(database), work)
const keyOf = async (reading: Reading): Promise<RunKey> => ({ plan: plan.id, run: run.id, reading, version: (await readRunVersion('run')).version })

async function expectFresh(opening: OpenedRuns, reading: Reading = plain): Promise<void> {
  const opened = await opening.opened(await keyOf(reading))
  const fresh = await new OpenedRuns(source).opened(await keyOf(reading))
  expect(opened.columns).toEqual(fresh.columns)
  expect([...opened.predictions.values()]).toEqual([...fresh.predictions.values()])
  expect(opened.readable).toBe(fresh.readable)
}

describe('a run that is opened again', () => {
  test('is what it would be if it were read anew, whatever was added, replaced, put together or deleted', async () => {
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.array(fc.tuple(fc.nat(25), outcomes), { minLength: 1, maxLength: 8 }) },
      { weight: 2, arbitrary: fc.constant('compact' as const) },
      { weight: 1, arbitrary: fc.constant('full' as const) },
      { weight: 1, arbitrary: fc.constant('remove' as const) },
    )
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      await write(() => removePredictions(database, 'run'))
      const opening = new OpenedRuns(source)
      await expectFresh(opening)
      for (const one of steps) {
        if (one === 'compact') await compactPredictions('run')
        else if (one === 'remove') await write(() => removePredictions(database, 'run'))
        else if (one === 'full') await write(() => addPredictions(database, 'run', Array.from({ length: 500 }, (_, at) => predictionOf(at % 24, { kind: 'guided', conditionals: conditionals(at), reasons: [] }))))
        else await write(() => addPredictions(database, 'run', one.map(([id, outcome]) => predictionOf(id, outcome))))
        await expectFresh(opening)
      }
    }), { numRuns: 20 })
  })

  test('reads what is new alone, and leaves what was opened before as it was', async () => {
    await write(() => addPredictions(database, 'run', Array.from({ length: 1_000 }, (_, at) => predictionOf(at % 20, { kind: 'guided', conditionals: conditionals(at), reasons: [] }))))
    const opening = new OpenedRuns(source)
    const first = await opening.opened(await keyOf(plain))
    expect([...first.columns.state].filter((state) => state === 1)).toHaveLength(20)
    const read = vi.spyOn(database.predictionValues, 'bulkGet')
    await write(() => addPredictions(database, 'run', [predictionOf(22, { kind: 'guided', conditionals: conditionals(7), reasons: [] })]))
    const second = await opening.opened(await keyOf(plain))
    expect(read.mock.calls.flatMap(([keys]) => [...keys])).toHaveLength(1)
    read.mockRestore()
    expect([first, second].map(({ columns }) => columns.state[22])).toEqual([0, 1])
    expect(second.columns.milliseconds).toBe(first.columns.milliseconds + 22 / 4)
  })

  test('is read anew where the prior that it is read under has come or changed', async () => {
    const under: Reading = { ...plain, prior: 'contentFree' }
    await write(() => addPredictions(database, 'run', Array.from({ length: 10 }, (_, at) => predictionOf(at, { kind: 'guided', conditionals: conditionals(at), reasons: [] }))))
    const opening = new OpenedRuns(source)
    priors = undefined
    await expectFresh(opening, under)
    for (const seed of [500, 501]) {
      priors = conditionals(seed)
      await write(() => addPredictions(database, 'run', [predictionOf(11 + seed, { kind: 'failed', reason: 'timedOut' })]))
      await expectFresh(opening, under)
    }
    priors = undefined
  })

  test('has nothing read any more where the first measured answer shows that the prior is not there', async () => {
    const under: Reading = { ...plain, prior: 'contentFree' }
    await write(() => addPredictions(database, 'run', [predictionOf(0, { kind: 'failed', reason: 'timedOut' })]))
    const opening = new OpenedRuns(source)
    await expectFresh(opening, under)
    await write(() => addPredictions(database, 'run', [predictionOf(1, { kind: 'guided', conditionals: conditionals(1), reasons: [] })]))
    await expectFresh(opening, under)
  })

  test('is there already where it was read ahead, under the plan’s own reading', async () => {
    await write(() => addPredictions(database, 'run', [predictionOf(1, { kind: 'guided', conditionals: conditionals(1), reasons: [] })]))
    const reads = vi.fn(readPredictionSet)
    const opening = new OpenedRuns({ ...source, readPredictionSet: reads })
    await opening.ahead(plan.id, '')
    expect(reads).toHaveBeenCalledTimes(1)
    // a reading is the same in whatever order it names its parts
    const { version } = await keyOf(plain)
    await opening.opened({ plan: plan.id, run: run.id, reading: { parser: plain.parser, rule: plain.rule, prior: plain.prior }, version })
    expect(reads).toHaveBeenCalledTimes(1)
    await opening.ahead('nobody', null)
  })
})
