import { builtInScheme } from '../../../src/domain/builtInScheme.ts'
import type { Gold, Sample } from '../../../src/domain/dataset.ts'
import type { Plan, Run } from '../../../src/domain/plan.ts'
import type { Answer, Answers, Prediction } from '../../../src/domain/prediction.ts'
import { builtInMethods } from '../../../src/prompt/builtInMethods.ts'
import type { RunSource } from '../../../src/state/results/metricsService.ts'

export const scheme = builtInScheme

export function sample(id: string, stance: string | null, more: Partial<Sample> = {}): Sample {
  const gold: Record<string, Gold> = stance === null ? {} : { stance: { kind: 'label', label: stance } }
  return { id, hash: id.padStart(64, '0'), text: `句子 ${id}`, context: '', scene: 'dialogue', speaker: null, gold, tier: null, group: null, row: 1, other: {}, ...more }
}

export function prediction(sampleId: string, more: Partial<Prediction> = {}): Prediction {
  return {
    runId: 'run', sampleId, sampleHash: sampleId.padStart(64, '0'), outcome: { kind: 'free', text: '', finish: 'stop' },
    droppedTurns: 0, promptTokens: 10, newTokens: 2, duration: 100, at: 0, ...more,
  }
}

export const failed = (sampleId: string): Prediction => prediction(sampleId, { outcome: { kind: 'failed', reason: 'timedOut: too long' } })

/** Answers by sample id: a stance, or why there is none. */
export function reader(answers: Readonly<Record<string, Answer>>): (read: Prediction) => Answers {
  return ({ sampleId, outcome }) => ({ stance: outcome.kind === 'failed' ? { kind: 'failed', found: outcome.reason } : (answers[sampleId] ?? { kind: 'unparsed' }) })
}

export const chosen = (label: string): Answer => ({ kind: 'chosen', label })

export const method = builtInMethods.find(({ id }) => id === 'direct-free')!

export function planOf(samples: readonly Sample[]): Plan {
  return {
    id: 'plan', version: 1, createdAt: 0,
    dataset: { id: 'data', name: 'data', hash: 'hash', samples: samples.length, demonstration: false },
    scheme, seed: 1, sampleIds: samples.map(({ id }) => id), models: [], methods: [method], decoding: { maxTokens: 10 },
    reading: { prior: 'none', rule: 'joint', parser: 1 }, primaryMetric: { field: 'stance', metric: 'macroF1' },
  }
}

export function runOf(id = 'run'): Run {
  const ref = { id: 'model', kind: 'causal', origin: 'embedded', revision: null, files: [], dtype: 'q8', device: 'wasm', graph: 'asShipped' } as const
  return { id, planId: 'plan', model: { ref }, method, promptHash: 'hash' }
}

/** Everything that a metrics worker reads, from memory; counts how often predictions are read. */
export function memorySource(
  samples: readonly Sample[],
  predictions: Readonly<Record<string, readonly Prediction[]>>,
  answers: Readonly<Record<string, Readonly<Record<string, Answer>>>>,
): RunSource & { readonly reads: string[] } {
  const reads: string[] = []
  const plan = planOf(samples)
  return {
    reads,
    readPlan: (id) => Promise.resolve(id === plan.id ? { plan, runs: Object.keys(predictions).map((run) => runOf(run)) } : undefined),
    readSamples: () => Promise.resolve(samples),
    readPredictions: (id) => {
      reads.push(id)
      return Promise.resolve((predictions[id] ?? []).map((each) => ({ ...each, runId: id })))
    },
    readPriors: () => Promise.resolve(undefined),
    readPrediction: (each) => reader(answers[each.runId] ?? {})(each),
  }
}
