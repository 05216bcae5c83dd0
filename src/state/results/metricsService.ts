import type { BatchArrays } from './batchIntervals.ts'
import type { MeasuredReader } from '../../answer/measuredReader.ts'
import type { BatchPair } from './batchPair.ts'
import type { Sample } from '../../domain/dataset.ts'
import type { Method } from '../../domain/method.ts'
import type { Plan, Run } from '../../domain/plan.ts'
import type { Answers, Conditional, Outcome, Prediction, PredictionSet, Reading } from '../../domain/prediction.ts'
import type { SampleColumns } from '../../domain/sampleColumns.ts'
import type { FieldId, Scheme } from '../../domain/scheme.ts'
import type { FigureName } from '../../metrics/classification.ts'
import type { Difference } from '../../metrics/comparison.ts'
import type { Counted, FieldCalibration, FieldIntervals, RunFigures } from '../../metrics/figures.ts'
import type { Discordance, McNemar } from '../../metrics/mcnemar.ts'
import type { FoundOverlaps } from './overlapReader.ts'
import type { PredictionCount } from '../../storage/predictedIds.ts'
import type { RunLeft } from '../run/runLeft.ts'
import type { Reread } from './reread.ts'
import type { Status } from './runColumns.ts'
import type { RunFilter } from './runFilter.ts'

/** What the metrics worker is given to read from (the composition root joins storage and answer to it). */
export interface RunSource {
  readPlan(planId: string): Promise<{ readonly plan: Plan; readonly runs: readonly Run[] } | undefined>
  /** What figures need of the samples of a plan's dataset, in file order; of none where it is gone. Absent: they are read whole. */
  readSampleColumns?(dataset: Plan['dataset']): Promise<SampleColumns>
  /** The samples themselves, in the same order. */
  readSamples(dataset: Pick<Plan['dataset'], 'id' | 'hash'>): Promise<readonly Sample[]>
  readPredictions(runId: string): Promise<readonly Prediction[]>
  /** The same, each made when it is asked for; `before` is what was read earlier, of which only what has changed is read again. Absent: they are read whole. */
  readPredictionSet?(runId: string, before?: PredictionSet): Promise<PredictionSet>
  /** How many samples of a run have an answer. Absent: nobody asks. */
  readCount?(runId: string): Promise<PredictionCount>
  /** What is still to be asked in a run. Absent: nobody asks. */
  readLeft?(plan: Plan, run: Run): Promise<RunLeft>
  readPriors(runId: string): Promise<readonly Conditional[] | undefined>
  /** What changes when a run's predictions or priors do, or data sets, as `RunKey` has it; absent: what is kept of other runs is read again with the run that is looked at, and nothing is read ahead. */
  readVersion?(runId: string): Promise<string>
  readPrediction(prediction: Prediction, scheme: Scheme, method: Method, reading: Reading, priors?: readonly Conditional[]): Answers
  /** A reader of predictions that are kept side by side, which comes to the same; null, or absent, where each is read by itself. */
  measuredReader?(kind: Outcome['kind'], scheme: Scheme, method: Method, reading: Reading, priors?: readonly Conditional[]): MeasuredReader | null
}

/** Which run of which plan, read how. `version` changes when predictions were added or data sets changed, so that they are read again. */
export interface RunKey {
  readonly plan: string
  readonly run: string
  readonly reading: Reading
  readonly version: string
}

/** What is known of a run before anything is filtered. */
export interface RunHeader {
  /** False where the dataset is no longer there: figures cannot be made, gold and texts are gone. */
  readonly dataset: boolean
  readonly samples: number
  /** Planned samples that are not here: no figure counts them. */
  readonly missing: number
  /** False where the reading needs a prior that the run does not have: there are no figures under it. */
  readonly readable: boolean
  /** The run knows what its model answers to inputs without content: the prior can be subtracted. */
  readonly hasPriors: boolean
  readonly scenes: readonly Counted[]
  readonly tiers: readonly Counted[]
  readonly answered: number
  /** Summed over the samples answered; those that shared the reply to an identical prompt took none. */
  readonly milliseconds: number
  readonly tokens: number
}

/** One line of the sample list. */
export interface SampleRow {
  readonly id: string
  readonly text: string
  /** For the field in question. */
  readonly gold: string | null
  readonly answer: string | null
  readonly status: Status
  readonly confidence: number | null
  readonly right: boolean | null
  /** Of a failed sample, as it is stored (run/failure.ts). */
  readonly reason: string | null
}

export interface SampleRows {
  readonly total: number
  readonly from: number
  readonly rows: readonly SampleRow[]
}

export interface SampleDetail {
  readonly sample: Sample
  readonly prediction: Prediction | null
  readonly answers: Answers | null
  /** Place among the samples that pass the filter, from 0; -1 where it does not pass. */
  readonly place: number
  readonly total: number
  readonly previous: string | null
  readonly next: string | null
}

export interface ComparisonFigures {
  readonly field: FieldId
  /** Records that both runs answered and that have gold. */
  readonly records: number
  readonly discordance: Discordance
  readonly mcnemar: McNemar
  /** McNemar's test holds: records come in no groups, and no answer depends on the other records. */
  readonly independent: boolean
  /** The second run's flips: sample ids, in plan order. */
  readonly lost: readonly string[]
  readonly won: readonly string[]
  readonly otherwiseWrong: readonly string[]
}

export type Differences = Readonly<Record<FigureName, (Difference & { readonly p: number | undefined }) | undefined>>

/** What the worker does. Everything is by value: Comlink carries it. */
export interface MetricsService {
  /**
   * Begins to read what will be asked for, before it is known how far a run is. Nothing where there is no such plan.
   * @param run that will be opened under the plan's own reading; the plan's first where it is not among its runs; null: none.
   */
  ahead(planId: string, run: string | null): Promise<void>
  /** How many samples of a run have an answer. */
  count(runId: string): Promise<PredictionCount>
  /** What is still to be asked in a run of a plan of this browser. */
  left(planId: string, runId: string): Promise<RunLeft>
  /** Reads a run, once for each version. Null where there is no such run or plan. */
  open(key: RunKey): Promise<RunHeader | null>
  figures(key: RunKey, filter: RunFilter): Promise<RunFigures>
  rows(key: RunKey, filter: RunFilter, from: number, to: number): Promise<SampleRows>
  sample(key: RunKey, filter: RunFilter, id: string): Promise<SampleDetail | null>
  /** Parallel arrays for `intervals`. */
  labels(key: RunKey, filter: RunFilter, field: FieldId): Promise<LabelArrays>
  /** Of the samples that pass, in plan order. */
  ids(key: RunKey, filter: RunFilter): Promise<readonly string[]>
  /**
   * Where samples also stand: those named, or (null) all of the run's in plan order.
   * @param dev a dataset's id, or undefined for what the plan's own says.
   */
  overlaps(key: RunKey, dev: string | undefined, ids: readonly string[] | null): Promise<FoundOverlaps>
  /** Parallel arrays for `calibration`. */
  confidences(key: RunKey, filter: RunFilter, field: FieldId): Promise<ConfidenceArrays>
  compare(first: RunKey, second: RunKey, filter: RunFilter, field: FieldId): Promise<ComparisonFigures>
  pair(first: RunKey, second: RunKey, filter: RunFilter, field: FieldId): Promise<PairArrays>
  /** The samples whose answer is another one under another reading of the same run. */
  reread(first: RunKey, second: RunKey, filter: RunFilter, field: FieldId): Promise<Reread>
  /** Bootstrapped over the records given, from a fixed seed. */
  intervals(arrays: LabelArrays): Promise<FieldIntervals>
  /** Simulated and bootstrapped likewise; of tens of thousands of records it takes seconds. */
  calibration(arrays: ConfidenceArrays): Promise<FieldCalibration>
  differences(arrays: PairArrays): Promise<Differences>
}

/** One field's answered records in parallel, small enough to be sent between workers. */
export interface LabelArrays {
  readonly labels: number
  readonly gold: Int16Array
  readonly predicted: Int16Array
  /** Records resampled together; null where the dataset names no groups. */
  readonly groups: Int32Array | null
  /** Of a run read under the mean over its own records: its intervals are made from this, the mean estimated anew in every resample. */
  readonly batch?: BatchArrays
}

/** Of the records of one field that have gold and a probability. */
export interface ConfidenceArrays {
  readonly confidence: Float32Array
  readonly correct: Uint8Array
  /** What is resampled together; null where the dataset names no groups. */
  readonly groups: Int32Array | null
  /** They are the probabilities of a reading under the mean over these very records. */
  readonly transductive: boolean
}

export interface PairArrays {
  readonly labels: number
  readonly gold: Int16Array
  readonly first: Int16Array
  readonly second: Int16Array
  readonly groups: Int32Array | null
  /** Where a run is read under the mean over its own records: the mean is estimated anew in every resample. */
  readonly batch?: BatchPair
}
