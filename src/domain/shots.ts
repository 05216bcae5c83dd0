import type { FieldId, LabelId } from './scheme.ts'
import type { Sha256 } from './units.ts'

/** How examples are drawn from a data set. */
export type ShotDraw =
  /** One for each label of a field, in label order (the first `labels` of them), human tier first, then in file order: the paper's way. */
  | { readonly kind: 'perLabel'; readonly field: FieldId; readonly labels?: number }
  /** So many for each label of a field, in label order, drawn by the seed. */
  | { readonly kind: 'balanced'; readonly field: FieldId; readonly each: number; /** Of the first labels only; all where absent. */ readonly labels?: number }
  /** So many, drawn by the seed. */
  | { readonly kind: 'random'; readonly count: number }
  /** Those of these ids, in this order. */
  | { readonly kind: 'named'; readonly ids: readonly string[] }

/** One example, by what names it: its text stays in its data set, the labels shown are these. */
export interface ShotRef {
  readonly sampleId: string
  /** The sample's: another content under the same id is not this example. */
  readonly hash: Sha256
  /** A label for every field of the plan's scheme. */
  readonly labels: Readonly<Record<FieldId, LabelId>>
}

/** The examples that a few-shot method shows, frozen, in the order in which they stand in the prompt. */
export interface ShotSet {
  readonly dataset: { readonly id: string; readonly name: string; readonly hash: Sha256 }
  readonly draw: ShotDraw
  /** Of `perLabel` and `named` it changes nothing. */
  readonly seed: number
  /** Of each example's context only its last so many turns are shown, so that the prompt fits; absent: all. The target is never cut. */
  readonly turns?: number
  readonly shots: readonly ShotRef[]
}
