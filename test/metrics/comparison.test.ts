import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../src/domain/random.ts'
import { accuracy, benchmarkMetrics, macroF1 } from '../../src/metrics/classification.ts'
import { differences, discordance, flips, type Pair } from '../../src/metrics/comparison.ts'
import { confusion } from '../../src/metrics/confusion.ts'
import { equivalence } from '../../src/metrics/equivalence.ts'
import { holm } from '../../src/metrics/holm.ts'
import type { Interval } from '../../src/metrics/intervals.ts'
import { accuracyDifferenceInterval, mcnemar } from '../../src/metrics/mcnemar.ts'
import { differencesFromControls, spread } from '../../src/metrics/spread.ts'
import { swapTest } from '../../src/metrics/swapTest.ts'
import { tippingPoint } from '../../src/metrics/tippingPoint.ts'
import { golden, indices } from './golden.ts'
import { population } from './population.ts'

const goldens = golden('comparison') as {
  mcnemar: [number, number, number][]
  holm: [number[], number[]][]
  swap: [labels: number, gold: string, first: string, second: string, difference: number, p: number][]
}

const pairs = fc
  .array(fc.tuple(fc.integer({ min: -1, max: 2 }), fc.integer({ min: -2, max: 2 }), fc.integer({ min: -2, max: 2 })), { maxLength: 40 })
  .map((rows): Pair => ({ labels: 3, gold: rows.map(([gold]) => gold), first: rows.map(([, first]) => first), second: rows.map(([, , second]) => second) }))

describe('mcnemar', () => {
  it(`is what statsmodels says, ${goldens.mcnemar.length} times`, () => {
    expect(goldens.mcnemar.length).toBeGreaterThan(100)
    for (const [onlyFirst, onlySecond, p] of goldens.mcnemar) {
      const test = mcnemar({ bothRight: 7, onlyFirst, onlySecond, bothWrong: 5 })
      expect(Math.abs(test.p - p)).toBeLessThanOrEqual(1e-9 * p)
    }
  })

  it('is 1 with no discordant pair, and its effects are then undefined', () => {
    expect(mcnemar({ bothRight: 9, onlyFirst: 0, onlySecond: 0, bothWrong: 1 })).toEqual({
      p: 1, difference: 0, oddsRatio: undefined, g: undefined, records: 10,
    })
    expect(mcnemar({ bothRight: 0, onlyFirst: 0, onlySecond: 0, bothWrong: 0 }).difference).toBeUndefined()
    expect(() => mcnemar({ bothRight: 0, onlyFirst: NaN, onlySecond: 0, bothWrong: 0 })).toThrow(RangeError)
  })

  it('does not care which run is first', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.nat(300), fc.nat(50), (onlyFirst, onlySecond, others) => {
        const one = mcnemar({ bothRight: others, onlyFirst, onlySecond, bothWrong: 1 })
        const other = mcnemar({ bothRight: others, onlyFirst: onlySecond, onlySecond: onlyFirst, bothWrong: 1 })
        expect(other.p).toBe(one.p)
        expect(one.p > 0 && one.p <= 1).toBe(true)
        expect(other.difference).toBeCloseTo(-one.difference!, 14)
      }),
    )
  })

  it('has an interval for the difference even where nothing is discordant', () => {
    const interval = accuracyDifferenceInterval({ bothRight: 90, onlyFirst: 0, onlySecond: 0, bothWrong: 10 })!
    expect(interval.low).toBeCloseTo(-interval.high, 14)
    expect(interval.high).toBeGreaterThan(0.02)
    expect(accuracyDifferenceInterval({ bothRight: 0, onlyFirst: 0, onlySecond: 0, bothWrong: 0 })).toBeUndefined()
  })
})

describe('holm', () => {
  it(`is what statsmodels says, ${goldens.holm.length} times`, () => {
    expect(goldens.holm.length).toBeGreaterThan(100)
    for (const [ps, expected] of goldens.holm) {
      holm(ps).forEach((p, at) => expect(Math.abs(p! - expected[at]!)).toBeLessThanOrEqual(1e-9))
    }
  })

  it('keeps the place of a member that was not tested', () => {
    expect(holm([0.01, undefined, 0.03])).toEqual([0.03, undefined, 0.06])
    expect(holm([])).toEqual([])
    expect(() => holm([0.1, NaN])).toThrow(RangeError)
    expect(() => holm([1.1])).toThrow(RangeError)
  })

  it('never lowers a p, and keeps their order', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (ps) => {
        const adjusted = holm(ps)
        ps.forEach((p, at) => {
          expect(adjusted[at]! >= p && adjusted[at]! <= 1).toBe(true)
          ps.forEach((q, other) => {
            if (p < q) expect(adjusted[at]!).toBeLessThanOrEqual(adjusted[other]!)
          })
        })
      }),
    )
  })
})

describe('flips and discordance', () => {
  it('name the same records, and every record with gold is in one place', () => {
    fc.assert(
      fc.property(pairs, (pair) => {
        const { lost, won, otherwiseWrong } = flips(pair)
        const table = discordance(pair)
        expect([lost.length, won.length]).toEqual([table.onlyFirst, table.onlySecond])
        expect(otherwiseWrong.length).toBeLessThanOrEqual(table.bothWrong)
        const all = table.bothRight + table.onlyFirst + table.onlySecond + table.bothWrong
        expect(all).toBe(Array.from(pair.gold).filter((gold) => gold >= 0).length)
        const gain = (accuracy(confusion(3, pair.gold, pair.second)) ?? 0) - (accuracy(confusion(3, pair.gold, pair.first)) ?? 0)
        expect(mcnemar(table).difference ?? 0).toBeCloseTo(gain, 12)
      }),
    )
  })
})

describe('swapTest', () => {
  const random = seededRandom('swaps')

  it(`draws about the p that scipy counts over all swaps, ${goldens.swap.length} times`, () => {
    expect(goldens.swap.length).toBeGreaterThan(100)
    let squares = 0
    for (const [labels, gold, first, second, difference, p] of goldens.swap) {
      const test = swapTest({ labels, gold: indices(gold), first: indices(first), second: indices(second) }, { macroF1: (table) => macroF1(table) }, { random, draws: 4_000 }).macroF1!
      expect(Math.abs(test.difference - difference)).toBeLessThanOrEqual(1e-9)
      // a share of 4,000 draws, beside which the observed one counts as drawn
      const error = (4_001 * test.p - 1 - 4_000 * p) / Math.sqrt(4_000 * p * (1 - p))
      if (p === 1) expect(test.p).toBe(1)
      else {
        expect(Math.abs(error)).toBeLessThan(4)
        squares += error ** 2
      }
    }
    const drawn = goldens.swap.filter(([, , , , , p]) => p < 1).length
    expect(drawn).toBeGreaterThan(60)
    // as far off on the whole as chance says, within 3.3 deviations of a chi-square
    expect(Math.abs(squares - drawn) / Math.sqrt(2 * drawn)).toBeLessThan(3.3)
  })

  it('agrees with every possible swap counted out', () => {
    const pair: Pair = {
      labels: 3,
      gold: [0, 0, 1, 1, 2, 2, 0, 1, 2, 2, -1],
      first: [0, 1, 1, -1, 0, 2, 1, 1, 0, 1, 0],
      second: [0, 0, 1, 1, 2, 2, 0, -2, 2, 2, 1],
    }
    const movable = [1, 3, 4, 6, 7, 8, 9]
    const difference = (swapped: number): number => {
      const first = Array.from(pair.first)
      const second = Array.from(pair.second)
      movable.forEach((record, bit) => {
        if ((swapped >> bit) & 1) [first[record], second[record]] = [second[record]!, first[record]!]
      })
      return macroF1(confusion(3, pair.gold, second))! - macroF1(confusion(3, pair.gold, first))!
    }
    let hits = 0
    for (let swapped = 0; swapped < 128; swapped++) if (Math.abs(difference(swapped)) >= Math.abs(difference(0)) - 1e-12) hits++
    const test = swapTest(pair, { macroF1: (table) => macroF1(table) }, { random, draws: 20_000 }).macroF1!
    expect(test.movable).toBe(7)
    expect(test.difference).toBeCloseTo(difference(0), 12)
    expect(Math.abs(test.p - hits / 128)).toBeLessThan(0.012)
    const singly = swapTest(pair, { macroF1: (table) => macroF1(table) }, { random, draws: 20_000, groups: pair.gold.length ? Array.from(pair.gold, () => -1) : [] })
    expect(Math.abs(singly.macroF1!.p - hits / 128)).toBeLessThan(0.012)
  })

  // swaps of two wrong answers are drawn together whatever is gold: every figure of the margins and the diagonal must come out as by swapping record by record
  it('draws kinds of disagreement as it would draw records, with many labels and answers that name none', () => {
    const drawn = population(6, 1, 0.4).draw(random, 400)
    const second = population(6, 0, 0.45).answer(random, drawn.gold)
    const pair = { labels: 6, gold: drawn.gold, first: drawn.predicted, second }
    const kinds = swapTest(pair, benchmarkMetrics, { random, draws: 20_000 })
    // a record a group: the other way of drawing, which moves each record by itself
    const records = swapTest(pair, benchmarkMetrics, { random, draws: 20_000, groups: Int32Array.from(drawn.gold.keys()) })
    for (const name of ['accuracy', 'macroRecall', 'macroF1', 'microF1', 'weightedF1'] as const) {
      const [one, other] = [kinds[name]!, records[name]!]
      expect([one.difference, one.movable]).toEqual([other.difference, other.movable])
      // two shares of 20,000 draws each, four standard errors apart at most
      expect(Math.abs(one.p - other.p)).toBeLessThan(4 * Math.sqrt((2 * other.p * (1 - other.p) + 1e-4) / 20_000))
    }
  })

  it('is about McNemar’s for accuracy', () => {
    const drawn = population(3, 1, 0.6).draw(random, 300)
    const second = population(3, 1, 0.7).answer(random, drawn.gold)
    const pair = { labels: 3, gold: drawn.gold, first: drawn.predicted, second }
    const { p } = swapTest(pair, { accuracy }, { random }).accuracy!
    expect(Math.abs(p - mcnemar(discordance(pair)).p)).toBeLessThan(0.02)
  })

  it('moves groups together', () => {
    const gold = new Array<number>(12).fill(0)
    const second = new Array<number>(12).fill(0)
    const first = new Array<number>(12).fill(1)
    const groups = gold.map((_, at) => Math.floor(at / 6))
    const grouped = swapTest({ labels: 2, gold, first, second }, { accuracy }, { random, groups }).accuracy!
    expect(grouped.movable).toBe(2)
    expect(Math.abs(grouped.p - 0.5)).toBeLessThan(0.02)
    expect(swapTest({ labels: 2, gold, first, second }, { accuracy }, { random }).accuracy!.p).toBeLessThan(0.01)
  })

  it('is 1 where the answers do not differ, undefined without gold', () => {
    const same = { labels: 2, gold: [0, 1], first: [0, 0], second: [0, 0] }
    expect(swapTest(same, benchmarkMetrics, { random }).macroF1).toEqual({ difference: 0, p: 1, draws: 10_000, movable: 0 })
    expect(swapTest({ ...same, gold: [-1, -1] }, { accuracy }, { random }).accuracy).toBeUndefined()
    expect(() => swapTest(same, { accuracy }, { random, draws: 10 })).toThrow(RangeError)
    expect(() => swapTest({ ...same, second: [0] }, { accuracy }, { random })).toThrow(RangeError)
  })
})

describe('differences', () => {
  it('are second minus first, turn their sign with the runs, and hold the estimate', () => {
    const random = seededRandom('differences')
    const drawn = population(3, 1, 0.5).draw(random, 200)
    const second = population(3, 1, 0.8).answer(random, drawn.gold)
    const pair = { labels: 3, gold: drawn.gold, first: drawn.predicted, second }
    const one = differences(pair, benchmarkMetrics, { random: seededRandom('d') })
    const other = differences({ ...pair, first: second, second: drawn.predicted }, benchmarkMetrics, { random: seededRandom('d') })
    for (const name of ['accuracy', 'macroF1', 'weightedF1', 'microF1', 'macroRecall'] as const) {
      const { first, second, difference, interval } = one[name]!
      expect(difference).toBe(second - first)
      expect(interval!.low < difference && difference < interval!.high).toBe(true)
      expect(other[name]!.difference).toBeCloseTo(-difference, 14)
      expect(Math.abs(other[name]!.interval!.low + interval!.high)).toBeLessThan(1e-9)
    }
  })

  it('show no spread between equal runs: an estimate without an interval', () => {
    const random = seededRandom('equal')
    const same = { labels: 2, gold: [0, 1, 1], first: [0, 0, 1], second: [0, 0, 1] }
    expect(differences(same, { accuracy }, { random }).accuracy).toEqual({ first: 2 / 3, second: 2 / 3, difference: 0, interval: undefined })
    expect(differences({ ...same, gold: [-1, -1, -1] }, { accuracy }, { random }).accuracy).toBeUndefined()
  })
})

describe('equivalence', () => {
  const interval = (low: number, high: number): Interval => ({ low, high, level: 0.9, method: 'basicBootstrap', units: 50 })
  const margin = { name: 'two points, half of the paper’s gain', value: 0.02 }

  it('needs the whole interval within the margin', () => {
    expect(equivalence(interval(-0.01, 0.019), margin)?.verdict).toBe('equivalent')
    expect(equivalence(interval(-0.01, 0.02), margin)?.verdict).toBe('undecided')
    expect(equivalence(interval(0.021, 0.05), margin)?.verdict).toBe('different')
    expect(equivalence(interval(-0.09, -0.03), margin)?.verdict).toBe('different')
    expect(equivalence(interval(0, 0.01), margin)?.alpha).toBeCloseTo(0.05, 14)
    expect(equivalence(undefined, margin)).toBeUndefined()
    for (const value of [0, -1, NaN, Infinity]) expect(() => equivalence(interval(0, 0), { name: 'x', value })).toThrow(RangeError)
    expect(() => equivalence(interval(0, 0), { name: '', value: 1 })).toThrow(RangeError)
  })
})

describe('differencesFromControls', () => {
  it('holds the spread between controls beside the sampling', () => {
    const random = seededRandom('shams')
    const people = population(3, 0, 0.6)
    const { gold, predicted } = people.draw(random, 300)
    const alike = [0, 1, 2, 3, 4].map(() => people.answer(random, gold))
    const apart = [0.3, 0.45, 0.6, 0.75, 0.9].map((right) => population(3, 0, right).answer(random, gold))
    const against = (controls: Int8Array[]) => differencesFromControls({ labels: 3, gold, run: predicted, controls }, { accuracy }, { random }, [0.95]).accuracy
    const width = (controls: Int8Array[]) => {
      const [interval] = against(controls)!.intervals
      return interval!.high - interval!.low
    }
    expect(width(apart)).toBeGreaterThan(1.5 * width(alike))
    const one = against(alike.slice(0, 1))!
    expect([one.controls.deviation, one.intervals]).toEqual([undefined, [undefined]])
    expect(against([])).toBeUndefined()
  })

  // five times 232/450, summed and divided, is not 232/450: an interval of 1e-17 was then shown, and called no difference
  it('has no interval where the controls answer as the run does, whatever rounding makes of their mean', () => {
    const gold = new Int8Array(450)
    const predicted = Int8Array.from(gold, (_, at) => (at < 232 ? 0 : 1))
    const found = differencesFromControls({ labels: 3, gold, run: predicted, controls: Array.from({ length: 5 }, () => predicted) }, { accuracy }, { random: seededRandom('equal') }, [0.95, 0.9]).accuracy
    expect(found).toMatchObject({ difference: 0, controls: { mean: 232 / 450, deviation: 0 }, intervals: [undefined, undefined] })
    fc.assert(fc.property(fc.double({ min: -1, max: 1, noNaN: true }), fc.integer({ min: 2, max: 12 }), (figure, runs) => {
      expect(spread(Array.from({ length: runs }, () => figure))).toEqual({ runs, mean: figure, deviation: 0, lowest: figure, highest: figure })
    }))
  })

  it('rests on spread', () => {
    expect(spread([1, 2, 3])).toEqual({ runs: 3, mean: 2, deviation: 1, lowest: 1, highest: 3 })
    expect(spread([])).toBeUndefined()
    expect(() => spread([NaN])).toThrow(RangeError)
  })
})

describe('tippingPoint', () => {
  it('is the smallest number for accuracy, by counting out every change', () => {
    fc.assert(
      fc.property(pairs.filter(({ gold }) => gold.length <= 7), (pair) => {
        const found = tippingPoint(pair, accuracy)
        const fewest = fewestChanges(pair)
        expect(found?.flips).toBe(fewest)
      }),
      { numRuns: 60 },
    )
  })

  it('erases what it says it erases, and nothing where there is no gain', () => {
    const random = seededRandom('tipping')
    const { gold, predicted } = population(5, 1, 0.5).draw(random, 400)
    const second = population(5, 1, 0.7).answer(random, gold)
    const pair = { labels: 5, gold, first: predicted, second }
    const byAccuracy = tippingPoint(pair, accuracy)!
    const { onlyFirst, onlySecond } = discordance(pair)
    expect(byAccuracy.flips).toBe(Math.ceil((onlySecond - onlyFirst) / 2))
    expect(byAccuracy.share).toBe(byAccuracy.flips / 400)
    const byMacro = tippingPoint(pair, (table) => macroF1(table))!
    expect(byMacro.flips).toBeGreaterThan(0)
    expect(byMacro.flips).toBeLessThan(byAccuracy.flips * 1.5)
    expect(tippingPoint({ ...pair, first: second, second: predicted }, accuracy)).toBeUndefined()
    expect(tippingPoint({ ...pair, gold: gold.map(() => -1) }, accuracy)).toBeUndefined()
  })
})

/** By search: each record's gold may become any label; the fewest changes after which the second run is not better. */
function fewestChanges({ labels, gold, first, second }: Pair): number | undefined {
  const scores = Array.from(gold).flatMap((label, record) => {
    if (label < 0) return []
    const worth = (as: number) => Number(second[record] === as) - Number(first[record] === as)
    return [{ now: worth(label), best: Math.min(...Array.from({ length: labels }, (_, as) => worth(as))) }]
  })
  let gap = scores.reduce((sum, { now }) => sum + now, 0)
  if (gap <= 0) return undefined
  let changes = 0
  for (const drop of scores.map(({ now, best }) => now - best).sort((one, other) => other - one)) {
    gap -= drop
    changes++
    if (gap <= 0) return changes
  }
  return undefined
}
