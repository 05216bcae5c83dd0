import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jointOf } from '../../src/answer/joint.ts'
import { methodLevels } from '../../src/answer/methodLevels.ts'
import { readPrediction } from '../../src/answer/readPrediction.ts'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import type { Method } from '../../src/domain/method.ts'
import type { Answer, Conditional, Outcome, Prediction, Reading } from '../../src/domain/prediction.ts'
import { derive, type DerivedField, fieldOf, type Scheme } from '../../src/domain/scheme.ts'
import { stanceMatrix } from '../../src/domain/stanceMatrix.ts'
import { answerTree } from '../../src/prompt/answerTree.ts'
import { builtInMethods, classifierMethod, studyMethods } from '../../src/prompt/builtInMethods.ts'
import { sentinelGiven } from '../../src/prompt/messages.ts'

const method = (id: string): Method => builtInMethods.find((candidate) => candidate.id === id)!
const joint: Reading = { prior: 'none', rule: 'joint', parser: 1 }
const path: Reading = { ...joint, rule: 'path' }
const polarities = ['Positive', 'Neutral', 'Negative'] as const

function predictionOf(outcome: Outcome): Prediction {
  return { runId: 'r', sampleId: 's', sampleHash: '0'.repeat(64), outcome, droppedTurns: 0, promptTokens: 1, newTokens: 0, duration: 1, at: 0 }
}

function conditional(field: string, given: Record<string, string>, probabilities: readonly number[]): Conditional {
  return { field, given, logProbabilities: Float32Array.from(probabilities, Math.log) }
}

/** Probability `peak` on one label, the rest alike. */
function peaked(labels: number, at: number, peak = 0.5): number[] {
  return Array.from({ length: labels }, (_, label) => (label === at ? peak : (1 - peak) / (labels - 1)))
}

/** Explicit .4/.35/.25; the best cell is Neutral|Negative (.35 * .9), the best path Positive|Positive (.4 * .4). */
const matrixConditionals = [
  conditional('explicit', {}, [0.4, 0.35, 0.25]),
  conditional('implicit', { explicit: 'Positive' }, [0.4, 0.3, 0.3]),
  conditional('implicit', { explicit: 'Neutral' }, [0.05, 0.05, 0.9]),
  conditional('implicit', { explicit: 'Negative' }, [0.2, 0.2, 0.6]),
  conditional('intent', { explicit: 'Neutral', implicit: 'Negative' }, peaked(8, 4)),
  conditional('emotion', { explicit: 'Neutral', implicit: 'Negative', intent: 'Resistance' }, peaked(25, 17)),
]

function guided(conditionals: readonly Conditional[]): Prediction {
  return predictionOf({ kind: 'guided', conditionals, reasons: [] })
}

function labelAnd(answer: Answer | undefined): string {
  return answer?.kind === 'chosen' ? `${answer.label}${answer.tie ? ' (tie)' : ''}` : (answer?.kind ?? 'absent')
}

function labels(answers: Readonly<Record<string, Answer>>): Record<string, string> {
  return Object.fromEntries(Object.entries(answers).map(([field, answer]) => [field, labelAnd(answer)]))
}

describe('a guided matrix answer', () => {
  const answers = readPrediction(guided(matrixConditionals), builtInScheme, method('matrix'), joint)

  test('is the best cell of the joint and what follows from it, in step order', () => {
    expect(Object.keys(answers)).toEqual(['explicit', 'implicit', 'stance', 'intent', 'emotion'])
    expect(labels(answers)).toEqual({ explicit: 'Neutral', implicit: 'Negative', stance: 'Veiled Negative', intent: 'Resistance', emotion: 'Contempt' })
  })

  test('shows marginals, and the joint under the stances’ names', () => {
    const shown = (field: string) => {
      const answer = answers[field]
      return answer?.kind === 'chosen' ? answer.probabilities!.map((value) => Number(value.toFixed(4))) : []
    }
    expect(shown('explicit')).toEqual([0.4, 0.35, 0.25])
    expect(shown('implicit')).toEqual([0.2275, 0.1875, 0.585])
    expect(shown('stance')).toEqual([0.16, 0.12, 0.12, 0.0175, 0.0175, 0.315, 0.05, 0.05, 0.15])
    expect(shown('intent')).toHaveLength(8)
  })

  test('under rule path follows the best explicit label; what was not asked behind it is said to be so', () => {
    expect(labels(readPrediction(guided(matrixConditionals), builtInScheme, method('matrix'), path))).toEqual({
      explicit: 'Positive', implicit: 'Positive', stance: 'Positive', intent: 'notAsked', emotion: 'notAsked',
    })
  })

  test('content-free priors are subtracted step by step and path by path; a path without prior is not asked', () => {
    const priors = [
      conditional('explicit', {}, [0.8, 0.1, 0.1]),
      conditional('implicit', { explicit: 'Positive' }, [0.4, 0.3, 0.3]),
      conditional('implicit', { explicit: 'Neutral' }, [0.02, 0.02, 0.96]),
      conditional('implicit', { explicit: 'Negative' }, [0.2, 0.2, 0.6]),
    ]
    const corrected = readPrediction(guided(matrixConditionals), builtInScheme, method('matrix'), { ...joint, prior: 'contentFree' }, priors)
    const weights = [0.4 / 0.8, 0.35 / 0.1, 0.25 / 0.1]
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    const explicit = corrected.explicit
    if (explicit?.kind !== 'chosen') throw new Error('not chosen')
    explicit.probabilities!.forEach((value, at) => expect(value).toBeCloseTo(weights[at]! / total, 6))
    // Behind Neutral: .05/.02, .05/.02, .9/.96 of their sum.
    expect(labels(corrected)).toEqual({ explicit: 'Neutral', implicit: 'Positive (tie)', stance: 'Understated Positive (tie)', intent: 'notAsked', emotion: 'notAsked' })
  })

  test('a reading with a prior that nobody measured is refused', () => {
    expect(() => readPrediction(guided(matrixConditionals), builtInScheme, method('matrix'), { ...joint, prior: 'contentFree' })).toThrow('needs the prior')
  })

  test('NaN is an error, never an answer; so are a wrong length and a foreign field', () => {
    const read = (conditionals: readonly Conditional[]) => () => readPrediction(guided(conditionals), builtInScheme, method('matrix'), joint)
    expect(read([conditional('explicit', {}, [NaN, 0.5, 0.5])])).toThrow('NaN')
    expect(read([conditional('explicit', {}, [0, 0, 0])])).toThrow('above 0')
    expect(read([conditional('explicit', {}, [0.5, 0.5])])).toThrow('3 labels')
    expect(read([conditional('stance', {}, peaked(9, 1))])).toThrow('does not choose')
    expect(read([conditional('implicit', {}, [0.3, 0.3, 0.4])])).toThrow('no label of explicit')
  })

  test('equal cells: the first in label order, flagged on the fields where they differ', () => {
    const even = [
      conditional('explicit', {}, [0.25, 0.5, 0.25]),
      conditional('implicit', { explicit: 'Positive' }, [0.25, 0.5, 0.25]),
      conditional('implicit', { explicit: 'Neutral' }, [0.25, 0.375, 0.375]),
      conditional('implicit', { explicit: 'Negative' }, [0.25, 0.5, 0.25]),
    ]
    expect(labels(readPrediction(guided(even), builtInScheme, method('matrix'), joint))).toMatchObject({ explicit: 'Neutral', implicit: 'Neutral (tie)', stance: 'Neutral (tie)' })
  })

  test('nothing asked at all', () => {
    expect(new Set(Object.values(labels(readPrediction(guided([]), builtInScheme, method('matrix'), joint))))).toEqual(new Set(['notAsked']))
  })
})

describe('other outcomes', () => {
  test('a direct answer chooses the stance itself and follows it', () => {
    const answers = readPrediction(
      guided([conditional('stance', {}, peaked(9, 5)), conditional('intent', { stance: 'Veiled Negative' }, peaked(8, 2))]),
      builtInScheme, method('direct'), joint,
    )
    expect(labels(answers)).toEqual({ stance: 'Veiled Negative', intent: 'Suppression', emotion: 'notAsked' })
  })

  test('a classifier: each field by itself, the stance by the table, its probabilities the product', () => {
    const answers = readPrediction(
      predictionOf({ kind: 'classified', conditionals: [conditional('explicit', {}, [0.5, 0.3, 0.2]), conditional('implicit', {}, [0.1, 0.2, 0.7]), conditional('emotion', {}, peaked(25, 3))] }),
      builtInScheme, classifierMethod, joint,
    )
    expect(labels(answers)).toEqual({ explicit: 'Positive', implicit: 'Negative', stance: 'Sarcastic Negative', intent: 'notAsked', emotion: 'Optimism' })
    const { stance } = answers
    if (stance?.kind !== 'chosen') throw new Error('not chosen')
    expect(stance.probabilities![2]).toBeCloseTo(0.35, 6)
    expect(stance.probabilities!.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 6)
  })

  test('a classifier of the stance alone answers the derived field itself', () => {
    const answers = readPrediction(predictionOf({ kind: 'classified', conditionals: [conditional('stance', {}, peaked(9, 6))] }), builtInScheme, classifierMethod, joint)
    expect(labels(answers)).toMatchObject({ explicit: 'notAsked', stance: 'Affiliative Positive' })
  })

  test('a failed prediction has failed in every field, with the reason', () => {
    const answers = readPrediction(predictionOf({ kind: 'failed', reason: 'timedOut' }), builtInScheme, method('matrix'), joint)
    expect(answers.emotion).toEqual({ kind: 'failed', found: 'timedOut' })
  })

  test('given labels take part in what is derived', () => {
    const oracle: Method = { ...method('matrix'), steps: [{ kind: 'give', field: 'explicit', from: 'gold' }, { kind: 'choose', field: 'implicit' }, { kind: 'derive', field: 'stance' }] }
    const answers = readPrediction(guided([conditional('implicit', {}, [0.1, 0.2, 0.7])]), builtInScheme, oracle, joint, undefined, { explicit: 'Positive' })
    expect(labels(answers)).toEqual({ implicit: 'Negative', stance: 'Sarcastic Negative' })
    const told = { ...guided([conditional('implicit', {}, [0.1, 0.2, 0.7])]), given: { explicit: 'Neutral' } }
    expect(labels(readPrediction(told, builtInScheme, oracle, joint))).toEqual({ implicit: 'Negative', stance: 'Veiled Negative' })
  })
})

describe('jointOf', () => {
  const exp = (scores: readonly number[] | undefined) => scores?.map((score) => Number(Math.exp(score).toFixed(4)))

  test('is row-major: what is said, then what is meant', () => {
    expect(exp(jointOf(guided(matrixConditionals), builtInScheme, method('matrix'), joint))).toEqual([0.16, 0.12, 0.12, 0.0175, 0.0175, 0.315, 0.05, 0.05, 0.15])
  })

  test('comes from a stance chosen directly, cell by cell', () => {
    const scores = exp(jointOf(guided([conditional('stance', {}, peaked(9, 5, 0.6))]), builtInScheme, method('direct'), joint))
    expect(scores?.[5]).toBe(0.6)
  })

  test('of a classifier is the product', () => {
    const classified = predictionOf({ kind: 'classified', conditionals: [conditional('explicit', {}, [0.5, 0.3, 0.2]), conditional('implicit', {}, [0.1, 0.2, 0.7])] })
    expect(exp(jointOf(classified, builtInScheme, classifierMethod, joint))).toEqual([0.05, 0.1, 0.35, 0.03, 0.06, 0.21, 0.02, 0.04, 0.14])
  })

  test('is undefined where a cell was not asked, and for written answers', () => {
    expect(jointOf(guided(matrixConditionals.slice(0, 3)), builtInScheme, method('matrix'), joint)).toBeUndefined()
    expect(jointOf(predictionOf({ kind: 'free', text: '正面', finish: 'stop' }), builtInScheme, method('matrix-free'), joint)).toBeUndefined()
  })
})

/** A scheme of other sizes: nothing may depend on 3 x 3 or on the built-in names. */
const other: Scheme = {
  id: 'other', version: 1, name: { zh: '别', en: 'Other' }, matrix: 'c',
  fields: [
    { kind: 'chosen', id: 'a', name: { zh: '甲', en: 'A' }, definition: { zh: '', en: '' }, columns: [], labels: ['a0', 'a1'].map((id) => ({ id, name: { zh: id, en: id }, aliases: [], definition: { zh: '', en: '' } })) },
    { kind: 'chosen', id: 'b', name: { zh: '乙', en: 'B' }, definition: { zh: '', en: '' }, columns: [], labels: ['b0', 'b1', 'b2', 'b3'].map((id) => ({ id, name: { zh: id, en: id }, aliases: [], definition: { zh: '', en: '' } })) },
    {
      kind: 'derived', id: 'c', name: { zh: '丙', en: 'C' }, definition: { zh: '', en: '' }, columns: [], from: ['a', 'b'],
      labels: ['c0', 'c1', 'c2'].map((id) => ({ id, name: { zh: id, en: id }, aliases: [], definition: { zh: '', en: '' } })),
      table: ['a0', 'a1'].flatMap((a, row) => ['b0', 'b1', 'b2', 'b3'].map((b, column) => ({ given: [a, b], label: `c${(row + column) % 3}` }))),
    },
  ],
}

describe('properties', () => {
  const weights = (count: number) => fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: count, maxLength: count })
  const normalised = (values: readonly number[]) => values.map((value) => value / values.reduce((sum, weight) => sum + weight, 0))
  const otherMethod: Method = { ...method('matrix'), id: 'other', steps: [{ kind: 'choose', field: 'a' }, { kind: 'choose', field: 'b' }, { kind: 'derive', field: 'c' }] }

  test('the winner is the best cell, probabilities sum to 1, the derived field follows the table', () => {
    fc.assert(fc.property(weights(2), weights(4), weights(4), (a, b0, b1) => {
      const conditionals = [conditional('a', {}, normalised(a)), conditional('b', { a: 'a0' }, normalised(b0)), conditional('b', { a: 'a1' }, normalised(b1))]
      const cells = conditionals.slice(1).flatMap(({ logProbabilities }, row) => Array.from(logProbabilities, (score) => conditionals[0]!.logProbabilities[row]! + score))
      const best = cells.indexOf(Math.max(...cells))
      const answers = readPrediction(guided(conditionals), other, otherMethod, joint)
      expect(labels(answers)).toMatchObject({ a: expect.stringContaining(`a${Math.floor(best / 4)}`) as string, b: expect.stringContaining(`b${best % 4}`) as string })
      for (const answer of Object.values(answers)) {
        if (answer.kind !== 'chosen') throw new Error('not chosen')
        expect(answer.probabilities!.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 5)
      }
      expect(answers.c).toMatchObject({ label: derive(fieldOf(other, 'c') as DerivedField, { a: `a${Math.floor(best / 4)}`, b: `b${best % 4}` }) })
      expect(jointOf(guided(conditionals), other, otherMethod, joint)).toEqual(cells)
    }))
  })

  test('a flat prior changes no winner', () => {
    const flat = [conditional('explicit', {}, [1 / 3, 1 / 3, 1 / 3]), ...polarities.map((explicit) => conditional('implicit', { explicit }, [1 / 3, 1 / 3, 1 / 3]))]
    fc.assert(fc.property(weights(3), fc.tuple(weights(3), weights(3), weights(3)), (explicit, implicit) => {
      const prediction = guided([conditional('explicit', {}, normalised(explicit)), ...polarities.map((given, row) => conditional('implicit', { explicit: given }, normalised(implicit[row]!)))])
      const read = (prior: Reading['prior']) => {
        const { stance } = readPrediction(prediction, builtInScheme, method('matrix'), { ...joint, prior }, flat)
        return stance?.kind === 'chosen' ? stance.label : stance
      }
      expect(read('contentFree')).toEqual(read('none'))
    }))
  })

  test('levels compared together are those that the prompt scores on every branch', () => {
    const give = (field: string) => ({ kind: 'give', field, from: 'gold' }) as const
    const told = [[give('explicit')], [give('implicit')], [give('explicit'), give('implicit')]].map((gives): Method => {
      const given = gives.map(({ field }) => field)
      return { ...method('matrix'), id: given.join(), steps: [...gives, ...method('matrix').steps.filter((step) => step.kind !== 'choose' || !given.includes(step.field))] }
    })
    for (const each of [...builtInMethods, ...studyMethods, ...told, classifierMethod]) {
      expect(methodLevels(builtInScheme, each).jointLevels).toBe(answerTree(builtInScheme, each, sentinelGiven(builtInScheme, each)).exhaustive)
    }
    expect(methodLevels(other, otherMethod).jointLevels).toBe(answerTree(other, otherMethod).exhaustive)
    expect(stanceMatrix(other)?.cells).toHaveLength(2)
  })
})
