import { describe, expect, test } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import { classifierMethod } from '../../src/prompt/builtInMethods.ts'
import { askSentence } from '../../src/run/askSentence.ts'
import { executeRun } from '../../src/run/executeRun.ts'
import { parseFailure } from '../../src/run/failure.ts'
import { MemorySink, method, planned, toyClassifier, toySample } from './fixtures.ts'
import { ToyEngine, toyRef } from './toyEngine.ts'

const shared = { scheme: builtInScheme, decoding: { maxTokens: 64 } }
const sample = { text: '你可真行。', context: '甲：我又忘了', scene: 'dialogue' } as const

describe('one sentence', () => {
  test('is answered as in a run', async () => {
    const asked = await askSentence({ ...shared, model: { ref: toyRef }, method: method('matrix'), sample, engine: new ToyEngine(), contextLength: 9_000 })
    const sink = new MemorySink()
    const samples = [toySample('a', sample)]
    await executeRun({
      ...(await planned(samples)),
      samples,
      engine: new ToyEngine(),
      contextLength: 9_000,
      restartEngine: () => Promise.reject(new Error('not needed')),
      sink,
      done: new Map(),
    })
    expect(asked.outcome).toEqual(sink.predictions.get('a')!.outcome)
    expect(asked.outcome.kind).toBe('guided')
  })

  test('is answered by a classifier', async () => {
    const engine = new ToyEngine({ outputs: 7 })
    const asked = await askSentence({ ...shared, model: toyClassifier, method: classifierMethod, sample, engine, contextLength: 512 })
    expect(asked.outcome.kind).toBe('classified')
  })

  test('that does not fit is a failed prediction with the reason', async () => {
    const engine = new ToyEngine({ outputs: 7, contextLength: 3 })
    const { outcome } = await askSentence({ ...shared, model: toyClassifier, method: classifierMethod, sample, engine, contextLength: 3 })
    expect(outcome.kind === 'failed' && parseFailure(outcome.reason)).toEqual({ code: 'targetTooLong', message: expect.any(String) as string })
  })

  test('of a classifier without mapped outputs is a caller’s mistake', async () => {
    const request = { ...shared, model: { ref: toyClassifier.ref }, method: classifierMethod, sample, engine: new ToyEngine(), contextLength: 512 }
    await expect(askSentence(request)).rejects.toThrow('no output of toy-classifier is mapped')
  })
})

test('a reason that has no code is all message', () => {
  expect(parseFailure('odd')).toEqual({ code: null, message: 'odd' })
})
