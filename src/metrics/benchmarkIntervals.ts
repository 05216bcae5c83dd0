import type { MetricName } from '../domain/plan.ts'
import { benchmarkMetrics, macroF1, macroRecall, supportedLabels } from './classification.ts'
import { confusion, type LabelIndices, type Statistic } from './confusion.ts'
import { accuracyInterval, bootstrapIntervals, type BootstrapOptions, type Interval } from './intervals.ts'

/** The benchmark's figures, and the two macro averages over the labels with ten gold records or more. */
export type IntervalName = MetricName | 'supportedMacroRecall' | 'supportedMacroF1'

/**
 * The intervals that a run's figures are shown with.
 *
 * accuracy: Wilson's, or the bootstrap where records come in groups or answers are redrawn. micro- and weighted F1: basic bootstrap.
 * Macro recall and macro-F1 over the full list: basic bootstrap, but undefined while a listed label has fewer than ten
 * gold records, since such an interval covers far less than it says; their `supported` forms over the labels that have ten
 * (chosen once, on the data) stand in for them. Otherwise undefined as `basicInterval` says.
 */
export function benchmarkIntervals(
  labels: number,
  gold: LabelIndices,
  predicted: LabelIndices,
  options: BootstrapOptions,
): Record<IntervalName, Interval | undefined> {
  const table = confusion(labels, gold, predicted)
  const supported = supportedLabels(table)
  const statistics: Record<IntervalName, Statistic> = {
    ...benchmarkMetrics,
    supportedMacroRecall: (resample) => macroRecall(resample, supported),
    supportedMacroF1: (resample) => macroF1(resample, supported),
  }
  const intervals = bootstrapIntervals(labels, gold, predicted, statistics, options)
  const rare = supported.length < labels
  return {
    ...intervals,
    accuracy: options.groups || options.redrawn ? intervals.accuracy : accuracyInterval(table, options.level),
    macroRecall: rare ? undefined : intervals.macroRecall,
    macroF1: rare ? undefined : intervals.macroF1,
  }
}
