import { BATCH, recordsPriorOver } from '../../../answer/meanPrior.ts'
import { readPrediction } from '../../../answer/readPrediction.ts'
import type { Answers, Conditional, Prediction } from '../../../domain/prediction.ts'
import { seededRandom } from '../../../domain/random.ts'
import { type Field, type FieldId, labelIndex } from '../../../domain/scheme.ts'
import { type LabelIndices, OUT_OF_SCHEME, UNPARSED } from '../../../metrics/confusion.ts'
import { RESAMPLES } from '../../../metrics/intervals.ts'
import { NOT_THERE, type Redrawn } from '../../../metrics/redrawn.ts'
import { resampler } from '../../../metrics/resampling.ts'
import { BATCH_RECORDS, type BatchSource } from '../batchIntervals.ts'
import { INTERVAL_SEED } from '../fieldIntervals.ts'
import type { Teller } from './teller.ts'

/** A run that is read under the mean over its own records. */
export interface BatchRun {
  /** Null where its predictions were too many to be kept. */
  readonly source: BatchSource | null
  /** Where each of the records drawn stands in the run's own order. */
  readonly places: Int32Array
}

/** How answers of a resample are made of others. */
type Derivation = (answers: (predicted: LabelIndices) => LabelIndices) => LabelIndices

/**
 * The resamples of a set of runs of which some are read under the mean over their own records (prior `batch`): in each the mean is
 * estimated anew over what was drawn, and every record read under it. Nothing is drawn where that cannot be: with more than `BATCH_RECORDS`
 * records, and where a run has records that are not in the set (its mean is over them as well).
 */
export class BatchRedrawn implements Redrawn {
  readonly units: number
  readonly resamples = RESAMPLES
  private readonly drawn: readonly Uint16Array[]
  private readonly registered = new WeakMap<LabelIndices, { readonly run: BatchRun; readonly field: Field }>()
  private readonly derivations = new WeakMap<LabelIndices, Derivation>()
  private readonly records: number
  private readonly teller: Teller

  constructor(records: number, groups: Int32Array | null, runs: readonly BatchRun[], teller: Teller) {
    const possible = records <= BATCH_RECORDS && runs.every(({ source }) => source?.predictions?.length === records)
    const draw = resampler(Int32Array.from({ length: records }, (_, record) => record), groups ?? undefined)
    const random = seededRandom(INTERVAL_SEED)
    const counts = new Float64Array(records)
    this.records = records
    this.teller = teller
    this.units = possible ? draw.units : 0
    this.drawn = Array.from({ length: possible && draw.units > 1 ? RESAMPLES : 0 }, () => {
      draw.fill(counts, random)
      return Uint16Array.from(counts)
    })
  }

  weights(resample: number): Uint16Array {
    return this.drawn[resample]!
  }

  answers(predicted: LabelIndices, resample: number): LabelIndices {
    const derivation = this.derivations.get(predicted)
    if (derivation) return derivation((other) => this.answers(other, resample))
    const known = this.registered.get(predicted)
    if (!known) return predicted
    const labels = known.run.source && this.labelsOf(known.run.source, known.run.places).get(known.field.id)
    return labels ? labels.subarray(resample * this.records, (resample + 1) * this.records) : predicted
  }

  /** From here on these answers are known for those of that run. */
  register(predicted: LabelIndices, run: BatchRun, field: Field): void {
    this.registered.set(predicted, { run, field })
  }

  /** From here on these follow from others. */
  derive(made: LabelIndices, derivation: Derivation): void {
    this.derivations.set(made, derivation)
  }

  /** Every field's labels in all resamples, one after the other. */
  private labelsOf(source: BatchSource, places: Int32Array): ReadonlyMap<FieldId, Int16Array> {
    const known = read.get(source)
    if (known) return known
    const { scheme, method, reading, predictions } = source
    const labels = new Map(scheme.fields.map((field) => [field.id, new Int16Array(this.drawn.length * this.records).fill(NOT_THERE)]))
    const write = (resample: number, record: number, answers: Answers): void => {
      for (const field of scheme.fields) {
        const answer = answers[field.id]
        if (!answer || answer.kind === 'notAsked' || answer.kind === 'failed') continue
        labels.get(field.id)![resample * this.records + record] = answer.kind === 'chosen' ? labelIndex(field, answer.label) : answer.kind === 'outOfScheme' ? OUT_OF_SCHEME : UNPARSED
      }
    }
    const measured: { readonly prediction: Prediction; readonly record: number; readonly conditionals: readonly Conditional[] }[] = []
    places.forEach((place, record) => {
      const prediction = predictions?.[place]
      if (!prediction) return
      if ('conditionals' in prediction.outcome) measured.push({ prediction, record, conditionals: prediction.outcome.conditionals })
      else {
        // what was written is read as it stands, whatever is drawn
        const answers = readPrediction(prediction, scheme, method, reading)
        for (let resample = 0; resample < this.drawn.length; resample++) write(resample, record, answers)
      }
    })
    const priorOver = recordsPriorOver(measured.map(({ conditionals }) => conditionals), BATCH)
    this.drawn.forEach((weights, resample) => {
      this.teller.tell('readings', resample, this.drawn.length)
      const prior = priorOver(measured.map(({ record }) => weights[record]!))
      for (const { prediction, record } of measured) if (weights[record]! > 0) write(resample, record, readPrediction(prediction, scheme, method, reading, prior))
    })
    read.set(source, labels)
    return labels
  }
}

/**
 * What runs are read as in all resamples: seconds of work that serve every screen. It depends on the run alone: its samples stand in the
 * order of their ids in every set that holds all of them (and no other is drawn), and are drawn by one seed and by their own groups.
 */
const read = new WeakMap<BatchSource, ReadonlyMap<FieldId, Int16Array>>()
