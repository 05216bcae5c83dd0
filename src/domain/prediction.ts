import type { PredictionBlock } from './predictionBlock.ts'
import type { FieldId, LabelId } from './scheme.ts'
import type { LogProbability, Milliseconds, Probability, Sha256, Timestamp, Tokens } from './units.ts'

/** log P(label | the labels chosen before it) for one field on one path of the answer's tree. */
export interface Conditional {
  readonly field: FieldId
  /** The labels this conditional stands behind, by field, in step order; empty for the first step. */
  readonly given: Readonly<Record<FieldId, LabelId>>
  /** One for each label of the field, in label order; they sum to 1 as probabilities (renormalised within the label trie). */
  readonly logProbabilities: Float32Array
  /** Of a prior alone: the hash of the pool whose mean it is (`Plan.pool`), or `batch`; absent: of inputs without content. */
  readonly pool?: string
}

/** What a run says about one sample, raw: a reading turns it into answers. */
export type Outcome =
  /** Guided: conditionals along the tree. What was not asked (emotion after a cell that did not win) is simply not there. */
  | { readonly kind: 'guided'; readonly conditionals: readonly Conditional[]; /** Text of reason steps, in order. */ readonly reasons: readonly string[] }
  /** Free: the text as written. */
  | { readonly kind: 'free'; readonly text: string; readonly finish: 'stop' | 'length' }
  /** Classifier: log-softmax within each of its fields. */
  | { readonly kind: 'classified'; readonly conditionals: readonly Conditional[] }
  /** Imported: what somebody else's file says, field by field. Fields it says nothing of are absent. */
  | { readonly kind: 'stated'; readonly fields: Readonly<Record<FieldId, Stated>> }
  | { readonly kind: 'failed'; readonly reason: string }

/** What an imported file says of one field of one sample: a statement, the model's own words, or both. */
export interface Stated {
  /** A label's id, or what the file names instead; null: that the answer names no label. Absent: the file has the model's words alone. */
  readonly said?: LabelId | null
  /** The model's own words. */
  readonly raw?: string
  /** Over the whole label list in label order, as the file has them. */
  readonly probabilities?: readonly Probability[]
  /** Of the label said, where the file has no other. */
  readonly probability?: Probability
}

export interface Prediction {
  readonly runId: string
  readonly sampleId: string
  readonly sampleHash: Sha256
  readonly outcome: Outcome
  /** The labels that the model was told (give steps), by field; absent where it was told none. */
  readonly given?: Readonly<Record<FieldId, LabelId>>
  /** Turns of the context that had to go for the prompt to fit. */
  readonly droppedTurns: number
  readonly promptTokens: Tokens
  readonly newTokens: Tokens
  readonly duration: Milliseconds
  readonly at: Timestamp
  /** Of one sample in 200 or so, where the engine has two ways to an answer: how far they were from each other. */
  readonly fidelity?: Fidelity
}

/** The latest prediction of each sample of a run, by sample id; they may be made only when they are asked for, another object each time. */
export interface PredictionSet {
  readonly size: number
  get(sampleId: string): Prediction | undefined
  /** In the order in which samples were first answered. */
  values(): IterableIterator<Prediction>
  /**
   * The same predictions where they are kept side by side; absent of those that are not. In the order of `values`.
   * @param before an earlier state of the same set: only what may have changed since is shown, in any order, and perhaps more than once.
   */
  visit?(see: (block: PredictionBlock, at: number) => void, before?: PredictionSet): void
  /** Whether it is a later state of that one: predictions were added to it or replaced, none was taken away. */
  follows?(before: PredictionSet): boolean
}

/** The difference of a tree's log-probabilities from those of single forks. */
export interface Fidelity {
  readonly mean: number
  readonly largest: number
  /** Another winner by more than 0.25: the answer is that of single forks. Other samples are still asked by trees: what is answered must not depend on order or on who asks. */
  readonly fellBack: boolean
}

/** Why a field has no label. */
export type Missing = 'outOfScheme' | 'ambiguous' | 'truncated' | 'unparsed' | 'failed' | 'notAsked'

/** What a prediction says about one field, once read. */
export type Answer =
  | {
      readonly kind: 'chosen'
      readonly label: LabelId
      /** Over the whole label list in label order; absent where the answer was written, not measured. */
      readonly probabilities?: readonly Probability[]
      /** Of the label alone, where an imported file says no more. */
      readonly probability?: Probability
      /** Another label had exactly the same score; the first in label order was taken. */
      readonly tie?: true
      /** Of a derived field that was written: the label its parts give by the table, where that is another. The written one counts. */
      readonly byTable?: LabelId
    }
  | { readonly kind: Missing; /** What was found instead: the invented label, the two labels named. */ readonly found?: string }

export type Answers = Readonly<Record<FieldId, Answer>>

export type PriorKind = 'none' | 'contentFree' | 'pool' | 'batch'

/** In the order of every choice. */
export const priorKinds: readonly PriorKind[] = ['none', 'contentFree', 'pool', 'batch']

/** Whether two readings come to the same answers, whatever they are asked of. */
export function sameReading(one: Reading, other: Reading): boolean {
  return one.prior === other.prior && one.pool === other.pool && one.rule === other.rule && one.later === other.later && one.parser === other.parser
}

/** How raw predictions are read. The plan names the primary one; any other is exploratory. */
export interface Reading {
  /**
   * What is subtracted from each label's log-probability, per step and path. none: nothing. contentFree: that on inputs that say
   * nothing. pool: the mean over unlabelled records apart from the test. batch: the mean over the very records that are
   * read, which makes the reading transductive: what one record is answered depends on the others.
   */
  readonly prior: PriorKind
  /** Of prior `pool`: the hash of the pool (`Plan.pool`). */
  readonly pool?: Sha256
  /** joint: the matrix's best cell. path: best explicit, then best implicit given it. */
  readonly rule: 'joint' | 'path'
  /**
   * What the fields behind the joint levels (intent, emotion) are chosen by. Absent: behind the cell that was chosen. marginal:
   * by their probability summed over the cells, P(intent) = sum of P(cell) P(intent | cell).
   */
  readonly later?: 'marginal'
  /** Version of the parser of written answers. 0: nothing is interpreted: an imported answer is what its file states, one written here a label spelt exactly. */
  readonly parser: number
}

/** Joint log-probabilities of a two-step matrix, row-major: `joint[row * columns + column]`. */
export type JointLogProbabilities = readonly LogProbability[]
