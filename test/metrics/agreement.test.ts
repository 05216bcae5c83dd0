import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../src/domain/random.ts'
import { agreement, conditionalKappa, kappa } from '../../src/metrics/agreement.ts'
import { confusion } from '../../src/metrics/confusion.ts'
import { bootstrapIntervals } from '../../src/metrics/intervals.ts'
import { krippendorff, krippendorffInterval } from '../../src/metrics/krippendorff.ts'
import { golden, indices } from './golden.ts'

const goldens = golden('agreement') as {
  kappa: [number, string, string, number | null][]
  alpha: [number, string[], number | null, number | null][]
  perLabel: [labels: number, first: string, second: string, shares: (number | null)[]][]
  within: [labels: number, stances: number, first: string, second: string, stance: string, beside: string, kept: number, missing: number, raw: number | null, kappa: number | null, perStance: (number | null)[]][]
}

function expectNear(actual: number | undefined, expected: number | null): void {
  if (expected === null) expect(actual).toBeUndefined()
  else expect(Math.abs((actual ?? NaN) - expected)).toBeLessThanOrEqual(1e-9)
}

const ratings = fc.array(fc.tuple(fc.integer({ min: -1, max: 2 }), fc.integer({ min: -1, max: 2 })), { maxLength: 40 })
const columnOf = (rows: readonly (readonly number[])[], column: number) => rows.map((row) => row[column]!)

describe('agreement', () => {
  it(`has scikit-learn’s kappa, ${goldens.kappa.length} times`, () => {
    expect(goldens.kappa.length).toBeGreaterThan(100)
    for (const [labels, first, second, expected] of goldens.kappa) {
      expectNear(agreement(labels, indices(first), indices(second)).kappa, expected)
    }
  })

  it(`has for each label the F1 of one rater against the other, ${goldens.perLabel.length} times`, () => {
    expect(goldens.perLabel.length).toBeGreaterThan(100)
    for (const [labels, first, second, shares] of goldens.perLabel) {
      agreement(labels, indices(first), indices(second)).perLabel.forEach((label, at) => expectNear(label.agreement, shares[at]!))
    }
  })

  it('leaves kappa undefined for two constant raters, not 0 or 1', () => {
    expect(agreement(3, [0, 0, 0], [0, 0, 0])).toMatchObject({ raw: 1, expected: 1, kappa: undefined })
    expect(agreement(3, [0, 0, 0], [1, 1, 1])).toMatchObject({ raw: 0, expected: 0, kappa: undefined })
    expect(agreement(3, [0, 0, 0], [0, 1, 1]).kappa).toBe(0)
    expect(agreement(3, [], [])).toMatchObject({ pairs: 0, missing: 0, raw: undefined, expected: undefined, kappa: undefined })
  })

  it('agrees per label, and counts what is missing', () => {
    const result = agreement(3, [0, 0, 1, -1, 1], [0, 1, 1, 1, -1])
    expect([result.pairs, result.missing]).toEqual([3, 2])
    expect(result.perLabel).toEqual([
      { first: 2, second: 1, both: 1, agreement: 2 / 3 },
      { first: 1, second: 2, both: 1, agreement: 2 / 3 },
      { first: 0, second: 0, both: 0, agreement: undefined },
    ])
  })

  it('does not care which rater is first; 1 exactly for equal raters', () => {
    fc.assert(
      fc.property(ratings, (rows) => {
        const one = agreement(3, columnOf(rows, 0), columnOf(rows, 1))
        const other = agreement(3, columnOf(rows, 1), columnOf(rows, 0))
        expect(one.kappa === undefined ? undefined : Math.round(one.kappa * 1e12)).toBe(other.kappa === undefined ? undefined : Math.round(other.kappa * 1e12))
        expect(one.kappa ?? 0).toBeGreaterThanOrEqual(-1)
        expect(one.kappa ?? 0).toBeLessThanOrEqual(1)
        const self = agreement(3, columnOf(rows, 0), columnOf(rows, 0)).kappa
        if (self !== undefined) expect(self).toBeCloseTo(1, 12)
      }),
    )
  })

  it('takes any negative index for no label, of either rater', () => {
    expect(agreement(2, [-2, 0, 1, 1], [0, -2, 1, 0])).toEqual(agreement(2, [-1, 0, 1, 1], [0, -1, 1, 0]))
  })

  it('has an interval by the bootstrap of its table', () => {
    const random = seededRandom('kappa')
    const gold = Array.from({ length: 100 }, () => random.integer(3))
    const predicted = gold.map((label) => (random.uniform() < 0.6 ? label : random.integer(3)))
    const { low, high } = bootstrapIntervals(3, gold, predicted, { kappa }, { random, range: [-1, 1] }).kappa!
    const estimate = kappa(confusion(3, gold, predicted))!
    expect(low < estimate && estimate < high).toBe(true)
  })
})

describe('conditionalKappa', () => {
  it(`is scikit-learn’s kappa of the records with equal stance, ${goldens.within.length} times`, () => {
    expect(goldens.within.length).toBeGreaterThan(100)
    for (const [labels, stances, first, second, stance, beside, kept, missing, raw, pooled, perStance] of goldens.within) {
      const found = conditionalKappa({ labels, first: indices(first), second: indices(second) }, { labels: stances, first: indices(stance), second: indices(beside) })
      expect([found.pairs, found.excluded]).toEqual([kept, { missing, unequal: first.length - kept - missing }])
      expectNear(found.raw, raw)
      expectNear(found.pooled.kappa, pooled)
      found.perStance.forEach((own, at) => expectNear(own.kappa, perStance[at]!))
    }
  })

  const stance = { labels: 2, first: [0, 0, 0, 1, 1, 1, 0, -1], second: [0, 0, 0, 1, 1, 1, 1, 0] }

  it('is taken within equal stance, with what was excluded', () => {
    const intent = { labels: 2, first: [0, 0, 1, 1, 1, 0, 0, 0], second: [0, 1, 1, 1, 1, 1, 0, 0] }
    const result = conditionalKappa(intent, stance)
    expect(result).toMatchObject({ pairs: 6, excluded: { missing: 1, unequal: 1 } })
    expect(result.raw).toBe(4 / 6)
    expect(result.pooled).toEqual({ expected: agreement(2, [0, 0, 1, 1, 1, 0], [0, 1, 1, 1, 1, 1]).expected, kappa: agreement(2, [0, 0, 1, 1, 1, 0], [0, 1, 1, 1, 1, 1]).kappa })
    const [zero, one] = result.perStance
    expect(zero!.expected).toBeCloseTo(4 / 9, 14)
    expect(one!.expected).toBeCloseTo(2 / 3, 14)
    expect(result.withinStance.expected).toBeCloseTo(5 / 9, 14)
    expect(result.withinStance.kappa).toBeCloseTo((4 / 6 - 5 / 9) / (4 / 9), 14)
  })

  it('gives nothing away where the stance fixes the label', () => {
    const fixed = { labels: 2, first: stance.first.map((label) => Math.max(0, label)), second: stance.second }
    const result = conditionalKappa(fixed, stance)
    expect(result.raw).toBe(1)
    expect(result.pooled.kappa).toBe(1)
    expect(result.withinStance).toEqual({ expected: 1, kappa: undefined })
  })

  it('is undefined where nothing is kept', () => {
    const result = conditionalKappa({ labels: 2, first: [0], second: [0] }, { labels: 2, first: [0], second: [1] })
    expect(result).toMatchObject({ pairs: 0, raw: undefined, pooled: { kappa: undefined }, withinStance: { expected: undefined, kappa: undefined } })
    expect(() => conditionalKappa({ labels: 2, first: [0], second: [0] }, { labels: 2, first: [0], second: [] })).toThrow(RangeError)
  })
})

describe('krippendorff', () => {
  it(`is what the package says, ${goldens.alpha.length} times nominal and ordinal`, () => {
    expect(goldens.alpha.length).toBeGreaterThan(100)
    for (const [labels, raters, nominal, ordinal] of goldens.alpha) {
      const given = raters.map(indices)
      expectNear(krippendorff(labels, given, 'nominal').alpha, nominal)
      expectNear(krippendorff(labels, given, 'ordinal').alpha, ordinal)
    }
  })

  it('is undefined for identical ratings with one label, and where nothing can be paired', () => {
    expect(krippendorff(3, [[0, 0, 0], [0, 0, 0]], 'nominal')).toEqual({ alpha: undefined, pairable: 3, unpairable: 0, ratings: 6 })
    expect(krippendorff(3, [[0, -1], [-1, 1]], 'ordinal')).toEqual({ alpha: undefined, pairable: 0, unpairable: 2, ratings: 0 })
    expect(krippendorff(3, [], 'nominal').alpha).toBeUndefined()
    expect(krippendorff(3, [[0, 1], [0, 1]], 'nominal').alpha).toBe(1)
    expect(() => krippendorff(3, [[0], [0, 1]], 'nominal')).toThrow(RangeError)
    expect(() => krippendorff(3, [[3]], 'nominal')).toThrow(RangeError)
    expect(() => krippendorff(3, [[NaN]], 'nominal')).toThrow(RangeError)
  })

  it('does not care about the order of raters or records, nor does ordinal about turning the list round', () => {
    fc.assert(
      fc.property(ratings, (rows) => {
        const raters = [columnOf(rows, 0), columnOf(rows, 1)]
        for (const distance of ['nominal', 'ordinal'] as const) {
          const { alpha } = krippendorff(3, raters, distance)
          const turned = [columnOf([...rows].reverse(), 1), columnOf([...rows].reverse(), 0)].map((rater) => rater.map((label) => (label < 0 ? -1 : 2 - label)))
          expect(krippendorff(3, turned, distance).alpha ?? 9).toBeCloseTo(alpha ?? 9, 10)
        }
      }),
    )
  })

  it('has an interval that holds it', () => {
    const random = seededRandom('alpha')
    const truth = Array.from({ length: 80 }, () => random.integer(3))
    const raters = [0, 1, 2].map(() => truth.map((label) => (random.uniform() < 0.7 ? label : random.integer(4) - 1)))
    const { alpha } = krippendorff(3, raters, 'ordinal')
    const interval = krippendorffInterval(3, raters, 'ordinal', { random })!
    expect(interval.low < alpha! && alpha! < interval.high).toBe(true)
    expect(krippendorffInterval(3, [[0, 0], [0, 0]], 'nominal', { random })).toBeUndefined()
  })
})
