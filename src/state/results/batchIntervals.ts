import { BATCH, recordsPriorOver } from '../../answer/meanPrior.ts'
import { readPrediction } from '../../answer/readPrediction.ts'
import type { Method } from '../../domain/method.ts'
import type { Prediction, Reading } from '../../domain/prediction.ts'
import { seededRandom } from '../../domain/random.ts'
import { type FieldId, fieldOf, labelIndex, type Scheme } from '../../domain/scheme.ts'
import type { IntervalName } from '../../metrics/benchmarkIntervals.ts'
import { canHaveInterval, figureNames, figureStatistics, macroRecall, supportedLabels } from '../../metrics/classification.ts'
import { columnOf, columnsFor, type Confusion, confusion, type Statistic, UNPARSED } from '../../metrics/confusion.ts'
import { bootstrapRecords, type Interval, recordOf } from '../../metrics/intervals.ts'
import type { FieldColumn, RunColumns } from './runColumns.ts'

/** With more records than this the prior is not estimated anew 2,000 times in a browser: there is no interval then. */
export const BATCH_RECORDS = 600

const intervalNames: readonly IntervalName[] = [...figureNames, 'supportedMacroRecall']

/** What reading a run under the mean over its own records takes: the mean changes with whatever is drawn. */
export interface BatchSource {
  readonly scheme: Scheme
  readonly method: Method
  readonly reading: Reading
  /** In plan order; null for a sample without a prediction. Null altogether where more are measured than the mean can be estimated anew for. */
  readonly predictions: readonly (Prediction | null)[] | null
}

/** What of a run's predictions is to be kept for it, and sent about: tens of thousands would serve nobody. */
export function batchPredictions(predictions: readonly (Prediction | null)[]): BatchSource['predictions'] {
  return predictions.filter((prediction) => prediction && 'conditionals' in prediction.outcome).length > BATCH_RECORDS ? null : predictions
}

/** One field of it, small enough to be sent between workers. */
export interface BatchArrays extends BatchSource {
  readonly field: FieldId
  /** Index of the gold label of each record, -1 for those that the figures are not over: they are part of the mean all the same. */
  readonly gold: Int16Array
  readonly groups: Int32Array | null
}

/** @param places of the records that the figures are over. Undefined unless the run is read under its own mean. */
export function batchArrays({ batch, groups }: RunColumns, column: FieldColumn, places: ArrayLike<number>): { readonly batch?: BatchArrays } {
  if (!batch) return {}
  const gold = new Int16Array(batch.predictions?.length ?? 0).fill(-1)
  for (let at = 0; batch.predictions && at < places.length; at++) gold[places[at]!] = Math.max(column.gold[places[at]!]!, -1)
  return { batch: { ...batch, field: column.field.id, gold, groups } }
}

/**
 * Intervals of figures under prior `batch`: in every resample the mean is estimated anew over what was drawn, all of its
 * records are read under it, and the figures are taken of those answers. Basic bootstrap, for accuracy too: its records are
 * not independent of each other. None above `BATCH_RECORDS` records, and as `basicInterval` and `canHaveInterval` say.
 *
 * What they are to hold is the population's figure under the population's own mean. Coverage at level .95, simulated for the matrix method
 * (even, skewed and plain shares of labels; models that lean to one label not at all up to nearly always; accuracy, weighted and macro-F1 of
 * explicit polarity and stance): less than it says. n = 34: .89 to .94, .92 on the whole (300 data sets a setting); n = 150 and 400: .92 to .98,
 * .94 on the whole (200 and 60). Held by test/state/results/batchCoverage.test.ts.
 */
export function batchIntervals(arrays: BatchArrays, seed: number): Readonly<Record<IntervalName, Interval | undefined>> {
  const { scheme, method, reading, predictions, gold, groups } = arrays
  const field = fieldOf(scheme, arrays.field)
  const labels = field.labels.length
  const none = recordOf(intervalNames, () => undefined)
  if (!predictions) return none
  const measured = predictions.flatMap((prediction, place) => (prediction && 'conditionals' in prediction.outcome ? [{ prediction, place, conditionals: prediction.outcome.conditionals }] : []))
  if (measured.length > BATCH_RECORDS) return none
  const own = measured.map(({ place }) => gold[place]!)
  const supported = supportedLabels(confusion(labels, own, own.map(() => UNPARSED)))
  const statistics: Readonly<Record<IntervalName, Statistic>> = { ...figureStatistics(supported), supportedMacroRecall: (table) => macroRecall(table, supported) }
  const conditionals = measured.map((record) => record.conditionals)
  const priorOver = recordsPriorOver(conditionals, BATCH)
  const found = bootstrapRecords(
    measured.length,
    (weights) => {
      const prior = priorOver(weights)
      const table: Confusion = { labels, counts: new Float64Array(labels * columnsFor(labels)), leftOut: 0 }
      for (const [at, { prediction }] of measured.entries()) {
        if (weights[at]! === 0 || own[at]! < 0) continue
        const answer = readPrediction(prediction, scheme, method, reading, prior)[field.id]
        if (!answer || answer.kind === 'notAsked') continue
        const label = answer.kind === 'chosen' ? labelIndex(field, answer.label) : UNPARSED
        table.counts[own[at]! * columnsFor(labels) + columnOf(labels, label)]! += weights[at]!
      }
      return recordOf(intervalNames, (name) => statistics[name](table))
    },
    { random: seededRandom(seed), groups: groups ? measured.map(({ place }) => groups[place]!) : undefined },
  )
  return recordOf(intervalNames, (name) => (name === 'supportedMacroRecall' || canHaveInterval(name, labels, supported) ? found[name] : undefined))
}
