import { describe, expect, test } from 'vitest'
import { type Random, seededRandom } from '../../src/domain/random.ts'
import { answered, estimate, type Pace, restarted, resumed, startPace } from '../../src/run/progress.ts'

/** A standard normal number (Box-Muller). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform())
}

interface Trace {
  readonly each: number
  readonly spread: number
  readonly cold: number
  readonly slower: number
  readonly seed: string
}

/** How long each of `count` samples takes: log-normal around `each`, the first `cold` ones `slower` times as long. */
function times({ each, spread, cold, slower, seed }: Trace, count: number): readonly number[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, (_, at) => each * Math.exp(spread * normal(random)) * (at < cold ? slower : 1))
}

function paceAt(trace: readonly number[], now: number): { pace: Pace; answeredCount: number } {
  let pace = startPace(0)
  let at = 0
  let count = 0
  while (count < trace.length && at + trace[count]! <= now) {
    at += trace[count]!
    pace = answered(pace, at)
    count++
  }
  return { pace, answeredCount: count }
}

/** Within one minute the engine must have become warm and answered a few: from cold samples alone nobody can tell. */
const all: readonly Trace[] = [50, 150, 500, 1_500, 3_000, 5_000].flatMap((each) =>
  [0.1, 0.25, 0.4].flatMap((spread) =>
    [1, 2, 3].flatMap((cold) =>
      [3, 4, 5].flatMap((slower) =>
        Array.from({ length: 6 }, (_, seed) => ({ each, spread, cold, slower, seed: String(seed) })),
      ),
    ),
  ),
)
const traces = all.filter(({ each, cold, slower }) => 60_000 - cold * slower * each > 4 * each)

function errorAtOneMinute(trace: Trace): number {
  const total = Math.ceil((15 * 60_000) / trace.each)
  const all = times(trace, total)
  const truth = all.reduce((sum, took) => sum + took, 0)
  const { pace, answeredCount } = paceAt(all, 60_000)
  const known = estimate([pace], total - answeredCount, 60_000)
  if (known.kind === 'measuring') return Infinity
  return (60_000 + known.left - truth) / truth
}

describe('the time left', () => {
  test('is within a quarter of the truth after one minute, slow starts included', () => {
    // What a text's length makes of its time; with more spread than that, the dozen samples of a slow model are too few.
    const usual = traces.filter(({ spread }) => spread < 0.3)
    const wrong = usual.map((trace) => ({ ...trace, error: errorAtOneMinute(trace) })).filter(({ error }) => Math.abs(error) > 0.25)
    console.log(`${usual.length} traces, worst ${Math.max(...usual.map((trace) => Math.abs(errorAtOneMinute(trace)))).toFixed(3)}`)
    expect(wrong.map(t=>JSON.stringify(t))).toEqual([])
  })

  test('lies within what is said of it in most cases, from the moment it is known', () => {
    let inside = 0
    let told = 0
    for (const trace of traces) {
      const total = Math.ceil((15 * 60_000) / trace.each)
      const all = times(trace, total)
      for (const now of [10_000, 30_000, 60_000, 120_000]) {
        const { pace, answeredCount } = paceAt(all, now)
        const known = estimate([pace], total - answeredCount, now)
        if (known.kind === 'measuring') continue
        const truth = all.reduce((sum, took) => sum + took, 0) - now
        told++
        if (truth >= known.leftAtLeast && truth <= known.leftAtMost) inside++
      }
    }
    console.log(`inside ${(inside / told).toFixed(3)} of ${told}`)
    expect(inside / told).toBeGreaterThan(0.85)
  })

  test('is not told before 3 samples or 5 seconds', () => {
    let pace = startPace(0)
    expect(estimate([pace], 10, 60_000)).toEqual({ kind: 'measuring' })
    pace = answered(pace, 100)
    pace = answered(pace, 200)
    expect(estimate([pace], 10, 300)).toEqual({ kind: 'measuring' })
    expect(estimate([answered(pace, 300)], 10, 300)).toMatchObject({ kind: 'known', itemsPerMinute: 600, left: 1_000 })
    expect(estimate([answered(startPace(0), 6_000)], 10, 6_000)).toMatchObject({ kind: 'known', left: 60_000 })
    expect(estimate([answered(startPace(0), 6_000, 1, 12)], 10, 6_000)).toMatchObject({ kind: 'known', itemsPerMinute: 120, left: 5_000 })
  })

  test('does not count a pause, and takes the sample in flight off', () => {
    let pace = startPace(0)
    for (let at = 1; at <= 5; at++) pace = answered(pace, at * 1_000)
    pace = resumed(pace, 600_000)
    expect(estimate([pace], 10, 600_000)).toMatchObject({ left: 10_000, itemsPerMinute: 60 })
    expect(estimate([pace], 10, 600_400)).toMatchObject({ left: 9_600 })
    expect(estimate([answered(pace, 601_000)], 9, 601_000)).toMatchObject({ left: 9_000 })
  })

  test('does not take a restarted engine for a slow one', () => {
    let pace = startPace(0)
    for (let at = 1; at <= 20; at++) pace = answered(pace, at * 1_000)
    pace = restarted(pace, 90_000)
    pace = answered(pace, 95_000)
    for (let at = 1; at <= 3; at++) pace = answered(pace, 95_000 + at * 1_000)
    expect(estimate([pace], 10, 98_000)).toMatchObject({ itemsPerMinute: 60 })
  })

  test('follows a machine that becomes slower', () => {
    let pace = startPace(0)
    for (let at = 1; at <= 100; at++) pace = answered(pace, at * 1_000)
    for (let at = 1; at <= 60; at++) pace = answered(pace, 100_000 + at * 3_000)
    expect(estimate([pace], 10, 280_000)).toMatchObject({ left: 30_000 })
  })

  test('is nothing where nothing is left', () => {
    expect(estimate([answered(startPace(0), 6_000)], 0, 6_000)).toMatchObject({ left: 0, leftAtMost: 0 })
  })

  test('of several engines at once is within a quarter of the truth after one minute, though one comes later', () => {
    const wrong: string[] = []
    for (const engines of [2, 3, 4]) {
      // as above, for the engine that begins 10 seconds later
      const usual = traces.filter(({ spread, each, cold, slower, seed }) => spread < 0.3 && each >= 500 && seed < '3' && 50_000 - cold * slower * each > 4 * each)
      for (const trace of usual) {
        const { truth, paces, answeredCount, total } = together(trace, engines, 60_000)
        const known = estimate(paces, total - answeredCount, 60_000)
        const error = known.kind === 'measuring' ? Infinity : (60_000 + known.left - truth) / truth
        if (Math.abs(error) > 0.25) wrong.push(`${engines} ${JSON.stringify(trace)} ${error}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('is not told by what an engine took alone, once it has company', () => {
    let [first, second] = [startPace(0), startPace(0)]
    for (let at = 1; at <= 30; at++) first = answered(first, at * 1_000, 1)
    second = resumed(second, 30_000)
    for (let at = 1; at <= 4; at++) {
      first = answered(first, 30_000 + at * 1_500, 2)
      second = answered(second, 30_000 + at * 1_500, 2)
    }
    expect(estimate([first, second], 8, 36_000)).toMatchObject({ itemsPerMinute: 80, left: 6_000 })
  })
})

/** Fifteen minutes' work by engines of one kind that take from one queue; the last begins 10 seconds after the others. */
function together(trace: Trace, engines: number, now: number): { truth: number; paces: readonly Pace[]; answeredCount: number; total: number } {
  const total = Math.ceil((15 * 60_000 * engines) / trace.each)
  const perEngine = Array.from({ length: engines }, (_, engine) => times({ ...trace, seed: `${trace.seed} ${engine}` }, total))
  const clocks: number[] = perEngine.map((_, engine) => (engine === engines - 1 ? 10_000 : 0))
  const paces = clocks.map((clock) => resumed(startPace(0), clock))
  const asked = clocks.map(() => 0)
  let answeredCount = 0
  for (let item = 0; item < total; item++) {
    const engine = clocks.indexOf(Math.min(...clocks))
    clocks[engine]! += perEngine[engine]![asked[engine]!]!
    asked[engine]!++
    if (clocks[engine]! > now) continue
    paces[engine] = answered(paces[engine]!, clocks[engine]!, clocks[engine]! > 10_000 ? engines : engines - 1)
    answeredCount++
  }
  return { truth: Math.max(...clocks), paces, answeredCount, total }
}
