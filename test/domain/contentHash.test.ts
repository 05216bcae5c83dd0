import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ContentHash, contentHash } from '../../src/domain/contentHash.ts'

const oracle = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

test('it is SHA-256 of the parts as JSON', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 300 })), (parts) => {
      expect(contentHash(parts)).toBe(oracle(JSON.stringify(parts)))
    }),
  )
})

test.each([0, 1, 54, 55, 56, 57, 63, 64, 65, 119, 120, 5000])('padding is right at %i bytes', (length) => {
  const hash = new ContentHash()
  hash.add('a'.repeat(length))
  expect(hash.digest()).toBe(oracle('a'.repeat(length)))
})

test('adding in pieces is adding at once', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 200 })), (pieces) => {
      const hash = new ContentHash()
      for (const piece of pieces) hash.add(piece)
      expect(hash.digest()).toBe(oracle(pieces.join('')))
    }),
  )
})

test('parts are kept apart, lone surrogates too', () => {
  expect(contentHash(['ab', 'c'])).not.toBe(contentHash(['a', 'bc']))
  expect(contentHash(['\ud800'])).not.toBe(contentHash(['\ud801']))
})
