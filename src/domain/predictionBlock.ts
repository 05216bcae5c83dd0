import type { Conditional, Fidelity, Outcome, Prediction } from './prediction.ts'
import type { FieldId, LabelId } from './scheme.ts'

/** Where a conditional stands and how many labels it has: one object for all conditionals alike, by which readers know it again. */
export interface ConditionalShape {
  readonly field: FieldId
  /** What it stands behind, in step order, as it is kept; and the same as conditionals have it. */
  readonly path: readonly (readonly [field: FieldId, label: LabelId])[]
  readonly given: Conditional['given']
  readonly size: number
}

/** The conditionals of predictions side by side: prediction i has `counts[i]` of them, from `order[starts[i]]` on, their numbers from `offsets[i]` on. */
export interface ConditionalBlock {
  readonly shapes: readonly ConditionalShape[]
  /** Which shape each conditional has. */
  readonly order: Uint16Array
  readonly counts: Uint16Array
  readonly starts: Uint32Array
  readonly offsets: Uint32Array
  readonly logProbabilities: Float32Array
}

/** Predictions side by side as they are kept: for those who read tens of thousands, and would take longest to make an object of each. */
export interface PredictionBlock {
  readonly ids: readonly string[]
  readonly conditionals: ConditionalBlock
  readonly droppedTurns: ArrayLike<number>
  readonly promptTokens: ArrayLike<number>
  readonly newTokens: ArrayLike<number>
  readonly durations: ArrayLike<number>
  /** @throws where the kind is not known: a corrupt record. */
  kind(at: number): Outcome['kind']
  /** The model was told labels (`Prediction.given`). */
  told(at: number): boolean
  fidelity(at: number): Fidelity | undefined
  /** The prediction itself. @throws as `kind`. */
  at(at: number): Prediction
}
