import { canHaveInterval, type FigureName, figureStatistics, isAccuracy, supportedLabels } from './classification.ts'
import { type Difference, differences, discordance, type Pair } from './comparison.ts'
import { confusion } from './confusion.ts'
import { type BootstrapOptions, recordOf } from './intervals.ts'
import { accuracyDifferenceInterval } from './mcnemar.ts'

/**
 * The figures of the second run minus those of the first, each with the one interval that it is shown with anywhere: of accuracy (and of micro-F1
 * where it is accuracy, `isAccuracy`) over independent records that of Bonett and Price (`accuracyDifferenceInterval`), of all else the paired
 * bootstrap's (`differences`). Macro averages over a list with rare labels have none (`canHaveInterval`).
 *
 * Range -1 to 1. A difference is undefined where either run's figure is. Coverage and source: `accuracyDifferenceInterval`, `basicInterval`.
 */
export function pairedFigures<Name extends FigureName>(pair: Pair, names: readonly Name[], options: BootstrapOptions): Record<Name, Difference | undefined> {
  const { labels, gold, first, second } = pair
  const supported = supportedLabels(confusion(labels, gold, first))
  const found = differences(pair, recordOf(names, (name) => figureStatistics(supported)[name]), options)
  return recordOf(names, (name) => {
    const difference = found[name]
    if (!difference || !canHaveInterval(name, labels, supported)) return difference && { ...difference, interval: undefined }
    return isPairedShare(name, pair, options) ? { ...difference, interval: accuracyDifferenceInterval(discordance({ labels, gold, first, second }), options.level) } : difference
  })
}

/** Whether the difference is one of two shares of the same independent records: McNemar's test and the interval that goes with it are then for it. */
export function isPairedShare(name: FigureName, { labels, gold, first, second }: Pair, { groups, redrawn }: Pick<BootstrapOptions, 'groups' | 'redrawn'>): boolean {
  return !groups && !redrawn && isAccuracy(name, () => [first, second].map((predicted) => confusion(labels, gold, predicted)))
}
