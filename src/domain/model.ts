import type { FieldId, LabelId } from './scheme.ts'
import type { Bytes, Sha256, Tokens } from './units.ts'

/** causal: writes and answers by way of a prompt. classifier: one forward gives its fields. */
export type ModelKind = 'causal' | 'classifier'

/** Where a model's files come from. */
export type ModelOrigin = 'embedded' | 'folder'

export type Device = 'wasm' | 'webgpu'

/** How a graph is walked: single forks of the KV cache, or one forward over a tree (rewritten graph). */
export type GraphKind = 'asShipped' | 'rewritten'

export interface ModelFile {
  /** Path inside the model's folder, with forward slashes. */
  readonly path: string
  readonly bytes: Bytes
  /** Known beforehand for embedded models; computed while reading for a folder. */
  readonly sha256?: Sha256
}

/** What a plan pins: enough to know that another machine runs the same thing. */
export interface ModelRef {
  readonly id: string
  readonly kind: ModelKind
  readonly origin: ModelOrigin
  readonly revision: string | null
  readonly files: readonly ModelFile[]
  /** transformers.js dtype name: fp32, fp16, q8, int8, q4, q4f16. */
  readonly dtype: string
  readonly device: Device
  readonly graph: GraphKind
}

/**
 * A model that answered elsewhere, as the files with its answers name it. Nothing here can load it: a run of it is complete as it was
 * taken in, and is never offered to be started or gone on with.
 */
export interface ImportedRef {
  readonly id: string
  readonly kind: 'causal'
  readonly origin: 'imported'
  readonly revision: null
  /** The files its answers were taken from. */
  readonly files: readonly ModelFile[]
  /** `unknown`. */
  readonly dtype: string
  readonly device: 'unknown'
  readonly graph: 'unknown'
}

/** Which label of which field each output of a classifier stands for; null: not used. */
export type OutputMapping = readonly ({ readonly field: FieldId; readonly label: LabelId } | null)[]

/** What is known of a model once it is loaded. */
export interface LoadedModel {
  readonly ref: ModelRef
  readonly contextLength: Tokens
  readonly bytes: Bytes
  /** A classifier's own output names, in order; empty for a causal model. */
  readonly outputs: readonly string[]
  /** False where the tokenizer brings no chat template: a plain one is used and the views say so. */
  readonly chatTemplate: boolean
}
