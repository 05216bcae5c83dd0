import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Outcome, Prediction } from '../../src/domain/prediction.ts'
import { toBatch } from '../../src/storage/predictionRecord.ts'
import { storedBlock, StoredPredictions } from '../../src/storage/storedPredictions.ts'

const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.constant<Outcome>({ kind: 'failed', reason: 'timedOut' }),
  fc.string().map((text): Outcome => ({ kind: 'free', text, finish: 'stop' })),
  fc.array(fc.constantFrom(2, 3), { maxLength: 3 }).map((sizes): Outcome => ({
    kind: 'classified',
    conditionals: sizes.map((size, at) => ({ field: `f${at}`, given: {}, logProbabilities: Float32Array.from({ length: size }, (_, label) => -label - at) })),
  })),
)
const predictions = fc.array(fc.record({ sampleId: fc.constantFrom('a', 'b', 'c', 'd'), outcome }), { maxLength: 12 })
  .map((all) => all.map((some, at): Prediction => ({ runId: 'r', sampleHash: `h${at}`, droppedTurns: 0, promptTokens: at, newTokens: 1, duration: 2, at, ...some })))

/** What the store promises: the latest, a failed one only where none succeeded, in the order of first answers. */
function latest(all: readonly Prediction[]): Map<string, Prediction> {
  const found = new Map<string, Prediction>()
  for (const prediction of all) {
    const known = found.get(prediction.sampleId)
    if (prediction.outcome.kind === 'failed' && known && known.outcome.kind !== 'failed') continue
    found.set(prediction.sampleId, prediction)
  }
  return found
}

describe('stored predictions', () => {
  it('are the latest of each sample, whatever batches they lie in', () => {
    fc.assert(fc.property(predictions, fc.integer({ min: 1, max: 5 }), (all, size) => {
      const batches = Array.from({ length: Math.ceil(all.length / size) }, (_, at) => toBatch('r', all.slice(at * size, (at + 1) * size), false))
      const stored = new StoredPredictions(batches.map((batch, key) => storedBlock(key, batch)))
      const expected = latest(all)
      expect(stored.size).toBe(expected.size)
      expect([...stored.values()]).toEqual([...expected.values()])
      for (const id of ['a', 'b', 'c', 'd']) expect(stored.get(id)).toEqual(expected.get(id))
    }))
  })

  it('of a batch that ends too early are refused', () => {
    const batch = toBatch('r', [{ runId: 'r', sampleId: 'a', sampleHash: 'h', droppedTurns: 0, promptTokens: 1, newTokens: 1, duration: 1, at: 1, outcome: { kind: 'classified', conditionals: [{ field: 'f', given: {}, logProbabilities: Float32Array.of(-1, -2) }] } }], false)
    const cut = { ...batch, values: { ...batch.values, logProbabilities: batch.values.logProbabilities.slice(0, 1) } }
    expect(() => storedBlock(1, cut)).toThrow('ends too early')
  })
})
