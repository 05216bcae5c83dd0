import { describe, expect, it } from 'vitest'
import { paceWith, type Timing, wallPace } from '../../src/run/wallPace.ts'

/** Engines that ask one after the other, each call so long. */
function run(engines: number, took: number, calls: number, from = 0): Timing[] {
  return Array.from({ length: engines }, (_, engine) =>
    Array.from({ length: calls }, (_, call): Timing => ({ at: from + (call + 1) * took + (engine * took) / engines, duration: took }))).flat()
}

describe('the pace of a run by the clock', () => {
  it('is what a call takes where one engine asks', () => {
    expect(wallPace(run(1, 2_000, 20))).toEqual({ each: 2_000, engines: 1 })
  })

  it('is as many times shorter as engines ask at once', () => {
    for (const engines of [2, 4]) {
      const pace = wallPace(run(engines, 2_000, 50))!
      expect(pace.engines).toBe(engines)
      expect(pace.each).toBeCloseTo(2_000 / engines, -1)
    }
  })

  it('counts no pauses, and does not need the answers in order', () => {
    const timings = [...run(2, 1_000, 30, 10_000_000), ...run(2, 1_000, 30)]
    expect(wallPace(timings)!.each).toBeCloseTo(500, -1)
    expect(wallPace(timings)!.engines).toBe(2)
  })

  it('takes what one call answered together', () => {
    const groups = Array.from({ length: 10 }, (_, group) => Array.from({ length: 8 }, (_, one): Timing => ({ at: (group + 1) * 400 + one * 0.5, duration: 50 }))).flat()
    expect(wallPace(groups)!.each).toBeCloseTo(50, 0)
    expect(wallPace(groups)!.engines).toBe(1)
  })

  it('counts what the engine waits for between calls', () => {
    const slow = Array.from({ length: 20 }, (_, call): Timing => ({ at: call * 130, duration: 100 }))
    expect(wallPace(slow)!.each).toBeCloseTo(130, 5)
  })

  it('says nothing of a few answers', () => {
    expect(wallPace([])).toBeNull()
    expect(wallPace(run(1, 100, 3))).toBeNull()
    expect(wallPace(run(1, 100, 4))).not.toBeNull()
  })
})

describe('the pace with another number of engines', () => {
  const way = { device: 'wasm', dtype: 'q8', graph: 'rewritten', threads: null } as const
  const tried = [{ ...way, workers: 1, perMinute: 10, loading: 1, problem: null }, { ...way, workers: 2, perMinute: 16, loading: 1, problem: null }, { ...way, workers: 4, perMinute: null, loading: null, problem: 'noTime' }]

  it('is scaled by what a trial found', () => {
    expect(paceWith({ each: 3_200, engines: 1 }, { ...way, workers: 2 }, tried)).toBe(2_000)
    expect(paceWith({ each: 2_000, engines: 2 }, { ...way, workers: 1 }, tried)).toBe(3_200)
  })

  it('stays as it was measured where a trial says nothing of it', () => {
    expect(paceWith({ each: 3_200, engines: 1 }, { ...way, workers: 4 }, tried)).toBe(3_200)
    expect(paceWith({ each: 3_200, engines: 1 }, { ...way, dtype: 'q4', workers: 2 }, tried)).toBe(3_200)
    expect(paceWith({ each: 3_200, engines: 3 }, { ...way, workers: 2 }, [])).toBe(3_200)
  })
})
