import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fastest, type Machine, mostWorkers, poolSizes, threadsOf, trialKey, type TriedWay } from '../../src/run/modelTrial.ts'

const laptop: Machine = { cores: 8, memory: 8, isolated: true, adapter: null, browser: 'Chrome/140' }

const machine: fc.Arbitrary<Machine> = fc.record({
  cores: fc.integer({ min: 1, max: 128 }),
  memory: fc.option(fc.constantFrom(0.25, 0.5, 1, 2, 4, 8, 16, 32)),
  isolated: fc.boolean(),
  adapter: fc.constant(null),
  browser: fc.constant('Chrome/140'),
})

describe('how many engines', () => {
  test('never more than cores, nor than half of the memory holds, and always one', () => {
    fc.assert(
      fc.property(machine, fc.integer({ min: 1, max: 4e9 }), (here, bytes) => {
        const most = mostWorkers(bytes, here)
        expect(most).toBeGreaterThanOrEqual(1)
        expect(most).toBeLessThanOrEqual(here.cores)
        if (most > 1) expect(most * bytes * 2).toBeLessThan(((here.memory ?? 4) * 2 ** 30) / 2)
        for (const size of poolSizes(bytes, here)) {
          expect(size).toBeGreaterThan(1)
          expect(size).toBeLessThanOrEqual(most)
          const threads = threadsOf(size, here)
          if (threads !== null) expect(threads * size).toBeLessThanOrEqual(Math.max(here.cores, size))
        }
      }),
    )
  })

  test('of a model of half a gigabyte on a laptop are three; of a small one as many as there are cores', () => {
    expect(mostWorkers(500e6, laptop)).toBe(3)
    expect(poolSizes(500e6, laptop)).toEqual([3])
    expect(poolSizes(10e6, laptop)).toEqual([8, 4])
    expect(poolSizes(10e6, { ...laptop, cores: 2 })).toEqual([2])
    expect(poolSizes(10e6, { ...laptop, cores: 1 })).toEqual([])
    expect(poolSizes(3e9, laptop)).toEqual([])
  })

  test('have a thread each where the cores are theirs; one alone has what the runtime gives it', () => {
    expect([1, 2, 4, 8].map((workers) => threadsOf(workers, laptop))).toEqual([null, 4, 2, 1])
    expect(threadsOf(2, { ...laptop, isolated: false })).toBeNull()
  })
})

describe('what a trial chooses', () => {
  const way = (perMinute: number | null, over: Partial<TriedWay> = {}): TriedWay => ({ device: 'wasm', dtype: 'q8', graph: 'rewritten', workers: 1, threads: null, perMinute, loading: 1, problem: null, ...over })

  test('is the fastest; of two that are alike the one that was tried first; nothing where nothing has a figure', () => {
    expect(fastest([way(100), way(190, { workers: 2 })])).toBe(1)
    expect(fastest([way(100), way(109, { device: 'webgpu' })])).toBe(0)
    expect(fastest([way(null, { problem: 'noTime' }), way(5)])).toBe(1)
    expect(fastest([way(null), way(null)])).toBeNull()
    expect(fastest([])).toBeNull()
  })

  test('is no further than a tenth from the best figure', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.double({ min: 0.1, max: 1e5, noNaN: true })), { minLength: 1 }), (rates) => {
        const chosen = fastest(rates.map((rate) => way(rate)))
        const best = Math.max(...rates.map((rate) => rate ?? 0))
        if (chosen === null) expect(best).toBe(0)
        else expect(rates[chosen]! * 1.1).toBeGreaterThanOrEqual(best)
      }),
    )
  })
})

test('what is remembered is of one model’s files, dtypes and machine', () => {
  const model = { id: 'qwen', revision: '1', dtypes: { wasm: ['q8', 'fp32'], webgpu: [] } }
  const key = trialKey(model, laptop)
  expect(trialKey({ ...model }, { ...laptop, memory: 4 })).toBe(key)
  for (const other of [
    trialKey({ ...model, revision: '2' }, laptop),
    trialKey({ ...model, id: 'qwen (2)' }, laptop),
    trialKey({ ...model, dtypes: { wasm: ['fp32'], webgpu: [] } }, laptop),
    trialKey(model, { ...laptop, cores: 4 }),
    trialKey(model, { ...laptop, adapter: 'intel gen-12lp' }),
    trialKey(model, { ...laptop, browser: 'Chrome/141' }),
  ]) expect(other).not.toBe(key)
})
