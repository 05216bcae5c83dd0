import { describe, expect, it } from 'vitest'
import { BATCH, recordsPrior } from '../../../src/answer/meanPrior.ts'
import { readPrediction } from '../../../src/answer/readPrediction.ts'
import { builtInScheme } from '../../../src/domain/builtInScheme.ts'
import type { Conditional, Prediction } from '../../../src/domain/prediction.ts'
import { seededRandom } from '../../../src/domain/random.ts'
import { builtInMethods } from '../../../src/prompt/builtInMethods.ts'
import { type BatchArrays, BATCH_RECORDS, batchIntervals } from '../../../src/state/results/batchIntervals.ts'
import { MetricsWork } from '../../../src/state/results/metricsWork.ts'
import { memorySource, sample } from './fixtures.ts'

const polarities = ['Positive', 'Neutral', 'Negative']
const reading = { prior: 'batch', rule: 'joint', parser: 1 } as const
const method = builtInMethods[0]!

/** Records whose model leans to Neutral by far and knows something of the gold. */
function arrays(size: number, seed = 1): Omit<BatchArrays, 'predictions'> & { readonly predictions: readonly Prediction[] } {
  const random = seededRandom(seed)
  const gold = Int16Array.from({ length: size }, (_, at) => at % 3)
  const predictions = Array.from(gold, (own, at): Prediction => {
    const scores = polarities.map((_, label) => (label === 1 ? 3 : 0) + (label === own ? 1.2 : 0) + random.uniform() * 2)
    const total = Math.log(scores.reduce((sum, score) => sum + Math.exp(score), 0))
    const even = Float32Array.from(polarities, () => -Math.log(3))
    const conditionals: Conditional[] = [
      { field: 'explicit', given: {}, logProbabilities: Float32Array.from(scores, (score) => score - total) },
      ...polarities.map((explicit) => ({ field: 'implicit', given: { explicit }, logProbabilities: even })),
    ]
    return { runId: 'r', sampleId: String(at), sampleHash: '', outcome: { kind: 'guided', conditionals, reasons: [] }, droppedTurns: 0, promptTokens: 1, newTokens: 0, duration: 1, at: 0 }
  })
  return { scheme: builtInScheme, method, reading, predictions, field: 'explicit', gold, groups: null }
}

const conditionalsOf = ({ predictions }: ReturnType<typeof arrays>) => predictions.map((prediction) => (prediction.outcome.kind === 'guided' ? prediction.outcome.conditionals : []))

function accuracy(own: ReturnType<typeof arrays>): number {
  const prior = recordsPrior(conditionalsOf(own), BATCH)
  const right = own.predictions.filter((prediction, at) => {
    const answer = readPrediction(prediction, builtInScheme, method, reading, prior).explicit
    return answer?.kind === 'chosen' && answer.label === polarities[own.gold[at]!]
  })
  return right.length / own.predictions.length
}

describe('intervals under the mean over a run’s own records', () => {
  it('lie about the figure, and move with the prior’s own uncertainty', () => {
    const own = arrays(60)
    const { accuracy: interval, macroF1 } = batchIntervals(own, 1)
    expect(accuracy(own)).toBeGreaterThan(0.4)
    expect(interval!.low).toBeLessThan(accuracy(own))
    expect(interval!.high).toBeGreaterThan(accuracy(own))
    expect(interval!.method).toBe('basicBootstrap')
    expect(macroF1!.low).toBeLessThan(macroF1!.high)
  })

  it('are not made of more records than can be read two thousand times', () => {
    expect(batchIntervals(arrays(BATCH_RECORDS + 1), 1).accuracy).toBeUndefined()
  })

  it('take no predictions along, from one worker to another, where they are too many', async () => {
    for (const size of [BATCH_RECORDS, BATCH_RECORDS + 1]) {
      const { predictions } = arrays(size)
      const samples = predictions.map(({ sampleId }) => sample(sampleId, 'Neutral'))
      const work = new MetricsWork(memorySource(samples, { run: predictions }, { run: {} }))
      const key = { plan: 'plan', run: 'run', reading, version: '1' }
      const labels = await work.labels(key, { field: 'stance' }, 'stance')
      expect(labels.batch?.predictions?.length).toBe(size === BATCH_RECORDS ? size : undefined)
      const pair = await work.pair(key, { ...key, reading: { ...reading, prior: 'none' } }, { field: 'stance' }, 'stance')
      expect(pair.batch?.first?.source === null).toBe(size > BATCH_RECORDS)
      expect((await work.confidences(key, { field: 'stance' }, 'stance')).transductive).toBe(true)
      if (size > BATCH_RECORDS) expect((await work.intervals(labels)).weightedF1).toBeUndefined()
    }
  })

  it('rest on a mean with every record as often as it was drawn', () => {
    const own = conditionalsOf(arrays(5))
    const twice = recordsPrior([own[0]!, own[2]!, own[2]!], BATCH)
    expect(recordsPrior(own, BATCH, [1, 0, 2, 0, 0])).toEqual(twice)
  })
})
