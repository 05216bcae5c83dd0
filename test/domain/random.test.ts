import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../src/domain/random.ts'

/** Sum of (observed - expected)^2 / expected. */
function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}

describe('seededRandom', () => {
  it('gives the numbers it always gave: results rest on them', () => {
    const random = seededRandom('xianwai')
    expect(Array.from({ length: 4 }, () => random.bits())).toEqual(PINNED.bits)
    expect(random.integer(1000)).toBe(PINNED.integer)
    expect(random.uniform()).toBe(PINNED.uniform)
    expect(random.shuffle(['a', 'b', 'c', 'd', 'e']).join('')).toBe(PINNED.shuffled)
    expect(seededRandom(7).derive('order').bits()).toBe(PINNED.derived)
  })

  it('derives by seed and name, whatever was drawn before', () => {
    const fresh = seededRandom('seed')
    const used = seededRandom('seed')
    for (let draw = 0; draw < 100; draw++) used.bits()
    expect(used.derive('x').bits()).toBe(fresh.derive('x').bits())
    const derived = ['x', 'y', 'xy'].map((name) => fresh.derive(name).bits())
    expect(new Set([...derived, fresh.derive('x').derive('y').bits(), fresh.bits()]).size).toBe(5)
  })

  it('is uniform in uniform(), integer() and its bits', () => {
    const random = seededRandom('uniform')
    const tenths = new Array<number>(10).fill(0)
    const sevenths = new Array<number>(7).fill(0)
    const bits = new Array<number>(32).fill(0)
    const draws = 70_000
    for (let draw = 0; draw < draws; draw++) {
      tenths[Math.floor(random.uniform() * 10)]!++
      sevenths[random.integer(7)]!++
      const word = random.bits()
      for (let bit = 0; bit < 32; bit++) bits[bit]! += (word >>> bit) & 1
    }
    // The .999 quantiles of chi-square with 9, 6 and 32 degrees of freedom.
    expect(chiSquare(tenths)).toBeLessThan(27.9)
    expect(chiSquare(sevenths)).toBeLessThan(22.5)
    expect(bits.reduce((sum, ones) => sum + (ones - draws / 2) ** 2 / (draws / 4), 0)).toBeLessThan(62.5)
  })

  it('shuffles every order alike', () => {
    const random = seededRandom('orders')
    const orders = new Map<string, number>()
    for (let draw = 0; draw < 24_000; draw++) {
      const order = random.shuffle(['a', 'b', 'c', 'd']).join('')
      orders.set(order, (orders.get(order) ?? 0) + 1)
    }
    expect(orders.size).toBe(24)
    expect(chiSquare([...orders.values()])).toBeLessThan(49.7)
  })

  it('keeps to its ranges, and the same seed gives the same numbers', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (seed, n) => {
        const random = seededRandom(seed)
        const integer = random.integer(n)
        expect(Number.isSafeInteger(integer) && integer >= 0 && integer < n).toBe(true)
        const uniform = random.uniform()
        expect(uniform >= 0 && uniform < 1).toBe(true)
        const again = seededRandom(seed)
        expect([again.integer(n), again.uniform()]).toEqual([integer, uniform])
      }),
    )
  })

  it('keeps what it shuffles', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.string(), (items, seed) => {
        const before = [...items]
        const shuffled = seededRandom(seed).shuffle(items)
        expect(items).toEqual(before)
        expect([...shuffled].sort()).toEqual([...items].sort())
      }),
    )
  })

  it('has no integer below nothing', () => {
    for (const n of [0, -1, 1.5, NaN, Infinity]) expect(() => seededRandom('').integer(n)).toThrow(RangeError)
  })
})

/** From an independent implementation (Python) of the same definition. */
const PINNED = { bits: [893009594, 1892085545, 3656252520, 3659198430], integer: 652, uniform: 0.9296800547401464, shuffled: 'aebdc', derived: 3988342023 }
