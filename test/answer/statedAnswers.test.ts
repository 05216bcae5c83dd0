import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPrediction } from '../../src/answer/readPrediction.ts'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import type { Method, Step } from '../../src/domain/method.ts'
import type { Answers, Prediction, Stated } from '../../src/domain/prediction.ts'
import { fieldOf } from '../../src/domain/scheme.ts'

const choose = (field: string): Step => ({ kind: 'choose', field })
const imported = (...steps: Step[]): Method => ({ id: 'imported', name: { zh: '', en: '' }, summary: { zh: '', en: '' }, steps, asking: 'free', labelForm: 'word' })
const tasks = imported(choose('stance'), choose('intent'), choose('emotion'))

function read(fields: Record<string, Stated>, parser: number, method = tasks): Answers {
  const prediction: Prediction = {
    runId: 'r', sampleId: 's', sampleHash: '', outcome: { kind: 'stated', fields }, droppedTurns: 0, promptTokens: 0, newTokens: 0, duration: 0, at: 0,
  }
  return readPrediction(prediction, builtInScheme, method, { prior: 'none', rule: 'joint', parser })
}

describe('what a file states', () => {
  test('is read as it stands: a label, something else, nothing; a field it says nothing of was not asked', () => {
    expect(read({ stance: { said: 'Veiled Negative' }, intent: { said: '嘲弄' } }, 0)).toEqual({
      stance: { kind: 'chosen', label: 'Veiled Negative' }, intent: { kind: 'outOfScheme', found: '嘲弄' }, emotion: { kind: 'notAsked' },
    })
    expect(read({ stance: { said: null, raw: '情感立场：中性' } }, 0).stance).toEqual({ kind: 'unparsed' })
  })

  test('is no label under another spelling: who takes the file in decides what its spellings mean', () => {
    expect(read({ stance: { said: '隐晦负面' } }, 0).stance).toEqual({ kind: 'outOfScheme', found: '隐晦负面' })
  })

  test('keeps its probabilities where there is one for each label', () => {
    const nine = Array.from({ length: 9 }, (_, at) => at / 36)
    expect(read({ stance: { said: 'Negative', probabilities: nine } }, 0).stance).toEqual({ kind: 'chosen', label: 'Negative', probabilities: nine })
    expect(read({ stance: { said: 'Negative', probabilities: [0.5, 0.5] } }, 0).stance).toEqual({ kind: 'chosen', label: 'Negative' })
    expect(read({ stance: { said: 'Negative', probability: 0.7 } }, 0).stance).toEqual({ kind: 'chosen', label: 'Negative', probability: 0.7 })
  })

  test('a derived field that it does not state is what its stated parts give', () => {
    const method = imported(choose('explicit'), choose('implicit'), { kind: 'derive', field: 'stance' })
    expect(read({ explicit: { said: 'Neutral' }, implicit: { said: 'Negative' } }, 0, method).stance).toEqual({ kind: 'chosen', label: 'Veiled Negative' })
    expect(read({ explicit: { said: 'Neutral' }, implicit: { said: '?' } }, 0, method).stance).toEqual({ kind: 'outOfScheme', found: '?' })
    expect(read({ explicit: { said: 'Neutral' } }, 0, method).stance).toEqual({ kind: 'notAsked' })
  })
})

describe('the words behind it, parsed', () => {
  test('beat the statement, each field by its own words', () => {
    const fields: Record<string, Stated> = { stance: { said: 'Neutral', raw: '一致性负面' }, intent: { said: 'Irony', raw: '语用意图：礼貌' }, emotion: { said: 'Love' } }
    expect(read(fields, 1)).toEqual({ stance: { kind: 'chosen', label: 'Negative' }, intent: { kind: 'chosen', label: 'Politeness' }, emotion: { kind: 'chosen', label: 'Love' } })
  })

  test('are parsed too where nothing is stated', () => {
    expect(read({ stance: { raw: '情感立场：中性' } }, 0).stance).toEqual({ kind: 'chosen', label: 'Neutral' })
  })

  test('may name the parts of a derived field only', () => {
    expect(read({ stance: { said: null, raw: '字面极性：正面\n隐含极性：负面' } }, 1).stance).toEqual({ kind: 'chosen', label: 'Sarcastic Negative' })
    expect(read({ stance: { said: null, raw: '' } }, 1).stance).toEqual({ kind: 'unparsed' })
  })

  test('keep the measured probability only for the label it was measured of', () => {
    expect(read({ intent: { said: 'Irony', probability: 0.4, raw: '语用意图：反讽' } }, 1).intent).toEqual({ kind: 'chosen', label: 'Irony', probability: 0.4 })
    expect(read({ intent: { said: 'Irony', probability: 0.4, raw: '语用意图：礼貌' } }, 1).intent).toEqual({ kind: 'chosen', label: 'Politeness' })
  })
})

test('a label written plainly is read alike from the statement and from the words', () => {
  const cases = ['stance', 'intent', 'emotion'].flatMap((field) => fieldOf(builtInScheme, field).labels.map((label) => ({ field, label })))
  fc.assert(fc.property(fc.constantFrom(...cases), ({ field, label }) => {
    const method = imported(choose(field))
    expect(read({ [field]: { said: label.id, raw: label.name.zh } }, 1, method)).toEqual(read({ [field]: { said: label.id, raw: label.name.zh } }, 0, method))
  }))
})
