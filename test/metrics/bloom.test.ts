import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { pieceHash, pieces, readBloom } from '../../src/metrics/bloom.ts'
import { golden } from './golden.ts'

interface Golden {
  readonly entered: number
  readonly ones: number
  readonly cases: readonly { readonly text: string; readonly asked: number; readonly seen: number; readonly first: readonly number[] }[]
}

const bytes = new Uint8Array(readFileSync(new URL('../../public/models/xianwai-classifier/bloom.bin', import.meta.url)))

describe('the shipped filter', () => {
  const { entered, ones, cases } = golden('bloom') as Golden
  const filter = readBloom(bytes)

  it('says of itself what its writer put in', () => {
    expect([filter.gram, filter.sampling, filter.entered]).toEqual([13, 8, entered])
    expect(filter.falsePositives).toBeCloseTo((ones / 2 ** 23) ** 7, 12)
  })

  it('answers as its Python writer does, whatever the text', () => {
    expect(cases.length).toBeGreaterThan(200)
    expect(cases.map(({ text }) => filter.seen(text))).toEqual(cases.map(({ asked, seen }) => ({ asked, seen })))
    // some are wholly in it, most are not
    expect(cases.filter(({ asked, seen }) => asked > 1 && seen === asked).length).toBeGreaterThan(10)
    expect(cases.filter(({ asked, seen }) => asked > 1 && seen === 0).length).toBeGreaterThan(50)
  })

  it('hashes the same bits', () => {
    const asked = cases.find(({ first }) => first.length === 7)!
    const points = pieces(asked.text)
    const start = [...points.keys()].find((at) => at + 13 <= points.length && pieceHash(points, at, 13, 0x811c9dc5) % 8 === 0)!
    const first = Math.floor(pieceHash(points, start, 13, 0x811c9dc5) / 8)
    const second = pieceHash(points, start, 13, 0x9747b28c) | 1
    expect(asked.first).toEqual([0, 1, 2, 3, 4, 5, 6].map((step) => (first + Math.imul(step, second)) & (2 ** 23 - 1)))
  })
})

describe('what is no filter', () => {
  it('is refused', () => {
    expect(() => readBloom(new Uint8Array(10))).toThrow(RangeError)
    expect(() => readBloom(bytes.slice(0, bytes.length - 1))).toThrow('bytes for 2^23 bits')
    const other = bytes.slice(0, 28)
    other[4] = 9
    expect(() => readBloom(other)).toThrow('version 9')
  })
})
