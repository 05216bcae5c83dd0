import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../src/domain/random.ts'
import { accuracy } from '../../src/metrics/classification.ts'
import { bootstrapIntervals, wilson } from '../../src/metrics/intervals.ts'
import { distributionIntervals, labelIntervals, shareOf } from '../../src/metrics/shareInterval.ts'

const random = seededRandom('shares')
const of = Array.from({ length: 200 }, (_, at) => (at % 10 === 0 ? -1 : Number(random.uniform() < 0.3)))
/** Forty groups of five whose records are alike: the records tell hardly more than the groups do. */
const groups = Array.from({ length: 200 }, (_, at) => Math.floor(at / 5))
const alike = groups.map((group) => Number(seededRandom(group).uniform() < 0.5))
const seeded = () => ({ random: seededRandom(1) })

describe('shares', () => {
  it('are of the records that take part, with Wilson’s interval', () => {
    const { records, counted, share, interval } = shareOf(of, seeded())
    expect(records).toBe(180)
    expect(counted).toBe(of.filter((one) => one === 1).length)
    expect(share).toBe(counted / 180)
    expect(interval).toEqual(wilson(counted, 180))
    expect(shareOf([-1, -1], seeded())).toEqual({ records: 0, counted: 0, share: undefined, interval: undefined })
  })

  it('come with Wilson’s for groups where there are any, which is wider where a group’s records are alike', () => {
    const { interval } = shareOf(alike, { ...seeded(), groups })
    const { interval: alone } = shareOf(alike, seeded())
    expect(interval).toMatchObject({ method: 'groupedWilson', units: 40 })
    expect((interval!.high - interval!.low) / (alone!.high - alone!.low)).toBeGreaterThan(1.7)
    const expected = bootstrapIntervals(1, alike.map(() => 0), alike.map((one) => (one === 1 ? 0 : -1)), { accuracy }, { ...seeded(), groups }).accuracy!
    expect(Math.abs(interval!.low - expected.low)).toBeLessThan(0.02)
  })

  it('of a distribution are each label’s, over the labels given', () => {
    const given = of.map((one, at) => (one < 0 ? -1 : at % 3))
    const counts = [0, 1, 2].map((label) => given.filter((one) => one === label).length)
    expect(distributionIntervals(3, given, seeded())).toEqual(counts.map((count) => wilson(count, 180)))
    const grouped = distributionIntervals(3, alike, { ...seeded(), groups })
    expect(grouped[0]).toMatchObject({ method: 'groupedWilson', units: 40 })
    expect(grouped[2]).toMatchObject({ low: 0, method: 'groupedWilson' })
  })

  it('of labels are precision among what names them, recall among their gold', () => {
    const gold = [0, 0, 0, 1, 1, -1]
    const predicted = [0, 1, -1, 1, 0, 1]
    expect(labelIntervals(2, gold, predicted, seeded())).toEqual({ precision: [wilson(1, 2), wilson(1, 2)], recall: [wilson(1, 3), wilson(1, 2)] })
    const { precision, recall } = labelIntervals(2, alike.map((one, at) => (at % 7 === 0 ? 1 - one : one)), alike, { ...seeded(), groups })
    expect(recall.map((interval) => interval?.units)).toEqual([0, 1].map((label) => new Set(groups.filter((_, at) => (at % 7 === 0 ? 1 - alike[at]! : alike[at]) === label)).size))
    for (const interval of [...precision, ...recall]) expect(interval).toMatchObject({ method: 'groupedWilson' })
  })
})
