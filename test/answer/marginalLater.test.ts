import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { methodLevels } from '../../src/answer/methodLevels.ts'
import { guidedReading, readPrediction } from '../../src/answer/readPrediction.ts'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import type { Conditional, Prediction, Reading } from '../../src/domain/prediction.ts'
import { fieldOf } from '../../src/domain/scheme.ts'
import { seededRandom } from '../../src/domain/random.ts'
import { builtInMethods } from '../../src/prompt/builtInMethods.ts'

const matrix = builtInMethods[0]!
const levels = methodLevels(builtInScheme, matrix)
const marginal: Reading = { prior: 'none', rule: 'joint', later: 'marginal', parser: 1 }
const labelsOf = (field: string): readonly string[] => fieldOf(builtInScheme, field).labels.map(({ id }) => id)
const polarities = labelsOf('explicit')
const intents = labelsOf('intent')

/** A whole answer: every choice of the tree, from a seed. */
function answer(seed: number): readonly Conditional[] {
  const random = seededRandom(seed)
  const conditional = (field: string, given: Record<string, string>): Conditional => {
    const weights = labelsOf(field).map(() => Math.log(1 - random.uniform()) ** 3)
    const scores = weights.map((weight) => Math.log(Math.max(-weight, 1e-4)))
    const total = Math.log(scores.reduce((sum, score) => sum + Math.exp(score), 0))
    return { field, given, logProbabilities: Float32Array.from(scores, (score) => score - total) }
  }
  return [
    conditional('explicit', {}),
    ...polarities.flatMap((explicit) => [
      conditional('implicit', { explicit }),
      ...polarities.flatMap((implicit) => [
        conditional('intent', { explicit, implicit }),
        ...intents.map((intent) => conditional('emotion', { explicit, implicit, intent })),
      ]),
    ]),
  ]
}

const probability = (conditionals: readonly Conditional[], field: string, given: Record<string, string>, label: number): number =>
  Math.exp(conditionals.find((one) => one.field === field && JSON.stringify(one.given) === JSON.stringify(given))!.logProbabilities[label]!)

/** P(intent) over the nine cells, and P(emotion | intent) likewise, straight from the definition. */
function bruteForce(all: readonly Conditional[]) {
  const cells = polarities.flatMap((explicit, row) => polarities.map((implicit, column) => ({
    given: { explicit, implicit }, share: probability(all, 'explicit', {}, row) * probability(all, 'implicit', { explicit }, column),
  })))
  const intent = intents.map((_, label) => cells.reduce((sum, { given, share }) => sum + share * probability(all, 'intent', given, label), 0))
  const best = intent.indexOf(Math.max(...intent))
  const behind = cells.map(({ given, share }) => ({ given: { ...given, intent: intents[best]! }, share: share * probability(all, 'intent', given, best) }))
  const total = behind.reduce((sum, { share }) => sum + share, 0)
  const emotion = labelsOf('emotion').map((_, label) => behind.reduce((sum, { given, share }) => sum + share * probability(all, 'emotion', given, label), 0) / total)
  return { intent, emotion, best, emotionBest: emotion.indexOf(Math.max(...emotion)), cells }
}

function prediction(conditionals: readonly Conditional[]): Prediction {
  return { runId: 'r', sampleId: 's', sampleHash: '', outcome: { kind: 'guided', conditionals, reasons: [] }, droppedTurns: 0, promptTokens: 1, newTokens: 0, duration: 1, at: 0 }
}

describe('later fields summed over the cells', () => {
  test('are what the sum over all cells says', () => {
    fc.assert(fc.property(fc.nat(), (seed) => {
      const all = answer(seed)
      const { intent, emotion, best, emotionBest } = bruteForce(all)
      const answers = readPrediction(prediction(all), builtInScheme, matrix, marginal)
      for (const [field, wanted, label] of [['intent', intent, best], ['emotion', emotion, emotionBest]] as const) {
        const found = answers[field]!
        if (found.kind !== 'chosen') throw new Error(found.kind)
        expect(found.label).toBe(labelsOf(field)[label])
        wanted.forEach((share, at) => expect(found.probabilities![at]).toBeCloseTo(share, 6))
      }
      const conditioned = readPrediction(prediction(all), builtInScheme, matrix, { prior: 'none', rule: 'joint', parser: 1 })
      for (const field of ['explicit', 'implicit', 'stance']) expect(answers[field]).toEqual(conditioned[field])
    }), { numRuns: 60 })
  })

  test('are never another label than all cells would say, however few were asked', () => {
    fc.assert(fc.property(fc.nat(), fc.nat(511), (seed, asked) => {
      const all = answer(seed)
      const kept = all.filter(({ field, given }) => {
        if (field === 'explicit' || field === 'implicit') return true
        const cell = polarities.indexOf(given.explicit!) * 3 + polarities.indexOf(given.implicit!)
        return (asked >> cell) % 2 === 1
      })
      const { best, emotionBest } = bruteForce(all)
      const { intent, emotion } = readPrediction(prediction(kept), builtInScheme, matrix, marginal)
      if (intent?.kind === 'chosen') expect(intent.label).toBe(intents[best])
      else expect(emotion).toEqual({ kind: 'notAsked' })
      if (emotion?.kind === 'chosen') expect(emotion.label).toBe(labelsOf('emotion')[emotionBest])
    }), { numRuns: 200 })
  })

  test('name what is lacking, the likeliest first, until nothing that matters is', () => {
    const all = answer(7)
    const first = all.filter(({ field }) => field === 'explicit' || field === 'implicit')
    const { cells, best } = bruteForce(all)
    const { later } = guidedReading(levels, first, marginal).decision
    const heaviest = cells.indexOf([...cells].sort((one, other) => other.share - one.share)[0]!)
    expect(later!.lacking).toHaveLength(9)
    expect(later!.lacking[0]).toEqual([Math.floor(heaviest / 3), heaviest % 3])
    const intentAsked = all.filter(({ field }) => field !== 'emotion')
    const behind = guidedReading(levels, intentAsked, marginal).decision.later!
    expect(behind.lacking).toHaveLength(9)
    expect(behind.lacking.every((path) => path.length === 3 && path[2] === best)).toBe(true)
    expect(guidedReading(levels, all, marginal).decision.later!.lacking).toEqual([])
  })

  test('are not told where the joint itself is not known', () => {
    const all = answer(3).filter(({ field, given }) => field !== 'implicit' || given.explicit !== 'Positive')
    const { intent, emotion } = readPrediction(prediction(all), builtInScheme, matrix, marginal)
    expect([intent!.kind, emotion!.kind]).toEqual(['notAsked', 'notAsked'])
  })
})
