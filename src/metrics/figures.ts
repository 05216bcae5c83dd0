import type { Answer } from '../domain/prediction.ts'
import type { FieldId } from '../domain/scheme.ts'
import type { Probability } from '../domain/units.ts'
import type { IntervalName } from './benchmarkIntervals.ts'
import type { CalibrationBand, Reliability, RiskCoverage } from './calibration.ts'
import type { Classification } from './classification.ts'
import type { Confusion } from './confusion.ts'
import type { Interval } from './intervals.ts'
import type { Leaning } from './leaning.ts'

/** What one field's answers are worth over the samples chosen. */
export interface FieldFigures {
  readonly field: FieldId
  /** The table over records that were answered and have gold in the list; unparsed ones stay in the denominator, failed ones are none. */
  readonly table: Confusion
  readonly all: Classification
  /** The same without the records whose answer named no label. */
  readonly parsed: Classification
  /** Records with gold, by what their answer is. */
  readonly byStatus: Readonly<Record<Answer['kind'] | 'pending', number>>
  /** Samples, with gold or without, that were answered but not asked this field behind what this reading chooses: in no figure. */
  readonly notAsked: number
  /** Answers naming each label, in label order, over all answered records, gold or not. */
  readonly answers: readonly number[]
  /** Mean probability of the answers naming each label; NaN where none has one. */
  readonly confidence: readonly Probability[]
  /** How often each label is gold, over records that were answered. */
  readonly gold: readonly number[]
  /** Mean probability of each label over the answers that have probabilities; null where none has. */
  readonly meanProbabilities: readonly Probability[] | null
  /** Answers that have probabilities. */
  readonly measured: number
  readonly leaning: Leaning
}

export interface RunFigures {
  /** Samples chosen by the filter, and what became of them. */
  readonly samples: number
  readonly answered: number
  readonly failed: number
  readonly waiting: number
  /** Samples whose context had to be shortened. */
  readonly dropped: number
  /** Of the whole run, whatever the filter: how far the engine's two ways to an answer were apart. */
  readonly checks: Checks
  readonly fields: readonly FieldFigures[]
}

/** Of the samples whose answer the engine computed both ways. */
export interface Checks {
  readonly checked: number
  /** Where the fast way had another winner: from there on the slow one was used, until the model was loaded anew. */
  readonly fellBack: number
  /** The largest difference of log-probabilities; 0 where none was checked. */
  readonly largest: number
}

/** Intervals of the benchmark's figures for one field; undefined as metrics/intervals.ts says. */
export interface FieldIntervals extends Readonly<Record<IntervalName, Interval | undefined>> {
  /** Of the figures without the answers that named no label; null where all did. */
  readonly parsed: Readonly<Record<IntervalName, Interval | undefined>> | null
  /** Each label's precision and recall; null where they have none (a run read under the mean over its own records). */
  readonly labels: { readonly precision: readonly (Interval | undefined)[]; readonly recall: readonly (Interval | undefined)[] } | null
}

/** What the probabilities of one field's answers are worth, over records with gold. */
export interface FieldCalibration {
  readonly reliability: Reliability
  /** What the calibration error would be were the model calibrated; undefined where records depend on each other (groups, a mean over them). */
  readonly calibration: CalibrationBand | undefined
  /** Brier score of the answers' own confidence. */
  readonly brier: { readonly value: number | undefined; readonly interval: Interval | undefined }
  /** Errors that remain when only the surest answers are kept; at most 400 points of the curve. */
  readonly risk: RiskCoverage
}

/** How often a value occurs among samples. */
export interface Counted {
  readonly value: string
  readonly count: number
}
