import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import type { Sample } from '../../src/domain/dataset.ts'
import type { Method } from '../../src/domain/method.ts'
import type { Plan, PlannedModel, Run } from '../../src/domain/plan.ts'
import type { Prediction } from '../../src/domain/prediction.ts'
import { builtInMethods } from '../../src/prompt/builtInMethods.ts'
import { freezePlan, type PlanChoice } from '../../src/run/freezePlan.ts'
import type { PredictionSink } from '../../src/run/predictionSink.ts'
import { toyRef } from './toyEngine.ts'

export function toySample(id: string, over: Partial<Sample> = {}): Sample {
  return { id, hash: `hash-${id}`, text: `句子${id}`, context: '', scene: 'dialogue', speaker: null, gold: {}, tier: null, group: null, row: 1, other: {}, ...over }
}

export function method(id: string): Method {
  return builtInMethods.find((one) => one.id === id)!
}

export function choice(samples: readonly Sample[], over: Partial<PlanChoice> = {}): PlanChoice {
  return {
    dataset: { id: 'd', name: 'd', hash: 'h', samples: samples.length, demonstration: false },
    sampleIds: samples.map(({ id }) => id),
    scheme: builtInScheme,
    seed: 1,
    models: [{ ref: toyRef }],
    methods: [method('matrix')],
    decoding: { maxTokens: 64 },
    reading: { prior: 'none', rule: 'joint', parser: 1 },
    primaryMetric: { field: 'stance', metric: 'macroF1' },
    createdAt: 1,
    ...over,
  }
}

export async function planned(samples: readonly Sample[], over: Partial<PlanChoice> = {}): Promise<{ plan: Plan; run: Run }> {
  const { plan, runs } = await freezePlan(choice(samples, over))
  return { plan, run: runs[0]! }
}

export const toyClassifier: PlannedModel = {
  ref: { ...toyRef, id: 'toy-classifier', kind: 'classifier' },
  outputs: [
    { field: 'explicit', label: 'Positive' },
    { field: 'explicit', label: 'Neutral' },
    { field: 'explicit', label: 'Negative' },
    { field: 'implicit', label: 'Positive' },
    { field: 'implicit', label: 'Negative' },
    { field: 'implicit', label: 'Negative' },
    null,
  ],
}

/** Keeps predictions as storage does: the latest of a sample, a success rather than a failure. */
export class MemorySink implements PredictionSink {
  readonly predictions = new Map<string, Prediction>()
  readonly groups: number[] = []

  append(predictions: readonly Prediction[]): Promise<void> {
    this.groups.push(predictions.length)
    for (const prediction of predictions) {
      const known = this.predictions.get(prediction.sampleId)
      if (prediction.outcome.kind === 'failed' && known && known.outcome.kind !== 'failed') continue
      this.predictions.set(prediction.sampleId, prediction)
    }
    return Promise.resolve()
  }

  get done(): ReadonlyMap<string, 'done' | 'failed'> {
    return new Map([...this.predictions].map(([id, { outcome }]) => [id, outcome.kind === 'failed' ? 'failed' : 'done']))
  }

  /** What must not depend on when and how it was asked, by sample. */
  get content(): Readonly<Record<string, unknown>> {
    return Object.fromEntries([...this.predictions].map(([id, prediction]) => [id, { ...prediction, at: 0, duration: 0 }]))
  }
}
