import { describe, expect, test } from 'vitest'
import { priorsOf } from '../../src/answer/meanPrior.ts'
import { hasPriorFor, readPrediction } from '../../src/answer/readPrediction.ts'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import type { Sample } from '../../src/domain/dataset.ts'
import type { Method } from '../../src/domain/method.ts'
import type { Plan, PriorPool, Run } from '../../src/domain/plan.ts'
import type { Conditional, Prediction, Reading } from '../../src/domain/prediction.ts'
import { studyMethods } from '../../src/prompt/builtInMethods.ts'
import { drawPool, POOL_SIZE, poolHash } from '../../src/prompt/drawPool.ts'
import { executeRun } from '../../src/run/executeRun.ts'
import { freezePlan } from '../../src/run/freezePlan.ts'
import { nothingLeft } from '../../src/run/nothingLeft.ts'
import { choice, MemorySink, method, planned, toySample } from './fixtures.ts'
import { ToyEngine } from './toyEngine.ts'

const samples = Array.from({ length: 12 }, (_, at) => toySample(String(at)))
const others = Array.from({ length: 230 }, (_, at) => toySample(`p${at}`))
const dev = { id: 'dev', name: 'dev', hash: 'dev' }
const plain: Reading = { prior: 'none', rule: 'joint', parser: 1 }

/** A small pool, by hand: drawing takes 200. */
const pool: PriorPool = { dataset: dev, seed: 1, hash: poolHash(others.slice(0, 30)), samples: others.slice(0, 30).map(({ id, hash }) => ({ sampleId: id, hash })) }
const pooled: Reading = { ...plain, prior: 'pool', pool: pool.hash }

async function run(used: Method, reading: Reading, poolSamples: readonly Sample[] = others) {
  const sink = new MemorySink()
  const engine = new ToyEngine()
  let priors: readonly Conditional[] | undefined
  const { plan, run: own } = await planned(samples, { methods: [used], reading, ...(reading.prior === 'pool' && { pool }) })
  const execute = (runPlan: Plan = plan, runOwn: Run = own) => executeRun({
    run: runOwn, plan: runPlan, samples, poolSamples, engine, contextLength: 1_000_000, restartEngine: () => Promise.resolve(engine),
    sink, done: sink.done, earlier: () => Promise.resolve([...sink.predictions.values()]),
    priors: { kept: priors, save: (conditionals) => Promise.resolve(void (priors = conditionals)) },
  })
  const predictions = (): readonly Prediction[] => [...sink.predictions.values()]
  return {
    plan, own, sink, engine, execute,
    priors: () => priors,
    asked: () => engine.calls.filter(({ name }) => name === 'answer').map(({ text }) => text),
    left: async () => !(await nothingLeft(plan, own, { done: sink.done, priors, predictions: () => Promise.resolve(predictions()) })),
    kinds: () => {
      const known = priorsOf(reading, priors, predictions(), plan.sampleIds)
      return new Set(predictions().flatMap((prediction) => Object.values(readPrediction(prediction, builtInScheme, used, reading, known)).map(({ kind }) => kind)))
    },
  }
}

describe('a prior of a pool', () => {
  test('is asked first, kept under the pool’s hash, and every field is answered under it', async () => {
    const { execute, priors, asked, left, kinds } = await run(method('matrix'), pooled)
    expect(await left()).toBe(true)
    expect(await execute()).toMatchObject({ end: 'finished', done: 12, asked: 12 })
    expect(asked().slice(0, 30).every((text) => /句子p\d/.test(text))).toBe(true)
    expect(hasPriorFor(pooled, priors())).toBe(true)
    expect(kinds()).toEqual(new Set(['chosen']))
    expect(await left()).toBe(false)
    const calls = asked().length
    await execute()
    expect(asked()).toHaveLength(calls)
  })

  test('is not asked of a written answer, and is refused for one that is told labels', async () => {
    const written = await run(method('direct-free'), pooled)
    expect(await written.execute()).toMatchObject({ end: 'finished', done: 12 })
    expect(written.asked()).toEqual([])
    const oracle = studyMethods.find(({ id }) => id === 'oracle-stance')!
    await expect(freezePlan(choice(samples, { methods: [oracle], reading: pooled, pool }))).rejects.toThrow('no prior pool')
  })

  test('never holds what is under test', async () => {
    const twin = others.map((sample, at) => (at === 3 ? { ...sample, text: samples[2]!.text } : sample))
    await expect(run(method('matrix'), pooled, twin).then(({ execute }) => execute())).rejects.toThrow('record p3 of the prior')
    const own = { ...pool, dataset: { ...dev, id: 'd' }, samples: [{ sampleId: '5', hash: 'hash-5' }] }
    await expect(freezePlan(choice(samples, { reading: pooled, pool: own }))).rejects.toThrow('holds 5, which is under test')
    await expect(freezePlan(choice(samples, { reading: pooled }))).rejects.toThrow('names that pool')
    await expect(freezePlan(choice(samples, { pool }))).rejects.toThrow('names that pool')
  })

  test('is drawn by the seed, apart from the test by text, group and context', () => {
    const marked = others.map((sample, at) => ({
      ...sample, ...(at === 0 && { text: '句子 3！' }), ...(at === 1 && { group: 'g' }), ...(at === 2 && { context: '甲：在吗' }),
    }))
    const test = [...samples, toySample('x', { group: 'g', context: '甲：在吗？' })]
    const drawn = drawPool({ dataset: dev, samples: marked, test, seed: 1 })
    if (typeof drawn === 'number') throw new Error('too few')
    expect(drawn.samples).toHaveLength(POOL_SIZE)
    for (const id of ['p0', 'p1', 'p2']) expect(drawn.samples.map(({ sampleId }) => sampleId)).not.toContain(id)
    expect(drawPool({ dataset: dev, samples: marked, test, seed: 1 })).toEqual(drawn)
    expect(drawPool({ dataset: dev, samples: marked, test, seed: 2 })).not.toEqual(drawn)
    expect(drawPool({ dataset: dev, samples: marked.slice(0, 202), test, seed: 1 })).toBe(199)
  })
})

test('a batch’s mean is known at the end, and what it then chooses is asked behind', async () => {
  const { execute, kinds, left, asked } = await run(method('matrix'), { ...plain, prior: 'batch' })
  expect(await execute()).toMatchObject({ end: 'finished', done: 12, asked: 12 })
  expect(kinds()).toEqual(new Set(['chosen']))
  expect(await left()).toBe(false)
  expect(asked().length).toBeGreaterThan(12)
})

test('later fields that are summed over the cells are asked behind as many as it takes', async () => {
  const summed: Reading = { ...plain, later: 'marginal' }
  const { execute, kinds, left, sink } = await run(method('matrix'), summed)
  expect(await execute()).toMatchObject({ end: 'finished', done: 12 })
  expect(kinds()).toEqual(new Set(['chosen']))
  expect(await left()).toBe(false)
  for (const { outcome } of sink.predictions.values()) {
    if (outcome.kind !== 'guided') throw new Error(outcome.kind)
    expect(outcome.conditionals.filter(({ field }) => field === 'intent')).toHaveLength(9)
    expect(outcome.conditionals.filter(({ field }) => field === 'emotion').length).toBeGreaterThan(1)
  }
})
