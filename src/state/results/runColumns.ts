import type { BatchSource } from './batchIntervals.ts'
import type { ValueColumn } from '../../domain/sampleColumns.ts'
import type { Field, FieldId } from '../../domain/scheme.ts'
import type { Checks } from '../../metrics/figures.ts'

/** What an answer is, as a number for typed arrays: a position in `statuses`. */
export const statuses = ['pending', 'chosen', 'outOfScheme', 'ambiguous', 'truncated', 'unparsed', 'failed', 'notAsked'] as const
export type Status = (typeof statuses)[number]

export const PENDING = statuses.indexOf('pending')
export const CHOSEN = statuses.indexOf('chosen')
export const OUT = statuses.indexOf('outOfScheme')
export const NOT_ASKED = statuses.indexOf('notAsked')

/**
 * The field was asked and the model answered something, be it no label: it stands in the denominator. A failed sample has no
 * answer (the machine failed, not the model): it stands in no figure until it is retried, and its share is shown beside.
 */
export function isAnswered(status: number): boolean {
  return status !== PENDING && status <= LAST_ANSWERED
}

/** No label was to be had from what the model wrote: ambiguous, truncated or unparsed. */
export function isUnparsed(status: number): boolean {
  return status > OUT && status <= LAST_ANSWERED
}

/** The statuses after it are no answers. */
const LAST_ANSWERED = statuses.indexOf('unparsed')

/** Gold that the file does not have. */
export const NO_GOLD = -1
/** Gold that the file has and the scheme does not know. */
export const GOLD_OUTSIDE = -2

/** One field of a run over all its samples, in plan order. */
export interface FieldColumn {
  readonly field: Field
  /** Index of the gold label, NO_GOLD or GOLD_OUTSIDE. */
  readonly gold: Int16Array
  /** Index of the chosen label; -1 where `status` is not CHOSEN. */
  readonly label: Int16Array
  /** Position in `statuses`. */
  readonly status: Uint8Array
  /** The chosen label's probability; NaN where the answer was written, or is none. */
  readonly confidence: Float32Array
  /** Row by row over the label list; NaN as above; null where no answer has probabilities. */
  readonly probabilities: Float32Array | null
  /** Some sample was asked it, be it behind answers that this reading does not choose (then its status is NOT_ASKED throughout). */
  readonly asked: boolean
}

/** A run as columns: what filters and figures are computed from, without an object for each sample. */
export interface RunColumns {
  /** Of a run that is read under the mean over its own records: what it takes to read it under another mean. */
  readonly batch?: BatchSource
  readonly ids: readonly string[]
  readonly scenes: ValueColumn
  readonly tiers: ValueColumn
  /** What is resampled together; null where no sample names a group. A sample without one stands alone (-1). */
  readonly groups: Int32Array | null
  /** Whole samples: 0 waiting, 1 answered, 2 failed. */
  readonly state: Uint8Array
  /** Turns of the context that had to go. */
  readonly dropped: Uint16Array
  readonly fields: readonly FieldColumn[]
  /** Of the samples whose answer the engine computed both ways. */
  readonly checks: Checks
  /** Sums over the answered samples, for the run's pace. */
  readonly milliseconds: number
  readonly tokens: number
}

export const WAITING = 0
export const ANSWERED = 1
export const FAILED = 2

/** The column of a field. @throws where the run has none: a caller's mistake. */
export function columnOfField(columns: RunColumns, field: FieldId): FieldColumn {
  const column = columns.fields.find((candidate) => candidate.field.id === field)
  if (!column) throw new Error(`the run has no field ${field}`)
  return column
}
