import type { DatasetRoles, Role } from './dataset.ts'
import type { Family } from './family.ts'
import type { Method } from './method.ts'
import type { ImportedRef, ModelRef, OutputMapping } from './model.ts'
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
  readonly decoding: Decoding
  readonly reading: Reading
  readonly primaryMetric: { readonly field: FieldId; readonly metric: MetricName }
  /** The comparisons named beforehand (`familyPairs`); absent: none was, and every comparison is exploratory. */
  readonly family?: Family
  /** Of a plan read under prior `pool`: the records that the prior is the mean over. */
  readonly pool?: PriorPool
  /** Where methods that give labels `from: run` take them; absent where none does. */
  readonly source?: GivenSource
  /** Of language models; absent in plans made before it was pinned, and where there are none. */
  readonly cut?: ForwardCut
  /** The samples are drawn from those of this role alone; absent: from all of the dataset, which named no roles. */
  readonly drawn?: { readonly role: Role; readonly roles: DatasetRoles }
  /** The answers were taken from other people's files: what became of their records. Such a plan has one run, and nothing is left to ask. */
  readonly imported?: readonly ImportedFile[]
}

/**
 * How prompts and answer trees are cut into forwards. Exact arithmetic would not see it; weights and activations of 8 bits can, so that the same answers are
 * promised for the same cut only.
 */
export interface ForwardCut {
  /** Tokens that are read in one forward. */
  readonly chunk: Tokens
  /** A sample's own tokens are read in chunks, too, where they are more than these. */
  readonly trunk: Tokens
  /** Most tokens of the answer tree in one forward. */
  readonly nodes: Tokens
  /** Tokens that a step may add to a forward before it is known to be wanted. */
  readonly ahead: Tokens
}

/** How answers are written; always greedily. */
export interface Decoding {
  /** Of imported answers 0: unknown. */
  readonly maxTokens: Tokens
  /** form: a free answer is over once its form is filled in. Absent, as in plans made before there was a choice: it goes on to the end of the model's turn. */
  readonly end?: 'form'
}

/** Why a record of somebody else's file answers no sample. */
export const refusals = [
  /** The line is no record: broken JSON, no id or text, no prediction. */
  'malformed',
  /** No sample has its id, nor exactly one its text. */
  'unknown',
  /** A sample has its id, and another text. */
  'otherText',
  /** Its sample has an answer from an earlier record: the first counts. */
  'repeated',
  /** The file says itself that the sample was not answered (pending, failed, not asked). */
  'notAnswered',
] as const
export type Refusal = (typeof refusals)[number]

/** A file of answers, counted. Records = taken + refused. */
export interface ImportedFile {
  readonly name: string
  readonly sha256: Sha256
  /** The fields it predicts. */
  readonly fields: readonly FieldId[]
  /** Lines that are not empty, the header apart. */
  readonly records: number
  readonly taken: number
  /** Of those taken, how many by their text, for want of a known id. */
  readonly byText: number
  readonly refused: Readonly<Record<Refusal, number>>
  /** Of those taken, how many state another gold label than the dataset has: figures are over the dataset's. */
  readonly goldDiffers: number
}

/** Unlabelled records that nothing of the test shares text, context or group with, frozen by id and hash: their texts stay in their data set. */
export interface PriorPool {
  readonly dataset: { readonly id: string; readonly name: string; readonly hash: Sha256 }
  /** Seed of the draw. */
  readonly seed: number
  /** SHA-256 over the samples' hashes in this order: `Reading.pool` names it. */
  readonly hash: Sha256
  readonly samples: readonly { readonly sampleId: string; readonly hash: Sha256 }[]
}

/** Whose answers a `give` step with `from: run` tells. */
export type GivenSource =
  /** The same model's run of this plan by the method of that id, read as this plan says. */
  | { readonly kind: 'method'; readonly method: string }
  /** A run that is there already, over the same samples, read so. */
  | { readonly kind: 'run'; readonly run: Sha256; readonly reading: Reading }

export interface PlannedModel {
  readonly ref: ModelRef | ImportedRef
  /** Of a classifier: which output answers what. */
  readonly outputs?: OutputMapping
  /** Of a classifier: it reads the context as its second segment. Absent: the text alone. */
  readonly context?: boolean
}

/** The benchmark's own figures. */
export type BenchmarkMetric = 'accuracy' | 'macroRecall' | 'macroF1' | 'microF1' | 'weightedF1'
/** What can be a plan's primary figure: the benchmark's five, and macro-F1 over the labels that have gold enough for an interval. */
export type MetricName = BenchmarkMetric | 'supportedMacroF1'

/** One model and one method of a plan. */
export interface Run {
  /** SHA-256 over dataset hash, model, method, prompt, source and a scheme that is not the built-in one: the same question has the same id, whichever plan asked it. */
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
export const benchmarkMetricNames: readonly BenchmarkMetric[] = ['accuracy', 'macroRecall', 'macroF1', 'microF1', 'weightedF1']
/** The same: the supported macro-F1 stands beside the full one. */
export const metricNames: readonly MetricName[] = ['accuracy', 'macroRecall', 'macroF1', 'supportedMacroF1', 'microF1', 'weightedF1']
