import type { Dataset, Sample } from '../../src/domain/dataset.ts'
import type { Plan, Run } from '../../src/domain/plan.ts'
import type { Conditional, Outcome, Prediction } from '../../src/domain/prediction.ts'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import { builtInMethods } from '../../src/prompt/builtInMethods.ts'

export function sample(id: string, over: Partial<Sample> = {}): Sample {
  return {
    id,
    hash: `hash-${id}`,
    text: `句子 ${id}`,
    context: '甲：你好\n乙：嗯',
    scene: 'dialogue',
    speaker: null,
    gold: {
      explicit: { kind: 'label', label: 'Neutral' },
      stance: { kind: 'label', label: 'Veiled Negative', derived: true },
      emotion: { kind: 'outOfScheme', raw: 'Concern' },
    },
    tier: 'human',
    group: null,
    row: 1,
    other: { source: 'made up' },
    ...over,
  }
}

export function samples(count: number, from = 0): readonly Sample[] {
  return Array.from({ length: count }, (_, at) => sample(String(from + at), { row: from + at + 1 }))
}

export function dataset(id: string, over: Partial<Dataset> = {}): Dataset {
  return {
    id,
    name: `数据 ${id}`,
    hash: '',
    schemeId: 'stance-matrix',
    rows: 0,
    samples: 0,
    problems: 0,
    notices: 0,
    source: { file: 'a.csv', bytes: 12, format: 'csv', encoding: 'utf-8', mapping: { 句子: { kind: 'text' }, stance: { kind: 'gold', field: 'stance' } } },
    importedAt: 1,
    demonstration: false,
    ...over,
  }
}

export function conditional(field: string, size: number, given: Conditional['given'] = {}): Conditional {
  return { field, given, logProbabilities: Float32Array.from({ length: size }, () => -Math.log(size)) }
}

export const guided: Extract<Outcome, { kind: 'guided' }> = {
  kind: 'guided',
  conditionals: [
    conditional('explicit', 3),
    conditional('implicit', 3, { explicit: 'Positive' }),
    conditional('implicit', 3, { explicit: 'Neutral' }),
    conditional('implicit', 3, { explicit: 'Negative' }),
    conditional('intent', 8, { explicit: 'Neutral', implicit: 'Negative', stance: 'Veiled Negative' }),
    conditional('emotion', 25, { explicit: 'Neutral', implicit: 'Negative', stance: 'Veiled Negative', intent: 'Irony' }),
  ],
  reasons: [],
}

export function prediction(runId: string, sampleId: string, outcome: Outcome = guided, over: Partial<Prediction> = {}): Prediction {
  return { runId, sampleId, sampleHash: `hash-${sampleId}`, outcome, droppedTurns: 0, promptTokens: 812, newTokens: 40, duration: 12.5, at: 1_790_000_000_000, ...over }
}

export function plan(id: string, over: Partial<Plan> = {}): Plan {
  return {
    id,
    version: 1,
    createdAt: 5,
    dataset: { id: 'd', name: '数据', hash: 'h', samples: 3, demonstration: false },
    scheme: builtInScheme,
    seed: 7,
    sampleIds: ['b', 'a', 'c'],
    models: [
      {
        ref: { id: 'toy', kind: 'causal', origin: 'embedded', revision: null, files: [{ path: 'onnx/model.onnx', bytes: 9, sha256: 'f' }], dtype: 'q8', device: 'wasm', graph: 'asShipped' },
      },
    ],
    methods: [...builtInMethods],
    decoding: { maxTokens: 200 },
    reading: { prior: 'none', rule: 'joint', parser: 1 },
    primaryMetric: { field: 'stance', metric: 'macroF1' },
    ...over,
  }
}

export function run(id: string, planId: string): Run {
  return { id, planId, model: plan(planId).models[0]!, method: builtInMethods[0]!, promptHash: 'p' }
}
