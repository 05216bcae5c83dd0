import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  columnOf,
  confusion,
  countAt,
  marginsOf,
  OUT_OF_SCHEME,
  UNPARSED,
  withoutUnparsed,
} from '../../src/metrics/confusion.ts'

const records = fc.array(
  fc.record({ gold: fc.integer({ min: -1, max: 4 }), predicted: fc.integer({ min: -2, max: 4 }) }),
  { maxLength: 60 },
)

describe('confusion', () => {
  it('puts every record in its cell, extra columns included, and counts what it leaves out', () => {
    const gold = [0, 0, 1, 1, 2, -1, 2]
    const predicted = [0, 1, UNPARSED, OUT_OF_SCHEME, 2, 0, 2]
    const table = confusion(3, gold, predicted)
    expect([...table.counts]).toEqual([1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 2, 0, 0])
    expect(table.leftOut).toBe(1)
    expect(countAt(table, 1, columnOf(3, UNPARSED))).toBe(1)
    expect(countAt(table, 1, columnOf(3, OUT_OF_SCHEME))).toBe(1)
    expect(marginsOf(table)).toMatchObject({ outOfScheme: 1, unparsed: 1, total: 6, correct: 3 })
    expect([...marginsOf(table).gold]).toEqual([2, 2, 2])
    expect([...marginsOf(table).predicted]).toEqual([1, 1, 2])
    expect(marginsOf(withoutUnparsed(table)).total).toBe(5)
  })

  it('loses no record: each stands in its cell or is left out', () => {
    fc.assert(
      fc.property(records, (drawn) => {
        const gold = drawn.map((record) => record.gold)
        const predicted = drawn.map((record) => record.predicted)
        const table = confusion(5, gold, predicted)
        expect(marginsOf(table).total + table.leftOut).toBe(drawn.length)
        for (let row = 0; row < 5; row++) {
          for (let answer = OUT_OF_SCHEME; answer < 5; answer++) {
            const there = drawn.filter((record) => record.gold === row && record.predicted === answer)
            expect(countAt(table, row, columnOf(5, answer))).toBe(there.length)
          }
        }
      }),
    )
  })

  it('weights records, and whole weights are repeated records', () => {
    const table = confusion(2, [0, 1, -1], [1, 1, 0], [3, 2, 9])
    expect([...table.counts]).toEqual([...confusion(2, [0, 0, 0, 1, 1], [1, 1, 1, 1, 1]).counts])
    expect(table.leftOut).toBe(1)
  })

  it('refuses what is no index, no weight, or not parallel', () => {
    expect(() => confusion(3, [0, 1], [0])).toThrow(RangeError)
    for (const gold of [3, -2, 0.5, NaN]) expect(() => confusion(3, [gold], [0])).toThrow(RangeError)
    for (const predicted of [3, -3, 0.5, NaN]) expect(() => confusion(3, [0], [predicted])).toThrow(RangeError)
    for (const weight of [-1, NaN, Infinity]) expect(() => confusion(3, [0], [0], [weight])).toThrow(RangeError)
    expect(() => confusion(3, [0], [0], [])).toThrow(RangeError)
    expect(() => confusion(0, [], [])).toThrow(RangeError)
  })
})
