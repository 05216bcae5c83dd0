import type { MetricName } from '../../domain/plan.ts'
import { seededRandom } from '../../domain/random.ts'
import { calibrationBand, reliability } from '../../metrics/calibration.ts'
import { benchmarkMetrics, macroF1, supportedLabels } from '../../metrics/classification.ts'
import { type Difference, differences, discordance } from '../../metrics/comparison.ts'
import { confusion, type Statistic, UNPARSED } from '../../metrics/confusion.ts'
import { accuracyInterval, bootstrapIntervals } from '../../metrics/intervals.ts'
import { accuracyDifferenceInterval, mcnemar } from '../../metrics/mcnemar.ts'
import { swapTest } from '../../metrics/swapTest.ts'
import type { Differences, FieldIntervals, LabelArrays, PairArrays } from './metricsService.ts'

/** Seed of every resampling behind what is shown: the same data give the same interval. */
export const INTERVAL_SEED = 20_260

/** Wilson for accuracy, the basic bootstrap for the rest; with groups the cluster bootstrap for all. */
export function fieldIntervals(arrays: LabelArrays): FieldIntervals {
  const supported = supportedLabels(confusion(arrays.labels, arrays.gold, arrays.predicted))
  const supportedMacroF1: Statistic = (resample) => macroF1(resample, supported)
  return {
    ...intervalsOf(arrays, { ...benchmarkMetrics, supportedMacroF1 }),
    parsed: arrays.predicted.includes(UNPARSED) ? intervalsOf(onlyParsed(arrays), benchmarkMetrics) : null,
    reliability: reliability(arrays.confidences),
    calibration: calibrationBand(arrays.confidences, { random: seededRandom(INTERVAL_SEED) }),
  }
}

function intervalsOf<Name extends string>({ labels, gold, predicted, groups }: LabelArrays, statistics: Readonly<Record<Name | 'accuracy', Statistic>>) {
  const intervals = bootstrapIntervals(labels, gold, predicted, statistics, { random: seededRandom(INTERVAL_SEED), groups: groups ?? undefined })
  return groups ? intervals : { ...intervals, accuracy: accuracyInterval(confusion(labels, gold, predicted)) }
}

/** The records whose answer names a label, in or out of the scheme. */
function onlyParsed(arrays: LabelArrays): LabelArrays {
  const kept = (_: number, record: number): boolean => arrays.predicted[record] !== UNPARSED
  return {
    ...arrays,
    gold: arrays.gold.filter(kept),
    predicted: arrays.predicted.filter(kept),
    groups: arrays.groups && arrays.groups.filter(kept),
  }
}

/** Second minus first, with paired intervals and tests: McNemar's for accuracy, paired swaps for the rest and for groups. */
export function pairDifferences({ labels, gold, first, second, groups }: PairArrays): Differences {
  const pair = { labels, gold, first, second }
  const options = { random: seededRandom(INTERVAL_SEED), groups: groups ?? undefined }
  const measured = differences(pair, benchmarkMetrics, options)
  const tests = swapTest(pair, benchmarkMetrics, options)
  const withTest = (metric: MetricName, found: Difference | undefined) => found && { ...found, p: tests[metric]?.p }
  const table = discordance(pair)
  const accuracy = measured.accuracy
  return {
    accuracy: groups
      ? withTest('accuracy', accuracy)
      : accuracy && { ...accuracy, interval: accuracyDifferenceInterval(table), p: mcnemar(table).p },
    macroRecall: withTest('macroRecall', measured.macroRecall),
    macroF1: withTest('macroF1', measured.macroF1),
    microF1: withTest('microF1', measured.microF1),
    weightedF1: withTest('weightedF1', measured.weightedF1),
  }
}
