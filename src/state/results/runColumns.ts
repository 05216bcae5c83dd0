import type { BatchSource } from './batchIntervals.ts'
import type { Sample } from '../../domain/dataset.ts'
import type { Answers, Fidelity, Missing, Prediction } from '../../domain/prediction.ts'
import { NONE, type SampleColumns, sampleColumns, type ValueColumn } from '../../domain/sampleColumns.ts'
import type { Field, FieldId, LabelId, Scheme } from '../../domain/scheme.ts'
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
const GOLD_OUTSIDE = -2

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

/**
 * Turns a run into columns, samples in the order given.
 * @param predictions the latest of each sample; of samples that are not listed they are left out.
 * @param read what one prediction says about each field (answer/readPrediction.ts with a reading).
 */
export function runColumns(
  scheme: Scheme,
  samples: readonly Sample[],
  predictions: readonly Prediction[],
  read: (prediction: Prediction) => Answers,
): RunColumns {
  return columnsOfRun(scheme, sampleColumns(samples), predictions, read)
}

/** The same from what is known of the samples as columns. */
export function columnsOfRun(
  scheme: Scheme,
  samples: SampleColumns,
  predictions: Iterable<Prediction>,
  read: (prediction: Prediction) => Answers,
): RunColumns {
  const { ids } = samples
  const place = new Map(ids.map((id, at) => [id, at]))
  const state = new Uint8Array(ids.length)
  const dropped = new Uint16Array(ids.length)
  const writers = scheme.fields.map((field) => fieldWriter(field, samples))
  const measured = new Set<FieldId>()
  let milliseconds = 0
  let tokens = 0
  let checks: Checks = { checked: 0, fellBack: 0, largest: 0 }
  for (const prediction of predictions) {
    const at = place.get(prediction.sampleId)
    if (at === undefined) continue
    const answers = read(prediction)
    state[at] = prediction.outcome.kind === 'failed' ? FAILED : ANSWERED
    dropped[at] = prediction.droppedTurns
    milliseconds += prediction.duration
    tokens += prediction.promptTokens + prediction.newTokens
    if (prediction.fidelity) checks = withCheck(checks, prediction.fidelity)
    for (const writer of writers) writer.write(at, answers)
    if (measured.size < scheme.fields.length && 'conditionals' in prediction.outcome) for (const { field } of prediction.outcome.conditionals) measured.add(field)
  }
  return {
    ids,
    scenes: sorted(samples.scenes),
    tiers: sorted(samples.tiers),
    groups: samples.groups.of.every((group) => group === NONE) ? null : sorted(samples.groups).of,
    state,
    dropped,
    checks,
    fields: writers.map(({ column }) => column(measured)),
    milliseconds,
    tokens,
  }
}

function withCheck({ checked, fellBack, largest }: Checks, fidelity: Fidelity): Checks {
  return { checked: checked + 1, fellBack: fellBack + (fidelity.fellBack ? 1 : 0), largest: Math.max(largest, fidelity.largest) }
}

/** The column of a field. @throws where the run has none: a caller's mistake. */
export function columnOfField(columns: RunColumns, field: FieldId): FieldColumn {
  const column = columns.fields.find((candidate) => candidate.field.id === field)
  if (!column) throw new Error(`the run has no field ${field}`)
  return column
}

function fieldWriter(field: Field, samples: SampleColumns) {
  const count = samples.ids.length
  const labels = field.labels.length
  const index = new Map<LabelId, number>(field.labels.map((label, at) => [label.id, at]))
  const said = samples.gold[field.id]
  const known = said?.values.map((value) => index.get(value) ?? GOLD_OUTSIDE)
  const gold = said ? Int16Array.from(said.of, (value) => (value === NONE ? NO_GOLD : (known?.[value] ?? GOLD_OUTSIDE))) : new Int16Array(count).fill(NO_GOLD)
  const label = new Int16Array(count).fill(-1)
  const status = new Uint8Array(count)
  const confidence = new Float32Array(count).fill(NaN)
  let probabilities: Float32Array | null = null
  return {
    write(at: number, answers: Answers): void {
      const answer = answers[field.id]
      if (!answer) {
        status[at] = NOT_ASKED
        return
      }
      if (answer.kind !== 'chosen') {
        status[at] = statusOf(answer.kind)
        return
      }
      const chosen = index.get(answer.label)
      if (chosen === undefined) {
        status[at] = OUT
        return
      }
      status[at] = CHOSEN
      label[at] = chosen
      if (answer.probability !== undefined) confidence[at] = answer.probability
      if (!answer.probabilities) return
      const { probabilities: shares } = answer
      confidence[at] = shares[chosen] ?? NaN
      probabilities ??= new Float32Array(count * labels).fill(NaN)
      // a loop: `set` takes longer for a few numbers
      for (let of = 0; of < labels; of++) probabilities[at * labels + of] = shares[of] ?? NaN
    },
    column: (measured: ReadonlySet<FieldId>): FieldColumn => ({
      field, gold, label, status, confidence, probabilities,
      asked: status.some((code) => code !== NOT_ASKED && code !== PENDING) || wasMeasured(field, measured),
    }),
  }
}

/** A derived field was asked where its parts were. */
function wasMeasured(field: Field, measured: ReadonlySet<FieldId>): boolean {
  return measured.has(field.id) || (field.kind === 'derived' && field.from.every((part) => measured.has(part)))
}

function statusOf(missing: Missing): number {
  return statuses.indexOf(missing)
}

/** The values that occur, in their own order: what comes of it does not depend on where a file names them first. */
function sorted({ values, of }: ValueColumn): ValueColumn {
  const used = new Uint8Array(values.length)
  for (const value of of) if (value >= 0) used[value] = 1
  const kept = values.filter((_, at) => used[at] === 1).sort()
  const positions = new Map(kept.map((value, at) => [value, at]))
  const places = values.map((value) => positions.get(value) ?? NONE)
  return { values: kept, of: of.map((value) => (value < 0 ? NONE : places[value]!)) }
}
