import fc from 'fast-check'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import type { Sample } from '../../src/domain/dataset.ts'
import type { Plan, Run } from '../../src/domain/plan.ts'
import type { Conditional, Outcome, Prediction, Stated } from '../../src/domain/prediction.ts'
import type { RunFileContent } from '../../src/export/runFile.ts'
import { builtInMethods } from '../../src/prompt/builtInMethods.ts'

/** 64 hexadecimal digits that depend on a number. */
export const hash = (seed: number): string => seed.toString(16).padStart(64, '0')

const model = {
  ref: { id: 'tiny', kind: 'causal', origin: 'embedded', revision: null, files: [{ path: 'onnx/model.onnx', bytes: 12, sha256: hash(7) }, { path: 'config.json', bytes: 1 }], dtype: 'q8', device: 'wasm', graph: 'asShipped' },
} as const

export const plan: Plan = {
  id: hash(1), version: 1, createdAt: 1_764_000_000_000,
  dataset: { id: 'd', name: '样本.jsonl', hash: hash(2), samples: 4, demonstration: false },
  scheme: builtInScheme, seed: 42, sampleIds: ['7', '007', 'x"\n', '四'],
  models: [model, { ref: { ...model.ref, id: 'classifier', kind: 'classifier', revision: 'abc' }, outputs: [{ field: 'explicit', label: 'Positive' }, null], context: true }],
  methods: builtInMethods, decoding: { maxTokens: 64 }, reading: { prior: 'none', rule: 'joint', parser: 1 },
  primaryMetric: { field: 'stance', metric: 'macroF1' }, family: { pairs: { kind: 'againstRun', model: 'tiny', method: 'matrix' }, margin: 0.02 },
}

export const runs: readonly Run[] = [
  { id: hash(3), planId: plan.id, model, method: builtInMethods[0]!, promptHash: hash(4) },
  { id: hash(5), planId: plan.id, model: plan.models[1]!, method: builtInMethods[3]!, promptHash: hash(6) },
]

export const samples: readonly Sample[] = plan.sampleIds.map((id, at) => ({
  id, hash: hash(100 + at), text: `句子 ${at} 🙂`, context: at % 2 === 0 ? '' : '上文\n两行', scene: at === 0 ? null : 'dialogue', speaker: at === 1 ? '张三' : null,
  gold: at === 0 ? {} : { stance: { kind: 'label', label: 'Neutral', derived: true }, intent: { kind: 'outOfScheme', raw: 'Concern' }, emotion: { kind: 'label', label: 'Love' } },
  tier: at === 2 ? 'human' : null, group: at < 2 ? '张三的对话' : null, row: at + 2, other: { note: 'x,y' },
}))

/** Any float that a log-probability can be, zero of either sign and minus infinity among them. */
const logProbability = fc.float({ max: 0, noNaN: true })

function conditional(field: string, given: Record<string, string>): fc.Arbitrary<Conditional> {
  const labels = builtInScheme.fields.find(({ id }) => id === field)!.labels.length
  return fc.array(logProbability, { minLength: labels, maxLength: labels }).map((values) => ({ field, given, logProbabilities: Float32Array.from(values) }))
}

const chain = fc.tuple(conditional('explicit', {}), conditional('implicit', { explicit: 'Neutral' }), conditional('intent', { explicit: 'Neutral', implicit: 'Negative' }))
const text = fc.string({ unit: 'binary', maxLength: 30 })

const stated: fc.Arbitrary<Stated> = fc.record({
  said: fc.option(fc.oneof(fc.constantFrom('Neutral', 'Irony', 'Love'), text)),
  raw: text,
  probabilities: fc.array(fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0), { maxLength: 9 }),
  probability: fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0),
}, { requiredKeys: [] })

const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.record({ kind: fc.constant('guided' as const), conditionals: chain.chain((all) => fc.subarray(all)), reasons: fc.array(text, { maxLength: 2 }) }),
  fc.record({ kind: fc.constant('classified' as const), conditionals: chain.map((all) => all.map((one) => ({ ...one, given: {} }))) }),
  fc.record({ kind: fc.constant('free' as const), text, finish: fc.constantFrom('stop' as const, 'length' as const) }),
  fc.record({ kind: fc.constant('failed' as const), reason: text }),
  fc.record({ kind: fc.constant('stated' as const), fields: fc.dictionary(fc.constantFrom('stance', 'intent', 'emotion'), stated) }),
)

export const predictionsOf = (runId: string): fc.Arbitrary<readonly Prediction[]> =>
  fc.subarray([...samples]).chain((chosen) => fc.tuple(...chosen.map((sample) => fc.record({
    runId: fc.constant(runId), sampleId: fc.constant(sample.id), sampleHash: fc.constant(sample.hash), outcome,
    given: fc.constantFrom(undefined, { stance: 'Neutral' }, { stance: 'Neutral', intent: 'Irony' }),
    fidelity: fc.constantFrom(undefined, { mean: 0.01, largest: 0.5, fellBack: true }),
    droppedTurns: fc.nat(9), promptTokens: fc.nat(), newTokens: fc.nat(), duration: fc.double({ min: 0, max: 1e9, noNaN: true, noDefaultInfinity: true }).map((value) => value + 0), at: fc.nat(),
  }).map(({ given, fidelity, ...prediction }) => ({ ...prediction, ...(given && { given }), ...(fidelity && { fidelity }) })))))

export const content: fc.Arbitrary<RunFileContent> = fc
  .record({ first: predictionsOf(runs[0]!.id), second: predictionsOf(runs[1]!.id), prior: fc.option(chain) })
  .map(({ first, second, prior }) => ({
    plan, runs, samples,
    predictions: new Map([[runs[0]!.id, first], [runs[1]!.id, second]]),
    priors: new Map(prior ? [[runs[0]!.id, prior]] : []),
  }))
