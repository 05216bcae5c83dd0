import type { ChoiceNode } from '../domain/choiceTree.ts'
import type { LoadedModel, ModelRef } from '../domain/model.ts'
import type { Fidelity } from '../domain/prediction.ts'
import type { ClassifierInput, Prompt } from '../domain/prompt.ts'
import type { Bytes, LogProbability, Milliseconds, Tokens } from '../domain/units.ts'

/**
 * The narrow interface to one loaded model in one worker. It knows texts, tokens and labels as strings; nothing of
 * prompts, methods, schemes or metrics. After any rejection other than a refusal before work began the engine is spent: end it, start another.
 */
export interface Engine {
  /** Loads once in an engine's life. @throws EngineError naming the file at fault. */
  load(request: LoadRequest, onProgress: (progress: LoadProgress) => void): Promise<WalkedModel>
  /**
   * Computes the common token prefix of the prompts once; later prompts that begin with it reuse it, others are read in full.
   * Replaces an earlier prefix. @returns the prefix's length.
   */
  prepare(sentinels: readonly [Prompt, Prompt]): Promise<Tokens>
  /** Tokens of each prompt as rendered, generation prompt included; for a classifier those of its input. */
  countTokens(inputs: readonly (Prompt | ClassifierInput)[]): Promise<readonly Tokens[]>
  /** Guided: scores the tree behind the prompt (and behind reasoning, where asked for). `onText` gets the reasoning so far. */
  answer(request: AnswerRequest, onText?: (text: string) => void): Promise<AnswerResult>
  /** Free: greedy text. `onText` gets the text so far. */
  generate(request: GenerateRequest, onText?: (text: string) => void): Promise<Generation>
  /** Raw logits, one row for each input in order, one column for each of the model's outputs. A row does not depend on the other inputs, to the bit. */
  classify(inputs: readonly ClassifierInput[]): Promise<readonly Float32Array[]>
}

/**
 * What a model's files leave open. contextGuessed: how much it reads; little was taken. noEndToken: what ends its answer; free answers go on to their
 * limit. multiLabel: its outputs stand for themselves; within a field they are read against each other all the same.
 */
export type LoadNote = 'contextGuessed' | 'noEndToken' | 'multiLabel'

/** A loaded model, and how it will be walked. */
export interface WalkedModel extends LoadedModel {
  /** None where it is absent. */
  readonly notes?: readonly LoadNote[]
  readonly walk: {
    /** tree: one forward over many branches. fork: one forward a branch. single: a classifier. */
    readonly kind: 'tree' | 'fork' | 'single'
    /** What of the graph was left as it was though a rewrite was asked for, or why trees were given up; in English, for details. */
    readonly left: readonly string[]
    /** Quantised activations that got one scale a token. */
    readonly tokenScales: number
    /**
     * Root mean square difference between two ways to the same logits at load, in standard deviations of those: the rewritten graph and the one that was
     * shipped, trees and forks, WebGPU and WASM. null: not compared.
     */
    readonly agreement: { readonly rewrittenAndShipped: number | null; readonly treeAndFork: number | null; readonly deviceAndWasm: number | null }
  }
}

export interface LoadRequest {
  readonly ref: ModelRef
  /** Where the files are: a URL folder of this site, or the files themselves (never copied off the machine). */
  readonly source: ModelSource
  /** Of WASM; undefined leaves it to the runtime (1 without cross-origin isolation). */
  readonly threads?: number
}

export type ModelSource =
  /** Absolute URL of the model's folder, ending in a slash. */
  | { readonly kind: 'site'; readonly url: string }
  /** Files by path inside the model's folder. */
  | { readonly kind: 'files'; readonly files: Readonly<Record<string, File>> }

export interface LoadProgress {
  readonly stage: 'check' | 'read' | 'start' | 'compare'
  /** The file being read, where there is one. */
  readonly file?: string
  readonly loaded: Bytes
  readonly total: Bytes
}

export interface AnswerRequest {
  readonly prompt: Prompt
  /** Reasoning before the tree: written after `opening` until `stop` or so many tokens. */
  readonly reason: { readonly opening: string; readonly maxTokens: Tokens; readonly stop: readonly string[] } | null
  readonly tree: ChoiceNode
  /**
   * How many levels are scored on every branch (2 for the matrix: the whole 3 x 3 joint). Below them only the branch
   * behind the best joint path so far is followed; ties go to the first in option order.
   */
  readonly exhaustive: number
}

export interface AnswerResult {
  readonly nodes: readonly ScoredNode[]
  /** The reasoning, where asked for; without opening and stop. */
  readonly reason: string | null
  readonly promptTokens: Tokens
  readonly newTokens: Tokens
  readonly duration: Milliseconds
  /** Of one sample in 200 (by its tokens): how far the tree's log-probabilities were from those of single forks. */
  readonly fidelity?: Fidelity
}

export interface ScoredNode {
  /** Option indices from the root to this node; empty for the root. */
  readonly path: readonly number[]
  /** One for each option, in order; as probabilities they sum to 1. Never NaN (that is an EngineError). */
  readonly logProbabilities: Float32Array | readonly LogProbability[]
}

export interface GenerateRequest {
  readonly prompt: Prompt
  readonly maxTokens: Tokens
  /** Texts that end the answer, beside the model's own end of turn; cut off from the result. */
  readonly stop: readonly string[]
  /** Lines that end the answer once each of them has been written, in this order, others between them or not; the last stays, without its line break. Never within a thought. */
  readonly ends?: readonly RegExp[]
}

export interface Generation {
  readonly text: string
  readonly finish: 'stop' | 'length'
  readonly promptTokens: Tokens
  readonly newTokens: Tokens
  readonly duration: Milliseconds
}

/** Why an engine refused or failed, in parts that a view turns into a sentence. */
export type EngineErrorCode =
  | 'missingFile'
  | 'truncatedFile'
  | 'wrongHash'
  | 'notJson'
  | 'notOnnx'
  | 'htmlInsteadOfFile'
  | 'unsupportedArchitecture'
  | 'noTokenizer'
  /** The tokenizer knows tokens that the model has no row for. */
  | 'tokenizerMismatch'
  /** The graph has no output that we could read. */
  | 'wrongOutputs'
  | 'deviceUnavailable'
  | 'deviceDisagrees'
  | 'deviceLost'
  | 'outOfMemory'
  | 'promptTooLong'
  | 'nonFiniteLogits'
  | 'cancelled'
  | 'timedOut'
  | 'failed'

export class EngineError extends Error {
  readonly code: EngineErrorCode
  /** The file at fault, where there is one. */
  readonly file: string | undefined

  constructor(code: EngineErrorCode, message: string, file?: string) {
    super(message)
    this.name = 'EngineError'
    this.code = code
    this.file = file
  }
}
