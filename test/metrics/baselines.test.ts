import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../src/domain/random.ts'
import { fitLookup, majority } from '../../src/metrics/baselines.ts'
import { chainErrors, consistency } from '../../src/metrics/chain.ts'
import { fitCharacterClassifier } from '../../src/metrics/characterClassifier.ts'
import { confusion } from '../../src/metrics/confusion.ts'
import { entropy, leaning, leaningOf } from '../../src/metrics/leaning.ts'
import { sliceScores } from '../../src/metrics/slices.ts'

describe('majority', () => {
  it('is the commonest, the first on a tie, undefined without gold', () => {
    expect(majority(3, [2, 1, 2, -1, -1, -1])).toBe(2)
    expect(majority(3, [2, 1])).toBe(1)
    expect(majority(3, [-1])).toBeUndefined()
    expect(() => majority(3, [3])).toThrow(RangeError)
  })
})

describe('fitLookup', () => {
  it('answers with the likeliest label given another, else the majority', () => {
    const lookup = fitLookup(3, [0, 0, 1, 2, 2, 2, 1], { labels: 4, of: [0, 0, 0, 1, 1, 1, -1] })!
    expect([lookup.predict(0), lookup.predict(1), lookup.predict(2), lookup.predict(-1)]).toEqual([0, 2, 2, 2])
    expect(lookup.probabilities(0)).toEqual([2 / 3, 1 / 3, 0])
    expect(lookup.probabilities(3)).toBeUndefined()
    expect(lookup.records).toBe(6)
    expect(fitLookup(3, [-1], { labels: 2, of: [0] })).toBeUndefined()
    expect(() => fitLookup(3, [0], { labels: 2, of: [2] })).toThrow(RangeError)
    expect(() => fitLookup(3, [0], { labels: 2, of: [] })).toThrow(RangeError)
  })
})

describe('fitCharacterClassifier', () => {
  const texts = ['太好了，谢谢你', '真讨厌，烦死了', '谢谢，好开心', '烦，别来了', '今天周三', '会议三点开始']
  const gold = [0, 1, 0, 1, 2, 2]

  it('learns what characters tell, the same every time', () => {
    const fit = () => fitCharacterClassifier(3, texts, gold, seededRandom('fit'))!
    const classifier = fit()
    expect(texts.map((text) => classifier.predict(text))).toEqual(gold)
    expect(['好开心呀', '烦死人', '周三三点'].map((text) => classifier.predict(text))).toEqual([0, 1, 2])
    expect([...fit().probabilities('好烦')]).toEqual([...classifier.probabilities('好烦')])
    expect(classifier.probabilities('').reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 12)
  })

  it('leaves out what has no gold', () => {
    expect(fitCharacterClassifier(3, ['a', 'b'], [-1, -1], seededRandom(''))).toBeUndefined()
    expect(fitCharacterClassifier(3, ['a', 'b'], [1, -1], seededRandom(''))?.records).toBe(1)
    expect(() => fitCharacterClassifier(3, ['a'], [], seededRandom(''))).toThrow(RangeError)
    expect(() => fitCharacterClassifier(3, ['a'], [3], seededRandom(''))).toThrow(RangeError)
  })
})

describe('leaning', () => {
  it('warns where one label takes over, as small models do', () => {
    const gold = Array.from({ length: 34 }, (_, record) => record % 3)
    const { warning, predictedEntropy, goldEntropy, distance, neverAnswered } = leaning(confusion(3, gold, gold.map(() => 1)))
    expect(warning).toEqual({ label: 1, share: 1, reference: 11 / 34, against: 'gold' })
    expect(predictedEntropy).toBe(0)
    expect(goldEntropy).toBeCloseTo(Math.log2(3), 2)
    expect(distance).toBeCloseTo(23 / 34, 12)
    expect(neverAnswered).toEqual([0, 2])
  })

  it('does not warn where gold leans alike, where answers are few, nor for a right run', () => {
    const warned = (predicted: number[], gold?: number[]) => leaningOf(predicted, gold).warning !== undefined
    expect(warned([95, 5], [90, 10])).toBe(false)
    expect(warned([1000, 0], [900, 100])).toBe(true)
    expect(warned([3, 0, 0], [1, 1, 1])).toBe(false)
    expect(warned([34, 33, 33], [34, 33, 33])).toBe(false)
    expect(warned([50, 25, 25], [34, 33, 33])).toBe(false)
    expect(warned([500, 0], [500, 0])).toBe(false)
    expect(leaningOf([90, 5, 5]).warning).toMatchObject({ label: 0, against: 'uniform', reference: 1 / 3 })
  })

  it('is undefined for nothing', () => {
    expect(leaningOf([0, 0], [0, 0])).toEqual({
      answers: 0, predicted: undefined, gold: undefined, predictedEntropy: undefined, goldEntropy: undefined,
      distance: undefined, neverAnswered: [], warning: undefined,
    })
    expect(entropy([0.5, 0.5, 0])).toBe(1)
  })
})

describe('sliceScores', () => {
  it('ranks slices of 30 records and more, and lets an empty one stand', () => {
    const gold = new Array<number>(100).fill(0)
    const predicted = gold.map((_, record) => (record < 30 || record % 2 === 0 ? 0 : 1))
    const slices = gold.map((_, record) => (record < 30 ? 0 : record < 90 ? 1 : record < 99 ? 2 : -1))
    const scored = sliceScores({ labels: 2, gold, predicted }, slices, 4)
    expect(scored.map(({ records }) => records)).toEqual([30, 60, 9, 0])
    expect(scored.map(({ rank }) => rank)).toEqual([1, 2, undefined, undefined])
    expect(scored[3]).toMatchObject({ accuracy: undefined, rank: undefined })
    expect(() => sliceScores({ labels: 2, gold, predicted }, slices, 2)).toThrow(RangeError)
    expect(() => sliceScores({ labels: 2, gold, predicted }, [0], 2)).toThrow(RangeError)
  })
})

describe('chainErrors', () => {
  it('finds the first wrong step, and the right label by a wrong path', () => {
    const result = chainErrors([
      { labels: 3, gold: [0, 0, 0, 0, -1], predicted: [0, 1, 0, -1, 0] },
      { labels: 3, gold: [1, 1, 1, 1, 1], predicted: [1, 1, 2, 1, 1] },
      { labels: 3, gold: [2, 2, 2, 2, 2], predicted: [2, 2, 0, 1, 2] },
    ])
    expect(result).toEqual({ records: 4, leftOut: 1, firstWrong: [[1, 3], [2], []], right: [0], rightByWrongPath: [1] })
    expect(() => chainErrors([])).toThrow(RangeError)
  })

  it('puts every record in one place', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.integer({ min: -1, max: 1 }), { minLength: 4, maxLength: 4 })), (rows) => {
        const column = (at: number) => rows.map((row) => row[at]!)
        const result = chainErrors([
          { labels: 2, gold: column(0), predicted: column(1) },
          { labels: 2, gold: column(2), predicted: column(3) },
        ])
        expect(result.right.length + result.firstWrong.flat().length).toBe(result.records)
        expect(result.records + result.leftOut).toBe(rows.length)
      }),
    )
  })

  it('holds the stated stance against the derived one', () => {
    expect(consistency([0, 1, -1, 2], [0, 2, 1, -1])).toEqual({ records: 2, inconsistent: [1], share: 0.5 })
    expect(consistency([], []).share).toBeUndefined()
  })
})
