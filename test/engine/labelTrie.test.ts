import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EngineError } from '../../src/engine/engine.ts'
import { labelTrie, optionLogProbabilities, optionTokens } from '../../src/engine/labelTrie.ts'

/** Options that end in a terminator of their own, so that none is another's beginning. */
const options = fc.uniqueArray(fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 4 }), { minLength: 1, maxLength: 9, selector: String })
  .map((lists) => lists.map((list) => [...list, 0]))

const row = (seed: number): Float32Array => Float32Array.from({ length: 5 }, (_, token) => Math.sin(seed * 7.3 + token * 2.1) * 3)

describe('labelTrie', () => {
  test('options sum to 1, whatever the logits', () => {
    fc.assert(fc.property(options, fc.integer(), (given, seed) => {
      const trie = labelTrie(given)
      const values = optionLogProbabilities(trie, (node, token) => row(node + seed)[token]!)
      expect(values.reduce((sum, value) => sum + Math.exp(value), 0)).toBeCloseTo(1, 5)
    }))
  })

  test('forced tokens are free: only branching nodes are asked', () => {
    const trie = labelTrie([[1, 2, 3, 9], [1, 2, 4, 9]])
    const asked: (readonly number[])[] = []
    const values = optionLogProbabilities(trie, (node, token) => {
      asked.push([node, token])
      return token === 3 ? Math.log(3) : 0
    })
    expect(asked).toEqual([[2, 3], [2, 4]])
    expect(optionTokens([trie])).toEqual([3, 4])
    expect(Math.exp(values[0]!)).toBeCloseTo(0.75)
  })

  test('a label that begins another scores by its terminator', () => {
    // 喜 and 喜悦, each with its line feed
    const trie = labelTrie([[1, 0], [1, 2, 0]])
    const values = optionLogProbabilities(trie, (_, token) => Float32Array.of(1, 0, 1)[token]!)
    expect(values[0]).toBeCloseTo(Math.log(0.5))
  })

  test('refuses options that cannot be told apart', () => {
    expect(() => labelTrie([[1, 2], [1, 2]])).toThrow(EngineError)
    expect(() => labelTrie([[1], [1, 2]])).toThrow(/option 0/)
  })

  test('a logit that is no number is an error, never an answer', () => {
    expect(() => optionLogProbabilities(labelTrie([[1], [2]]), (_, token) => Float32Array.of(0, NaN, 1)[token]!)).toThrow(expect.objectContaining({ code: 'nonFiniteLogits' }))
  })
})
