import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeFloats, encodeFloats } from '../../src/export/float32Base64.ts'

test('floats are written as the base64 of their little-endian bytes', () => {
  expect(encodeFloats([Float32Array.of(-1)])).toBe(Buffer.from([0, 0, 0x80, 0xbf]).toString('base64'))
  expect(encodeFloats([])).toBe('')
})

test('every bit comes back, however the numbers are parted', () => {
  fc.assert(fc.property(fc.uint32Array({ maxLength: 40 }), fc.nat(40), (words, cut) => {
    const numbers = new Float32Array(words.slice().buffer)
    const text = encodeFloats([numbers.slice(0, cut), numbers.slice(cut)])
    expect(text).toBe(encodeFloats([numbers]))
    const back = new Uint32Array(decodeFloats(text)!.buffer)
    words.forEach((word, at) => {
      if (!Number.isNaN(numbers[at])) expect(back[at]).toBe(word)
      else expect(decodeFloats(text)![at]).toBeNaN()
    })
    expect(Buffer.from(text, 'base64').length).toBe(words.length * 4)
  }))
})

test('what is no base64 of floats is not read', () => {
  expect(['***', 'AAAA', 'AAA'].map(decodeFloats)).toEqual([undefined, undefined, undefined])
})
