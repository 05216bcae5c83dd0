import type { MetricName } from '../../domain/plan.ts'
import { seededRandom } from '../../domain/random.ts'
import { calibrationBand } from '../../metrics/calibration.ts'
import { benchmarkMetrics, macroF1, supportedLabels } from '../../metrics/classification.ts'
import { type Difference, differences, discordance } from '../../metrics/comparison.ts'
import { confusion } from '../../metrics/confusion.ts'
import { accuracyInterval, bootstrapIntervals } from '../../metrics/intervals.ts'
import { accuracyDifferenceInterval, mcnemar } from '../../metrics/mcnemar.ts'
import { swapTest } from '../../metrics/swapTest.ts'
import type { Differences, FieldIntervals, LabelArrays, PairArrays } from './metricsService.ts'

/** Seed of every resampling behind what is shown: the same data give the same interval. */
export const INTERVAL_SEED = 20_260

/** Wilson for accuracy, the basic bootstrap for the rest; with groups the cluster bootstrap for all. */
export function fieldIntervals({ labels, gold, predicted, confidences, groups }: LabelArrays): FieldIntervals {
  const table = confusion(labels, gold, predicted)
  const supported = supportedLabels(table)
  const intervals = bootstrapIntervals(
    labels,
    gold,
    predicted,
    { ...benchmarkMetrics, supportedMacroF1: (resample) => macroF1(resample, supported) },
    { random: seededRandom(INTERVAL_SEED), groups: groups ?? undefined },
  )
  const calibration = calibrationBand(confidences, { random: seededRandom(INTERVAL_SEED) })
  return { ...intervals, calibration, ...(!groups && { accuracy: accuracyInterval(table) }) }
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
