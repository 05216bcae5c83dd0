import type { BenchmarkMetric } from '../domain/plan.ts'
import { benchmarkMetrics, isAccuracy, macroF1, macroRecall, supportedLabels } from './classification.ts'
import { confusion, type LabelIndices, type Statistic } from './confusion.ts'
import { bootstrapIntervals, type BootstrapOptions, type Interval } from './intervals.ts'
import { shareOf } from './shareInterval.ts'

/** The benchmark's figures, and the two macro averages over the labels with ten gold records or more. */
export type IntervalName = BenchmarkMetric | 'supportedMacroRecall' | 'supportedMacroF1'

/**
 * The intervals that a run's figures are shown with.
 *
 * accuracy: as `shareOf` says; micro-F1 too where every answer names a label of the list, since it is accuracy then. Else micro-F1, and weighted
 * F1: basic bootstrap.
 * Macro recall and macro-F1 over the full list: basic bootstrap, but undefined while a listed label has fewer than ten
 * gold records, since such an interval covers far less than it says; their `supported` forms over the labels that have ten
 * (chosen once, on the data) stand in for them. Otherwise undefined as `basicInterval` says. All lie within 0 to 1.
 * Coverage and source: those of `wilson`, `groupedWilson` and `basicInterval`.
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
  const accuracy = options.redrawn ? intervals.accuracy : shareOf(right(gold, predicted), options).interval
  return {
    ...intervals,
    accuracy,
    microF1: options.redrawn || !isAccuracy('microF1', () => [table]) ? intervals.microF1 : accuracy,
    macroRecall: rare ? undefined : intervals.macroRecall,
    macroF1: rare ? undefined : intervals.macroF1,
  }
}

/** 1 for a record that is right, 0 for one that is not, -1 for one without gold. */
function right(gold: LabelIndices, predicted: LabelIndices): Int8Array {
  return Int8Array.from({ length: gold.length }, (_, record) => (gold[record]! < 0 ? -1 : Number(gold[record] === predicted[record])))
}
