import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { overlaps, PieceSet } from '../../src/metrics/overlap.ts'

describe('a set of pieces', () => {
  it('finds thirteen characters in common, whatever the white space and width, and short texts only whole', () => {
    const set = new PieceSet()
    set.add('今天 天气很好，我们去公园走走吧')
    set.add('好的ＯＫ')
    expect(set.seen('她说：今天天气很好,我们去公园走走吧').seen).toBeGreaterThan(0)
    expect(set.seen('今天天气很好，我们去')).toEqual({ asked: 1, seen: 0 })
    expect(set.seen('好的 OK')).toEqual({ asked: 1, seen: 1 })
    expect(set.seen('')).toEqual({ asked: 0, seen: 0 })
  })

  it('finds all of what was added', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
      const set = new PieceSet()
      set.add(one)
      set.add(other)
      const { asked, seen } = set.seen(one)
      expect(seen).toBe(asked)
    }))
  })
})

describe('overlap', () => {
  it('takes one shared piece of an exact set, and of a filter more than chance gives', () => {
    expect(overlaps({ asked: 40, seen: 1 }, 0)).toBe(true)
    expect(overlaps({ asked: 0, seen: 0 }, 0)).toBe(false)
    expect([1, 2, 3].map((asked) => overlaps({ asked, seen: 1 }, 0.0046))).toEqual([true, false, false])
    expect([1, 2, 3].map((seen) => overlaps({ asked: 40, seen }, 0.0046))).toEqual([false, false, true])
  })
})
