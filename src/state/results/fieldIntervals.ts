import { seededRandom } from '../../domain/random.ts'
import { benchmarkIntervals } from '../../metrics/benchmarkIntervals.ts'
import { type FigureName, figureNames, figureStatistics, supportedLabels } from '../../metrics/classification.ts'
import { type Difference, discordance } from '../../metrics/comparison.ts'
import { confusion, type Statistic, UNPARSED } from '../../metrics/confusion.ts'
import { recordOf } from '../../metrics/intervals.ts'
import { mcnemar } from '../../metrics/mcnemar.ts'
import { isPairedShare, pairedFigures } from '../../metrics/pairedFigures.ts'
import type { Redrawn } from '../../metrics/redrawn.ts'
import { labelIntervals } from '../../metrics/shareInterval.ts'
import { swapTest } from '../../metrics/swapTest.ts'
import type { FieldIntervals } from '../../metrics/figures.ts'
import { batchIntervals } from './batchIntervals.ts'
import type { Differences, LabelArrays, PairArrays } from './metricsService.ts'

/** Seed of every resampling behind what is shown: the same data give the same interval. */
export const INTERVAL_SEED = 20_260

/** Of a run read under its own mean `batchIntervals`; else as metrics/benchmarkIntervals.ts says. */
export function fieldIntervals(arrays: LabelArrays): FieldIntervals {
  return {
    ...(arrays.batch ? batchIntervals(arrays.batch, INTERVAL_SEED) : intervalsOf(arrays)),
    parsed: !arrays.batch && arrays.predicted.includes(UNPARSED) ? intervalsOf(onlyParsed(arrays)) : null,
    labels: arrays.batch ? null : labelIntervals(arrays.labels, arrays.gold, arrays.predicted, { random: seededRandom(INTERVAL_SEED), groups: arrays.groups ?? undefined }),
  }
}

function intervalsOf({ labels, gold, predicted, groups }: LabelArrays) {
  return benchmarkIntervals(labels, gold, predicted, { random: seededRandom(INTERVAL_SEED), groups: groups ?? undefined })
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

/**
 * Second minus first, with paired intervals (`pairedFigures`) and tests: McNemar's for accuracy, and for micro-F1 where it is accuracy; paired swaps
 * for the rest and for groups.
 * @param redrawn where a run is read under the mean over its own records: intervals estimate it anew, and there is no p (a test would take the
 * answers for independent of each other).
 * @param names the figures wanted; those of others are undefined. What is drawn does not depend on them, so neither does any figure.
 */
export function pairDifferences({ labels, gold, first, second, groups }: PairArrays, names: readonly FigureName[] = figureNames, redrawn?: Redrawn): Differences {
  const pair = { labels, gold, first, second }
  const options = { random: seededRandom(INTERVAL_SEED), groups: groups ?? undefined }
  const all = figureStatistics(supportedLabels(confusion(labels, gold, first)))
  const statistics: Record<string, Statistic> = Object.fromEntries(names.map((name) => [name, all[name]]))
  const measured: Partial<Record<FigureName, Difference | undefined>> = pairedFigures(pair, names, { ...options, redrawn })
  const tests = redrawn ? null : swapTest(pair, statistics, options)
  return recordOf(figureNames, (name) => {
    const found = measured[name]
    return found && { ...found, p: isPairedShare(name, pair, { groups: options.groups, redrawn }) ? mcnemar(discordance(pair)).p : tests?.[name]?.p }
  })
}
