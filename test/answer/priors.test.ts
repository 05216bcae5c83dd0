import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { methodLevels } from '../../src/answer/methodLevels.ts'
import { BATCH, priorsOf, recordsPrior } from '../../src/answer/meanPrior.ts'
import { guidedReading, hasPriorFor, readPrediction } from '../../src/answer/readPrediction.ts'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import type { Conditional, Prediction, Reading } from '../../src/domain/prediction.ts'
import { builtInMethods } from '../../src/prompt/builtInMethods.ts'

const matrix = builtInMethods[0]!
const polarities = ['Positive', 'Neutral', 'Negative']
const plain: Reading = { prior: 'none', rule: 'joint', parser: 1 }
const pool: Reading = { ...plain, prior: 'pool', pool: 'p' }
const batch: Reading = { ...plain, prior: 'batch' }

/** log of shares that sum to 1. */
const shares = (size: number): fc.Arbitrary<Float32Array> =>
  fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: size, maxLength: size }).map((weights) => {
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    return Float32Array.from(weights, (weight) => Math.log(weight / total))
  })

/** Explicit and implicit behind each of its labels: what every record is asked. */
const record: fc.Arbitrary<readonly Conditional[]> = fc.array(shares(3), { minLength: 4, maxLength: 4 }).map(([first, ...behind]) => [
  { field: 'explicit', given: {}, logProbabilities: first! },
  ...polarities.map((explicit, at) => ({ field: 'implicit', given: { explicit }, logProbabilities: behind[at]! })),
])
const records = (least: number) => fc.array(record, { minLength: least, maxLength: 6 })

function prediction(sampleId: string, conditionals: readonly Conditional[]): Prediction {
  return { runId: 'r', sampleId, sampleHash: '', outcome: { kind: 'guided', conditionals, reasons: [] }, droppedTurns: 0, promptTokens: 1, newTokens: 0, duration: 1, at: 0 }
}

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0)
const levels = methodLevels(builtInScheme, matrix)

describe('a prior that is a mean over records', () => {
  test('is the mean of the probabilities, sums to 1, and is marked by its pool', () => {
    fc.assert(fc.property(records(1), (all) => {
      const prior = recordsPrior(all, 'p')
      const explicit = prior.find(({ field }) => field === 'explicit')!
      expect(explicit.pool).toBe('p')
      for (const [label] of polarities.entries()) {
        expect(Math.exp(explicit.logProbabilities[label]!)).toBeCloseTo(sum(all.map(([first]) => Math.exp(first!.logProbabilities[label]!))) / all.length, 6)
      }
      for (const { logProbabilities } of prior) expect(sum([...logProbabilities].map(Math.exp))).toBeCloseTo(1, 5)
    }))
  })

  test('of records that favour no label changes nothing', () => {
    const even = Float32Array.from({ length: 3 }, () => Math.log(1 / 3))
    const constant: readonly Conditional[] = [{ field: 'explicit', given: {}, logProbabilities: even }, ...polarities.map((explicit) => ({ field: 'implicit', given: { explicit }, logProbabilities: even }))]
    const prior = recordsPrior(Array.from({ length: 3 }, () => constant), 'p')
    fc.assert(fc.property(record, (own) => {
      const before = guidedReading(levels, own, plain)
      const after = guidedReading(levels, own, pool, prior)
      for (const [cell, score] of before.joint.scores.entries()) expect(after.joint.scores[cell]).toBeCloseTo(score, 5)
      expect(after.decision.labels.slice(0, 2)).toEqual(before.decision.labels.slice(0, 2))
    }))
  })

  test('leaves probabilities that sum to 1, over the joint as over each field', () => {
    fc.assert(fc.property(records(2), (all) => {
      const prior = recordsPrior(all, 'p')
      for (const own of all) {
        expect(sum([...guidedReading(levels, own, pool, prior).joint.scores].map(Math.exp))).toBeCloseTo(1, 5)
        for (const answer of Object.values(readPrediction(prediction('1', own), builtInScheme, matrix, pool, prior))) {
          if (answer.kind === 'chosen' && answer.probabilities) expect(sum(answer.probabilities)).toBeCloseTo(1, 5)
        }
      }
    }))
  })

  test('is not told from another pool’s, nor from the content-free one', () => {
    const prior = [...recordsPrior([[{ field: 'explicit', given: {}, logProbabilities: Float32Array.of(-1, -1, -1) }]], 'other')]
    expect([plain, pool, { ...pool, pool: 'other' }, { ...plain, prior: 'contentFree' } as const, batch].map((reading) => hasPriorFor(reading, prior))).toEqual([true, false, true, false, false])
    expect(hasPriorFor(pool, undefined)).toBe(false)
  })

  test('stands for all paths of a later field that few records hold, and for none that enough do', () => {
    const even = (field: string, given: Record<string, string>, labels: number): Conditional => ({ field, given, logProbabilities: Float32Array.from({ length: labels }, () => -Math.log(labels)) })
    const behind = (implicit: string): readonly Conditional[] => [even('explicit', {}, 3), even('implicit', { explicit: 'Positive' }, 3), even('intent', { explicit: 'Positive', implicit }, 8)]
    const prior = recordsPrior([...Array.from({ length: 20 }, () => behind('Positive')), behind('Negative')], 'p')
    expect(prior.filter(({ field }) => field === 'intent').map(({ given }) => given)).toEqual([{ explicit: 'Positive', implicit: 'Positive' }, {}])
    const { table } = guidedReading(levels, behind('Negative'), pool, prior)
    expect([...table.at(2, 2)!].map(Math.exp).every((share) => Math.abs(share - 1 / 8) < 1e-6)).toBe(true)
  })
})

describe('a batch', () => {
  test('is the plan’s own records and no others, and depends on all of them', () => {
    fc.assert(fc.property(records(3), (all) => {
      const predictions = all.map((own, at) => prediction(String(at), own))
      const drawn = predictions.slice(1).map(({ sampleId }) => sampleId)
      expect(priorsOf(batch, undefined, predictions, drawn)).toEqual(recordsPrior(all.slice(1), BATCH))
      expect(priorsOf(plain, undefined, predictions, drawn)).toBeUndefined()
    }))
  })

  test('of one record leaves nothing to choose by', () => {
    fc.assert(fc.property(record, (own) => {
      const only = prediction('1', own)
      const { joint } = guidedReading(levels, own, batch, priorsOf(batch, undefined, [only], ['1']))
      for (const score of joint.scores) expect(Math.exp(score)).toBeCloseTo(1 / 9, 5)
    }))
  })
})
