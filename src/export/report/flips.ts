import type { FieldId } from '../../domain/scheme.ts'
import type { Interval } from '../../metrics/intervals.ts'
import type { RecordedAnswer } from '../recordedAnswers.ts'

/** One answer that is another than the one on record. */
export interface Flip {
  readonly sampleId: string
  readonly was: RecordedAnswer
  readonly is: RecordedAnswer
}

/** One field of a run beside what was answered before. */
export interface FieldFlips {
  readonly field: FieldId
  /** Samples answered then and now. */
  readonly compared: number
  /** Samples answered then and not now: in no other count. */
  readonly unanswered: { readonly waiting: number; readonly failed: number }
  /** In plan order. */
  readonly flips: readonly Flip[]
  /** Of their share: Wilson's, or by groups where samples come in groups; undefined where answers depend on each other. */
  readonly interval: Interval | undefined
}

export interface RunFlips {
  readonly run: string
  /** The run it is held against is the same question (the same id), or the same method elsewhere: another dtype, device or version. */
  readonly same: boolean
  readonly fields: readonly FieldFlips[]
}
