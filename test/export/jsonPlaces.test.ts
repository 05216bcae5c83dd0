import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonPlaces } from '../../src/export/jsonPlaces.ts'

const linesOf = (text: string) => {
  const read = jsonPlaces(text)
  return read.kind === 'places' ? Object.fromEntries([...read.places].map(([path, { line }]) => [path, line])) : read.at
}

describe('places in a JSON text', () => {
  test('are the lines of keys, or of items of a list', () => {
    expect(linesOf('{\n  "a": [\n    1,\n    {"b":\n      "x"}\n  ],\r\n  "c": null\n}')).toEqual({ 'a[0]': 3, 'a[1].b': 4, 'a[1]': 4, a: 2, c: 7, '': 1 })
  })

  test('are there of all JSON that the engine reads, and of nothing else', () => {
    fc.assert(fc.property(fc.json({ maxDepth: 4 }), (text) => {
      expect(jsonPlaces(text).kind).toBe('places')
    }), { numRuns: 300 })
    const marks = fc.array(fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '"', '1', '-', '01', '1.5e3', 'true', 'nul', ' ', '\n', '"\\x"', '"\t"', '，'), { maxLength: 8 }).map((parts) => parts.join(''))
    fc.assert(fc.property(marks, (text) => {
      let reads = true
      try {
        JSON.parse(text)
      } catch {
        reads = false
      }
      expect(jsonPlaces(text).kind).toBe(reads ? 'places' : 'broken')
    }), { numRuns: 3_000 })
  })

  test.each([
    ['', { line: 1, column: 1, wanted: 'value', found: '' }],
    ['{"a": 1,\n}', { line: 2, column: 1, wanted: 'key', found: '}' }],
    ['{"a" 1}', { line: 1, column: 6, wanted: 'colon', found: '1' }],
    ['[1\n 2]', { line: 2, column: 2, wanted: 'comma', found: '2' }],
    ['{"a": 1，"b": 2}', { line: 1, column: 8, wanted: 'comma', found: '，' }],
    ['{“a”: 1}', { line: 1, column: 2, wanted: 'key', found: '“' }],
    ['{"a": "b\nc"}', { line: 1, column: 7, wanted: 'text', found: '"' }],
    ['{} x', { line: 1, column: 4, wanted: 'end', found: 'x' }],
    ['{"a": [1, 2', { line: 1, column: 12, wanted: 'comma', found: '' }],
    ['{"a": 01}', { line: 1, column: 7, wanted: 'value', found: '0' }],
  ])('%j breaks off there', (text, at) => {
    expect(linesOf(text)).toEqual(at)
  })

  test('are found however deep', () => {
    expect(jsonPlaces('['.repeat(100_000))).toMatchObject({ kind: 'broken', at: { wanted: 'value', found: '' } })
    expect(jsonPlaces(`${'['.repeat(20_000)}${']'.repeat(20_000)}`).kind).toBe('places')
  })
})
