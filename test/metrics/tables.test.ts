import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../src/domain/random.ts'
import { agreement, conditionalKappa, kappa } from '../../src/metrics/agreement.ts'
import { pairPlacing, perLabelAgreement, withinAgreement, withinPlacing } from '../../src/metrics/agreementTables.ts'
import { alphaTables } from '../../src/metrics/alphaTables.ts'
import type { LabelIndices } from '../../src/metrics/confusion.ts'
import type { Placing } from '../../src/metrics/jointTables.ts'
import { krippendorff, krippendorffInterval } from '../../src/metrics/krippendorff.ts'
import { basicInterval, bootstrapSettings } from '../../src/metrics/intervals.ts'
import { tableDraws } from '../../src/metrics/redrawn.ts'

const same = (ratings: LabelIndices): LabelIndices => ratings
const whole = (placings: readonly Placing[]) => tableDraws(() => placings, {}).whole()
const ratings = (labels: number, records: number) => fc.array(fc.integer({ min: -1, max: labels - 1 }), { minLength: records, maxLength: records })

describe('figures as tables that are drawn together', () => {
  it('alpha is the same number, with missing labels, nominal and ordinal, for two raters and for seven', () => {
    const sets = fc.tuple(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 2, max: 7 }), fc.integer({ min: 1, max: 40 }))
      .chain(([labels, count, records]) => fc.tuple(fc.constant(labels), fc.array(ratings(labels, records), { minLength: count, maxLength: count })))
    fc.assert(fc.property(sets, fc.constantFrom('nominal' as const, 'ordinal' as const), ([labels, raters], distance) => {
      const { placings, alpha } = alphaTables(labels, raters, distance)
      const found = alpha(whole(placings(same)))
      const expected = krippendorff(labels, raters, distance).alpha
      if (expected === undefined) expect(found).toBeUndefined()
      else expect(found).toBeCloseTo(expected, 10)
    }), { numRuns: 300 })
  })

  it('alpha’s interval is that of drawing its records', () => {
    const random = seededRandom('alpha')
    const truth = Array.from({ length: 300 }, () => random.integer(4))
    const raters = Array.from({ length: 3 }, () => truth.map((label) => (random.uniform() < 0.1 ? -1 : random.uniform() < 0.6 ? label : random.integer(4))))
    const settings = bootstrapSettings({ random: seededRandom(1) }, [-1, 1])
    const { placings, alpha } = alphaTables(4, raters, 'nominal')
    const draws = tableDraws(placings, {})
    const replicates = new Float64Array(settings.resamples)
    draws.resample(settings.random, settings.resamples, (tables, at) => (replicates[at] = alpha(tables)!))
    const own = basicInterval(alpha(draws.whole()), replicates, draws.units, settings)!
    const other = krippendorffInterval(4, raters, 'nominal', { random: seededRandom(2) })!
    expect(Math.abs(own.low - other.low)).toBeLessThan(0.01)
    expect(Math.abs(own.high - other.high)).toBeLessThan(0.01)
  })

  it('kappa and per-label agreement of two raters are the same numbers', () => {
    const pairs = fc.tuple(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 1, max: 40 })).chain(([labels, records]) => fc.tuple(fc.constant(labels), ratings(labels, records), ratings(labels, records)))
    fc.assert(fc.property(pairs, ([labels, first, second]) => {
      const [table] = whole([pairPlacing(labels, first, second)])
      const expected = agreement(labels, first, second)
      expect(kappa({ labels, counts: table!, leftOut: 0 })).toBe(expected.kappa)
      expect(perLabelAgreement(labels, table!)).toEqual(expected.perLabel.map((label) => label.agreement))
    }))
  })

  it('agreement within equal stance is the same, chance pooled and within', () => {
    const sets = fc.tuple(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 2, max: 4 }), fc.integer({ min: 1, max: 40 }))
      .chain(([labels, stances, records]) => fc.tuple(fc.constant(labels), fc.constant(stances), ratings(labels, records), ratings(labels, records), ratings(stances, records), ratings(stances, records)))
    fc.assert(fc.property(sets, ([labels, stances, first, second, firstStance, secondStance]) => {
      const field = { labels, first, second }
      const stance = { labels: stances, first: firstStance, second: secondStance }
      const expected = conditionalKappa(field, stance)
      const [table] = whole([withinPlacing(field, stance)])
      const found = withinAgreement(labels, stances, table!)
      const close = (one: number | undefined, other: number | undefined) => (other === undefined ? expect(one).toBeUndefined() : expect(one).toBeCloseTo(other, 10))
      close(found.raw, expected.raw)
      close(found.kappa, expected.pooled.kappa)
      close(found.within, expected.withinStance.kappa)
    }), { numRuns: 300 })
  })
})
