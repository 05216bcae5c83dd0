import * as v from 'valibot'
import { describe, expect, it, vi } from 'vitest'
import { seededRandom } from '../../src/domain/random.ts'
import { groupedWilson } from '../../src/metrics/groupedWilson.ts'
import { wilson } from '../../src/metrics/intervals.ts'
import { golden } from './golden.ts'
import { shown } from './shown.ts'

vi.setConfig({ testTimeout: 180_000 })

/** Groups of one to five records; a record says what its group says with a chance whose square root is the correlation, else what it says by itself. */
function drawn(random: ReturnType<typeof seededRandom>, groups: number, share: number, correlation: number): { readonly of: number[]; readonly inGroup: number[] } {
  const of: number[] = []
  const inGroup: number[] = []
  for (let group = 0; group < groups; group++) {
    const common = Number(random.uniform() < share)
    const records = 1 + Math.floor(5 * random.uniform())
    for (let record = 0; record < records; record++) {
      of.push(random.uniform() < Math.sqrt(correlation) ? common : Number(random.uniform() < share))
      inGroup.push(group)
    }
  }
  return { of, inGroup }
}

const { cases } = v.parse(v.object({ cases: v.array(v.object({ of: v.array(v.number()), groups: v.array(v.number()), level: v.number(), low: v.number(), high: v.number() })) }), golden('grouped_share'))

describe('Wilson’s interval for groups', () => {
  it('is Wilson’s where no two records share a group, whatever is left out', () => {
    expect(groupedWilson([1, 0, 0, -1, 1, 0], [4, 2, -1, 4, -1, 7])).toEqual(wilson(2, 5))
    expect(groupedWilson([1, 1, 1], [0, 1, 2])).toEqual(wilson(3, 3))
  })

  it('equals statsmodels’ at the effective number of records', () => {
    expect(cases.length).toBeGreaterThan(100)
    for (const { of, groups, level, low, high } of cases) {
      const found = groupedWilson(of, groups, level)!
      expect(Math.abs(found.low - low), JSON.stringify(of)).toBeLessThan(1e-9)
      expect(Math.abs(found.high - high), JSON.stringify(of)).toBeLessThan(1e-9)
    }
  })

  it('is undefined without records, and where all are of one group', () => {
    expect(groupedWilson([], [])).toBeUndefined()
    expect(groupedWilson([-1], [0])).toBeUndefined()
    expect(groupedWilson([1, 0, 1], [3, 3, 3])).toBeUndefined()
  })

  it('is never narrower than Wilson’s, and holds the share', () => {
    const random = seededRandom('grouped')
    for (let sample = 0; sample < 500; sample++) {
      const { of, inGroup } = drawn(random, 2 + Math.floor(20 * random.uniform()), random.uniform(), random.uniform())
      const found = groupedWilson(of, inGroup)!
      const counted = of.filter((one) => one === 1).length
      const alone = wilson(counted, of.length)!
      expect(found.low).toBeLessThanOrEqual(alone.low + 1e-12)
      expect(found.high).toBeGreaterThanOrEqual(alone.high - 1e-12)
      expect(found.low).toBeLessThanOrEqual(counted / of.length)
      expect(found.high).toBeGreaterThanOrEqual(counted / of.length)
    }
  })

  it('of groups that are alike throughout rests on as many as there are groups', () => {
    const groups = Array.from({ length: 30 }, (_, record) => Math.floor(record / 3))
    const threeAlike = groupedWilson(groups.map((group) => Number(group < 4)), groups)!
    // 10 groups of which 4 are counted; V by groups has G - 1 below
    const single = wilson(4, 10)!
    expect(threeAlike.units).toBe(10)
    expect(threeAlike.low).toBeLessThan(single.low)
    expect(threeAlike.high).toBeGreaterThan(single.high)
    expect(threeAlike.high - threeAlike.low).toBeLessThan(1.25 * (single.high - single.low))
  })

  it.each([
    [5, 0.3, 0, 0.99, 1], [5, 0.3, 0.2, 0.98, 1], [5, 0.3, 0.6, 0.97, 0.99], [5, 0.5, 0.6, 0.95, 0.975],
    [15, 0.1, 0, 0.965, 0.99], [15, 0.1, 0.6, 0.965, 0.985], [15, 0.3, 0.2, 0.94, 0.96], [15, 0.5, 0.6, 0.94, 0.97],
    [15, 0.3, 0.6, 0.93, 0.955], [50, 0.1, 0.6, 0.92, 0.945], [50, 0.1, 0.2, 0.94, 0.96], [50, 0.3, 0.6, 0.94, 0.96], [50, 0.5, 0, 0.95, 0.97], [200, 0.1, 0.6, 0.94, 0.96], [200, 0.3, 0.2, 0.94, 0.96], [200, 0.5, 0.6, 0.94, 0.96],
  ])('covers as its docstring says: %i groups, share %d, correlation %d', (groups, share, correlation, least, most) => {
    const random = seededRandom(`grouped ${groups} ${share} ${correlation}`)
    const sets = 2_000
    let held = 0
    for (let set = 0; set < sets; set++) {
      const { of, inGroup } = drawn(random, groups, share, correlation)
      const interval = groupedWilson(of, inGroup)!
      held += Number(interval.low <= share && share <= interval.high)
    }
    shown(`${groups} groups, share ${share}, correlation ${correlation}: ${held / sets}`)
    expect(held / sets).toBeGreaterThanOrEqual(least)
    expect(held / sets).toBeLessThanOrEqual(most)
  })
})
