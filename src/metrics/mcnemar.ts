import { fairBinomialTail } from './binomial.ts'
import { checkLevel, type Interval, LEVEL } from './intervals.ts'
import { normalQuantile } from './normal.ts'

/** Two runs' right and wrong answers on the same records. */
export interface Discordance {
  /** Records that both got right. */
  readonly bothRight: number
  /** Right in the first run only. */
  readonly onlyFirst: number
  /** Right in the second run only. */
  readonly onlySecond: number
  readonly bothWrong: number
}

export interface McNemar {
  /** Two-sided; 1 where no record is discordant. */
  readonly p: number
  /** Accuracy of the second run minus that of the first, -1 to 1; undefined without records. */
  readonly difference: number | undefined
  /** onlySecond / onlyFirst, 0 up; undefined where onlyFirst is 0. */
  readonly oddsRatio: number | undefined
  /**
   * Cohen's g: the second run's share of the discordant records minus 1/2, -0.5 to 0.5 (.05 small, .15 medium, .25 large
   * by Cohen 1988); undefined where no record is discordant.
   */
  readonly g: number | undefined
  readonly records: number
}

/**
 * McNemar's exact test that two runs are right equally often, on the same independent records.
 *
 * p = min(1, 2 P(X <= min(onlyFirst, onlySecond))), X ~ Binomial(onlyFirst + onlySecond, 1/2). With no discordant
 * record p is 1. Where records come in groups it is too sure: take `swapTest` with groups instead.
 * @throws unless all four are whole numbers from 0.
 * Source: McNemar (1947); equals statsmodels' mcnemar(exact=True).
 */
export function mcnemar({ bothRight, onlyFirst, onlySecond, bothWrong }: Discordance): McNemar {
  checkCounts([bothRight, onlyFirst, onlySecond, bothWrong])
  const records = bothRight + onlyFirst + onlySecond + bothWrong
  const discordant = onlyFirst + onlySecond
  return {
    p: discordant === 0 ? 1 : Math.min(1, 2 * fairBinomialTail(Math.min(onlyFirst, onlySecond), discordant)),
    difference: records > 0 ? (onlySecond - onlyFirst) / records : undefined,
    oddsRatio: onlyFirst > 0 ? onlySecond / onlyFirst : undefined,
    g: discordant > 0 ? onlySecond / discordant - 0.5 : undefined,
    records,
  }
}

/**
 * An interval for the difference in accuracy (second minus first) on the same independent records, good even where no
 * record is discordant: one record is added to either discordant count, then p1 = (onlyFirst + 1) / (n + 2),
 * p2 = (onlySecond + 1) / (n + 2), and the interval is p2 - p1 -+ z sqrt((p1 + p2 - (p2 - p1)^2) / (n + 2)), cut to -1 .. 1.
 *
 * Undefined without records. Coverage at level .95, computed exactly for n from 20 to 500 and discordant shares from
 * .005 to .3 each: .945 to 1, above .95 where discordance is rare.
 * Source: Bonett and Price (2012), "Adjusted Wald confidence interval for a difference of binomial proportions based on
 * paired data".
 */
export function accuracyDifferenceInterval(
  { bothRight, onlyFirst, onlySecond, bothWrong }: Discordance,
  level = LEVEL,
): Interval | undefined {
  checkCounts([bothRight, onlyFirst, onlySecond, bothWrong])
  checkLevel(level)
  const units = bothRight + onlyFirst + onlySecond + bothWrong
  if (units === 0) return undefined
  const first = (onlyFirst + 1) / (units + 2)
  const second = (onlySecond + 1) / (units + 2)
  const difference = second - first
  const half =
    normalQuantile((1 + level) / 2) * Math.sqrt((first + second - difference * difference) / (units + 2))
  return {
    low: Math.max(-1, difference - half),
    high: Math.min(1, difference + half),
    level,
    method: 'adjustedWald',
    units,
  }
}

function checkCounts(counts: readonly number[]): void {
  for (const count of counts) {
    if (!Number.isInteger(count) || count < 0) throw new RangeError(`a count of ${count} records`)
  }
}
