import type { Method } from './method.ts'
import type { ModelRef, OutputMapping } from './model.ts'
import type { Reading } from './prediction.ts'
import type { FieldId, Scheme } from './scheme.ts'
import type { Sha256, Timestamp, Tokens } from './units.ts'

/** What to run, frozen before it starts. Everything needed to repeat a number is in it. */
export interface Plan {
  /** SHA-256 of everything below but `createdAt`. */
  readonly id: Sha256
  readonly version: 1
  readonly createdAt: Timestamp
  readonly dataset: { readonly id: string; readonly name: string; readonly hash: Sha256; readonly samples: number; readonly demonstration: boolean }
  readonly scheme: Scheme
  /** Seed of the order in which samples are asked. */
  readonly seed: number
  /** The drawn samples in the order they are asked: any beginning of it is a fair sample. */
  readonly sampleIds: readonly string[]
  readonly models: readonly PlannedModel[]
  readonly methods: readonly Method[]
  readonly decoding: { readonly maxTokens: Tokens }
  readonly reading: Reading
  readonly primaryMetric: { readonly field: FieldId; readonly metric: MetricName }
  /** Where methods that give labels `from: run` take them; absent where none does. */
  readonly source?: GivenSource
}

/** Whose answers a `give` step with `from: run` tells. */
export type GivenSource =
  /** The same model's run of this plan by the method of that id, read as this plan says. */
  | { readonly kind: 'method'; readonly method: string }
  /** A run that is there already, over the same samples, read so. */
  | { readonly kind: 'run'; readonly run: Sha256; readonly reading: Reading }

export interface PlannedModel {
  readonly ref: ModelRef
  /** Of a classifier: which output answers what. */
  readonly outputs?: OutputMapping
  /** Of a classifier: it reads the context as its second segment. Absent: the text alone. */
  readonly context?: boolean
}

export type MetricName = 'accuracy' | 'macroRecall' | 'macroF1' | 'microF1' | 'weightedF1'

/** One model and one method of a plan. */
export interface Run {
  /** SHA-256 over dataset hash, model, method, prompt and source: the same question has the same id, whichever plan asked it. */
  readonly id: Sha256
  readonly planId: Sha256
  readonly model: PlannedModel
  readonly method: Method
  /** SHA-256 of the prompt's template as rendered for the sentinel sample. */
  readonly promptHash: Sha256
  /** The run whose answers, read so, this one tells its model. */
  readonly source?: { readonly run: Sha256; readonly reading: Reading }
}

/** In the order of every table. */
export const metricNames: readonly MetricName[] = ['accuracy', 'macroRecall', 'macroF1', 'microF1', 'weightedF1']
