import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../src/domain/random.ts'
import { benchmarkIntervals } from '../../src/metrics/benchmarkIntervals.ts'
import { binomialProbability, drawBinomial, fairBinomialTail } from '../../src/metrics/binomial.ts'
import { accuracy, benchmarkMetrics, macroF1 } from '../../src/metrics/classification.ts'
import { confusion } from '../../src/metrics/confusion.ts'
import { bootstrapIntervals, bootstrapRecords, quantileOfSorted, wilson } from '../../src/metrics/intervals.ts'
import { normalQuantile } from '../../src/metrics/normal.ts'
import { resampler } from '../../src/metrics/resampling.ts'
import { spread } from '../../src/metrics/spread.ts'
import { studentQuantile } from '../../src/metrics/student.ts'
import { golden } from './golden.ts'
import { population } from './population.ts'

const goldens = golden('comparison') as Record<'wilson' | 'normal' | 'student' | 'binomial', number[][]>
const { quantile: quantiles } = golden('comparison') as { quantile: [values: number[], p: number, quantile: number][] }

function expectNear(actual: number | undefined, expected: number, tolerance = 1e-9): void {
  expect(Math.abs((actual ?? NaN) - expected)).toBeLessThanOrEqual(tolerance * Math.max(1, Math.abs(expected)))
}

describe('wilson', () => {
  it(`is what statsmodels says, ${goldens.wilson.length} times`, () => {
    expect(goldens.wilson.length).toBeGreaterThan(100)
    for (const [successes, records, level, low, high] of goldens.wilson) {
      const interval = wilson(successes!, records!, level)
      expectNear(interval?.low, low!)
      expectNear(interval?.high, high!)
    }
  })

  it('holds the share, lies within 0 to 1, and is undefined without records', () => {
    expect(wilson(0, 0)).toBeUndefined()
    expect(wilson(0, 5)?.low).toBe(0)
    expect(wilson(5, 5)?.high).toBe(1)
    fc.assert(
      fc.property(fc.nat(5000), fc.nat(5000), fc.double({ min: 0.5, max: 0.999, noNaN: true }), (one, other, level) => {
        const records = one + other
        if (records === 0) return
        const { low, high } = wilson(one, records, level)!
        expect(0 <= low && low <= one / records && one / records <= high && high <= 1).toBe(true)
      }),
    )
  })

  it('refuses what is no count', () => {
    for (const [successes, records] of [[2, 1], [-1, 3], [0.5, 2], [NaN, 2], [1, NaN]]) {
      expect(() => wilson(successes!, records!)).toThrow(RangeError)
    }
    for (const level of [0, 1, NaN]) expect(() => wilson(1, 2, level)).toThrow(RangeError)
  })
})

describe('the distributions beneath', () => {
  it('are what scipy says', () => {
    for (const cases of [goldens.normal, goldens.student, goldens.binomial]) expect(cases.length).toBeGreaterThan(100)
    for (const [p, quantile] of goldens.normal) expectNear(normalQuantile(p!), quantile!, 1e-12)
    for (const [level, degrees, quantile] of goldens.student) expectNear(studentQuantile(level!, degrees!), quantile!)
    for (const [k, n, p, probability] of goldens.binomial) {
      expect(Math.abs(binomialProbability(k!, n!, p!) / probability! - 1)).toBeLessThan(1e-9)
    }
  })

  it('sum to one, and the fair tail is their sum', () => {
    for (const [n, p] of [[1, 0.3], [20, 0.5], [400, 0.07]] as const) {
      let sum = 0
      for (let k = 0; k <= n; k++) sum += binomialProbability(k, n, p)
      expectNear(sum, 1, 1e-12)
    }
    let sum = 0
    for (let k = 0; k <= 60; k++) {
      sum += binomialProbability(k, 60, 0.5)
      expectNear(fairBinomialTail(k, 60), sum, 1e-12)
    }
  })

  it('are drawn from exactly, by inversion and by rejection', () => {
    const random = seededRandom('binomial')
    for (const [n, p] of [[12, 0.4], [300, 0.01], [300, 0.4], [40, 0.9], [50_000, 0.3]] as const) {
      const draws = 40_000
      const counts = new Map<number, number>()
      for (let draw = 0; draw < draws; draw++) {
        const k = drawBinomial(random, n, p)
        counts.set(k, (counts.get(k) ?? 0) + 1)
      }
      let square = 0
      let cells = 0
      for (let k = 0; k <= n; k++) {
        const expected = draws * binomialProbability(k, n, p)
        if (expected < 5) continue
        square += ((counts.get(k) ?? 0) - expected) ** 2 / expected
        cells++
      }
      // Within 3.3 deviations of a chi-square of so many cells.
      expect((square - cells) / Math.sqrt(2 * cells)).toBeLessThan(3.3)
    }
  })
})

describe('resampler', () => {
  it('draws as many as there are, from where they are, whichever way it goes', () => {
    const random = seededRandom('draws')
    // Many records in few cells: binomials. Few records in many cells: one by one. Both: means and variances of a multinomial.
    for (const cells of [Int32Array.from({ length: 400 }, (_, at) => (at % 10 < 7 ? 0 : at % 10 < 9 ? 2 : -1)), Int32Array.of(0, 0, 0, 0, 0, 2, 2, -1)]) {
      const counted = cells.filter((cell) => cell >= 0).length
      const share = cells.filter((cell) => cell === 0).length / counted
      const draw = resampler(cells)
      expect(draw.units).toBe(counted)
      const counts = new Float64Array(3)
      const drawn: number[] = []
      for (let at = 0; at < 4000; at++) {
        draw.fill(counts, random)
        expect(counts[0]! + counts[2]!).toBe(counted)
        expect(counts[1]).toBe(0)
        drawn.push(counts[0]!)
      }
      const { mean, deviation } = spread(drawn)!
      const expected = Math.sqrt(counted * share * (1 - share))
      expect(Math.abs(mean - counted * share)).toBeLessThan((4 * expected) / Math.sqrt(4000))
      expect(Math.abs(deviation! / expected - 1)).toBeLessThan(0.05)
    }
  })

  it('draws whole groups, and a record without a group by itself', () => {
    const random = seededRandom('groups')
    const draw = resampler(Int32Array.of(0, 1, 2, 3, -1), [7, 7, -1, -1, 9])
    expect(draw.units).toBe(3)
    const counts = new Float64Array(4)
    for (let at = 0; at < 200; at++) {
      draw.fill(counts, random)
      expect(counts[0]).toBe(counts[1])
      expect(counts[0]! + counts[2]! + counts[3]!).toBe(3)
    }
    expect(() => resampler(Int32Array.of(0, 1), [1])).toThrow(RangeError)
    expect(() => resampler(Int32Array.of(0), [0.5])).toThrow(RangeError)
  })
})

describe('bootstrapIntervals', () => {
  const { gold, predicted } = population(4, 1, 0.6).draw(seededRandom('sample'), 200)

  it('is the same for the same seed, and near itself for another', () => {
    const interval = (seed: string) => bootstrapIntervals(4, gold, predicted, { macroF1 }, { random: seededRandom(seed) }).macroF1!
    expect(interval('a')).toEqual(interval('a'))
    expect(Math.abs(interval('a').low - interval('b').low)).toBeLessThan(0.02)
  })

  it('is about Wilson’s for accuracy, and wider at a higher level', () => {
    const at = (level: number) => bootstrapIntervals(4, gold, predicted, { accuracy }, { random: seededRandom('w'), level }).accuracy!
    let right = 0
    gold.forEach((label, record) => (right += label === predicted[record] ? 1 : 0))
    const expected = wilson(right, 200)!
    expect(Math.abs(at(0.95).low - expected.low)).toBeLessThan(0.015)
    expect(Math.abs(at(0.95).high - expected.high)).toBeLessThan(0.015)
    expect(at(0.99).low).toBeLessThan(at(0.8).low)
  })

  it('is undefined where data show no spread, without a second unit, and without records', () => {
    const random = seededRandom('none')
    const of = (gold: number[], predicted: number[], groups?: number[]) =>
      bootstrapIntervals(3, gold, predicted, { accuracy }, { random, groups }).accuracy
    expect(of([0, 1, 2], [0, 1, 2])).toBeUndefined()
    expect(of([0], [1])).toBeUndefined()
    expect(of([], [])).toBeUndefined()
    expect(of([-1, -1], [0, 1])).toBeUndefined()
    expect(of([0, 1, 0, 1], [0, 0, 1, 1], [5, 5, 5, 5])).toBeUndefined()
    expect(bootstrapIntervals(3, [0, 1], [0, 0], { none: () => undefined }, { random }).none).toBeUndefined()
    expect(() => bootstrapIntervals(3, [0, 1], [0, 0], { nan: () => NaN }, { random })).toThrow(RangeError)
  })

  it('takes no fewer than 2,000 resamples', () => {
    expect(() => bootstrapIntervals(3, [0], [0], benchmarkMetrics, { random: seededRandom(''), resamples: 1999 })).toThrow(RangeError)
  })

  it('rests on groups where there are groups', () => {
    const groups = Array.from(gold, (_, record) => Math.floor(record / 10))
    const interval = bootstrapIntervals(4, gold, predicted, { accuracy }, { random: seededRandom('g'), groups }).accuracy
    expect(interval).toMatchObject({ method: 'clusterBootstrap', units: 20, level: 0.95 })
  })
})

describe('bootstrapRecords', () => {
  it('is the same interval from weights as from the table', () => {
    const { gold, predicted } = population(4, 1, 0.6).draw(seededRandom('weights'), 150)
    const { weighted } = bootstrapRecords(
      150,
      (weights) => ({ weighted: accuracy(confusion(4, gold, predicted, weights)) }),
      { random: seededRandom('records') },
    )
    const table = bootstrapIntervals(4, gold, predicted, { accuracy }, { random: seededRandom('table') }).accuracy!
    expect(Math.abs(weighted!.low - table.low)).toBeLessThan(0.01)
    expect(Math.abs(weighted!.high - table.high)).toBeLessThan(0.01)
    expect(bootstrapRecords(1, () => ({ one: 0.5 }), { random: seededRandom('') }).one).toBeUndefined()
  })
})

describe('benchmarkIntervals', () => {
  it('gives macro figures over the full list no interval while a listed label is rare', () => {
    const random = seededRandom('rare')
    const { gold, predicted } = population(5, 4, 0.7).draw(random, 120)
    const rare = benchmarkIntervals(5, gold, predicted, { random })
    expect([rare.macroF1, rare.macroRecall]).toEqual([undefined, undefined])
    for (const name of ['accuracy', 'weightedF1', 'microF1', 'supportedMacroF1', 'supportedMacroRecall'] as const) {
      expect(rare[name]!.low).toBeLessThan(rare[name]!.high)
    }
    expect(rare.accuracy?.method).toBe('wilson')
    const common = population(3, 0, 0.7).draw(random, 120)
    const full = benchmarkIntervals(3, common.gold, common.predicted, { random, groups: common.gold.map((_, at) => at % 30) })
    expect(full.macroF1).toEqual(full.supportedMacroF1)
    expect(full.accuracy?.method).toBe('groupedWilson')
  })

  // it is accuracy then: one number, of which two intervals stood side by side
  it('gives micro-F1 the interval of accuracy where every answer names a label, and its own where one does not', () => {
    const random = seededRandom('micro')
    const { gold, predicted } = population(4, 1, 0.6).draw(random, 150)
    const named = predicted.map((answer) => Math.max(answer, 0))
    for (const groups of [undefined, gold.map((_, at) => at % 30)]) {
      const { accuracy, microF1 } = benchmarkIntervals(4, gold, named, { random, groups })
      expect(accuracy).toBeDefined()
      expect(microF1).toEqual(accuracy)
      for (const outside of [-1, -2]) {
        const some = benchmarkIntervals(4, gold, named.with(3, outside), { random, groups })
        expect(some.microF1?.method).toBe(groups ? 'clusterBootstrap' : 'basicBootstrap')
        expect(some.microF1).not.toEqual(some.accuracy)
      }
    }
    // an answer without gold is in no figure: whether it names a label does not matter
    expect(benchmarkIntervals(2, [0, 1, 0, -1], [0, 0, 0, -1], { random }).microF1).toEqual(wilson(2, 3))
  })
})

describe('quantileOfSorted', () => {
  it(`is what numpy says of Weibull’s positions, ${quantiles.length} times`, () => {
    expect(quantiles.length).toBeGreaterThan(100)
    for (const [values, p, quantile] of quantiles) expectNear(quantileOfSorted(values, p), quantile)
  })

  it('interpolates at p(n + 1) and stays among the values', () => {
    expect(quantileOfSorted([1, 2, 3], 0.5)).toBe(2)
    expect(quantileOfSorted([1, 2, 3, 4], 0.5)).toBe(2.5)
    expect([quantileOfSorted([1, 2, 3], 0.01), quantileOfSorted([1, 2, 3], 0.99)]).toEqual([1, 3])
  })
})
