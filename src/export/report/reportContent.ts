import type { Dataset, Sample } from '../../domain/dataset.ts'
import type { MetricName, Plan, Run } from '../../domain/plan.ts'
import type { Answers, Prediction, Reading } from '../../domain/prediction.ts'
import type { Bilingual, FieldId } from '../../domain/scheme.ts'
import type { Timestamp } from '../../domain/units.ts'
import type { Classification } from '../../metrics/classification.ts'
import type { Counted, FieldCalibration, FieldFigures, FieldIntervals, RunFigures } from '../../metrics/figures.ts'
import type { Interval } from '../../metrics/intervals.ts'
import type { Table } from '../table.ts'
import type { RunFlips } from './flips.ts'

/** All that a report is made of. Its figures are computed by whoever makes it, with the functions that the screens use. */
export interface ReportContent {
  readonly plan: Plan
  readonly madeAt: Timestamp
  /** Name and version of the program. */
  readonly program: string
  readonly data: ReportData
  /** Read as the plan says, in plan order. */
  readonly runs: readonly ReportRun[]
  /** The same answers under other readings than the plan's: exploratory. */
  readonly otherReadings: readonly OtherReading[]
  /** What sets runs side by side, as the screens have it; absent while only single runs are told of. */
  readonly evidence?: readonly ReportEvidence[]
  /** Of a plan that was run again: each run beside what is on record of it. */
  readonly flips?: readonly RunFlips[]
  /** The samples' texts and what was answered: only where they were asked for. */
  readonly texts: readonly ReportSample[] | null
  /** Of the examples that methods show, by hash, those whose texts are here: only where texts were asked for. */
  readonly examples?: ReadonlyMap<string, Sample>
}

/** What is known of the data beside what the plan says. */
export interface ReportData {
  /** The plan's samples that are here; where there are fewer than planned, figures are of those. */
  readonly samples: number
  /** The dataset as it was imported; null where only a run file's samples are here. */
  readonly dataset: Pick<Dataset, 'rows' | 'samples' | 'problems' | 'notices' | 'source' | 'importedAt'> | null
  readonly scenes: readonly Counted[]
  readonly tiers: readonly Counted[]
  /** Null where no sample names a group. */
  readonly groups: { readonly count: number; readonly samples: number } | null
  /** Every time that results over the test samples were opened where this report was made, the earliest first. */
  readonly looks: readonly ReportLook[]
  /** By field in scheme order: samples with each gold label, with none, with one that the scheme does not know. */
  readonly gold: readonly { readonly field: FieldId; readonly labels: readonly number[]; readonly none: number; readonly outside: number }[]
}

/** A look at test results: what was open, of which run, read how. */
export interface ReportLook {
  readonly at: Timestamp
  readonly planId: string
  readonly runId: string
  readonly view: string
  readonly field: FieldId
  readonly reading: Pick<Reading, 'prior' | 'rule' | 'parser'>
}

/** One kind of evidence: tables, each with what it shows and does not show, in the report's language. */
export interface ReportEvidence {
  readonly id: string
  readonly title: Bilingual
  /** What must be known before any of it is read. */
  readonly notices: readonly string[]
  readonly sections: readonly { readonly id: string; readonly title: string; readonly text: string; readonly table: Table }[]
}

export interface ReportRun extends Omit<RunFigures, 'fields'> {
  readonly run: Run
  /** False where the plan's reading needs a prior that the run does not have: it has no figures. */
  readonly readable: boolean
  readonly milliseconds: number
  readonly tokens: number
  /** In scheme order, those that the method answers. */
  readonly fields: readonly ReportField[]
}

/** One field's figures over all samples of the run that have an answer and gold. */
export interface ReportField extends FieldFigures {
  readonly intervals: FieldIntervals & Pick<FieldCalibration, 'reliability' | 'calibration'>
}

export interface OtherReading {
  readonly reading: Reading
  /** The plan's primary field under this reading, for the runs that can be read so. */
  readonly runs: readonly { readonly run: string; readonly records: number; readonly all: Classification; readonly intervals: Readonly<Record<MetricName, Interval | undefined>> }[]
}

export interface ReportSample {
  readonly sample: Sample
  /** By run id; absent where it has not answered. */
  readonly predictions: Readonly<Record<string, { readonly prediction: Prediction; readonly answers: Answers }>>
}
