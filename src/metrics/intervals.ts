import type { Random } from '../domain/random.ts'
import { cellsOf, columnsFor, type Confusion, confusion, type LabelIndices, marginsOf, type Statistic } from './confusion.ts'
import { normalQuantile } from './normal.ts'
import { type Groups, resampler } from './resampling.ts'
import { studentQuantile } from './student.ts'

export interface Interval {
  readonly low: number
  readonly high: number
  /** Nominal coverage: 0.95 unless asked otherwise. */
  readonly level: number
  readonly method: 'wilson' | 'adjustedWald' | 'basicBootstrap' | 'clusterBootstrap' | 't'
  /** The independent units it rests on: records, or groups. */
  readonly units: number
}

export const LEVEL = 0.95

/** The fewest resamples that an interval is made from. */
export const RESAMPLES = 2_000

/**
 * Wilson's score interval for a share of independent records.
 *
 * With p = successes / records and z the normal quantile of the level: centre (p + z^2/2n) / (1 + z^2/n), half-width
 * z sqrt(p(1-p)/n + z^2/4n^2) / (1 + z^2/n). Within 0 to 1; undefined without records.
 * Coverage at level .95, simulated: .94 to .96 for shares between .1 and .9 from n = 30 on; nearer to 0 or 1 it swings
 * between .91 and .99 (exactly computable; Brown, Cai, DasGupta 2001).
 * @throws unless 0 <= successes <= records, both whole, and 0 < level < 1.
 * Source: Wilson (1927); equals statsmodels' proportion_confint(method='wilson').
 */
export function wilson(successes: number, records: number, level = LEVEL): Interval | undefined {
  if (!Number.isInteger(successes) || !Number.isInteger(records) || successes < 0 || successes > records) {
    throw new RangeError(`${successes} of ${records} records`)
  }
  checkLevel(level)
  if (records === 0) return undefined
  const z = normalQuantile((1 + level) / 2)
  const share = successes / records
  const below = 1 + (z * z) / records
  const centre = (share + (z * z) / (2 * records)) / below
  const half = (z * Math.sqrt((share * (1 - share)) / records + (z * z) / (4 * records * records))) / below
  return {
    low: successes === 0 ? 0 : centre - half,
    high: successes === records ? 1 : centre + half,
    level,
    method: 'wilson',
    units: records,
  }
}

/** Wilson's interval for the accuracy of a table of whole records; undefined without records. */
export function accuracyInterval(table: Confusion, level = LEVEL): Interval | undefined {
  const { correct, total } = marginsOf(table)
  return wilson(correct, total, level)
}

export interface BootstrapOptions {
  readonly random: Random
  /** At least 2,000, the default. */
  readonly resamples?: number | undefined
  readonly level?: number | undefined
  /** Records that are drawn together: with it the cluster bootstrap. */
  readonly groups?: Groups | undefined
  /** The range of the statistics, to which intervals are cut: 0 to 1 unless said otherwise. */
  readonly range?: readonly [low: number, high: number] | undefined
}

/**
 * Basic bootstrap intervals of any figures of a confusion table, all from the same resamples.
 *
 * See `basicInterval` for the formula and for what is undefined. Besides, all are undefined with fewer than two units.
 * @throws below 2,000 resamples.
 */
export function bootstrapIntervals<Name extends string>(
  labels: number,
  gold: LabelIndices,
  predicted: LabelIndices,
  statistics: Readonly<Record<Name, Statistic>>,
  options: BootstrapOptions,
): Record<Name, Interval | undefined> {
  const settings = bootstrapSettings(options)
  const draw = resampler(cellsOf(labels, gold, predicted), settings.groups)
  const resample: Confusion = { labels, counts: new Float64Array(labels * columnsFor(labels)), leftOut: 0 }
  const names = Object.keys(statistics) as Name[]
  const replicates = names.map(() => new Float64Array(settings.resamples))
  if (draw.units > 1) {
    for (let at = 0; at < settings.resamples; at++) {
      draw.fill(resample.counts, settings.random)
      names.forEach((name, column) => (replicates[column]![at] = statistics[name](resample) ?? NaN))
    }
  }
  const table = confusion(labels, gold, predicted)
  return recordOf(names, (name, column) => basicInterval(statistics[name](table), replicates[column]!, draw.units, settings))
}

/** The basic bootstrap interval of one figure; see `bootstrapIntervals`. */
export function bootstrapInterval(
  labels: number,
  gold: LabelIndices,
  predicted: LabelIndices,
  statistic: Statistic,
  options: BootstrapOptions,
): Interval | undefined {
  return bootstrapIntervals(labels, gold, predicted, { statistic }, options).statistic
}

/** Options with what was left unsaid filled in. */
export interface BootstrapSettings {
  readonly random: Random
  readonly resamples: number
  readonly level: number
  readonly groups: Groups | undefined
  readonly range: readonly [low: number, high: number]
}

/** Fills options in. @throws on fewer than 2,000 resamples or an impossible level. */
export function bootstrapSettings(options: BootstrapOptions, range: readonly [number, number] = [0, 1]): BootstrapSettings {
  const { random, resamples = RESAMPLES, level = LEVEL, groups } = options
  if (!Number.isInteger(resamples) || resamples < RESAMPLES) throw new RangeError(`${resamples} resamples are too few`)
  checkLevel(level)
  return { random, resamples, level, groups, range: options.range ?? range }
}

/**
 * The basic (reflected) bootstrap interval: from 2 theta - q(1 - alpha/2) to 2 theta - q(alpha/2), theta being the
 * estimate, q quantiles of its replicates (the value at position p(R + 1) among R, interpolated), alpha = 1 - level; cut
 * to the statistic's range. The replicates hold NaN where a resample did not determine the statistic.
 *
 * With groups the deviations are stretched by sqrt(G / (G - 1)) t(G - 1) / z, or few groups would cover too little.
 *
 * Undefined where the estimate is, where more than one resample in a hundred does not determine it, with fewer than two
 * units, and where the replicates do not differ (a perfect run: the data show no spread, which is not certainty).
 * Source: Davison and Hinkley (1997), section 5.2; the stretch: Hesterberg (2015), "expanded" intervals.
 */
export function basicInterval(
  estimate: number | undefined,
  replicates: Float64Array,
  units: number,
  { level, range, groups }: Pick<BootstrapSettings, 'level' | 'range' | 'groups'>,
): Interval | undefined {
  if (estimate === undefined || units < 2) return undefined
  if (Number.isNaN(estimate)) throw new RangeError('a statistic is NaN')
  const sorted = replicates.filter((replicate) => !Number.isNaN(replicate)).sort()
  if (sorted.length < 0.99 * replicates.length || sorted[0] === sorted[sorted.length - 1]) return undefined
  const alpha = 1 - level
  const stretch = groups
    ? (Math.sqrt(units / (units - 1)) * studentQuantile(level, units - 1)) / normalQuantile(1 - alpha / 2)
    : 1
  const reflect = (p: number) => {
    const end = estimate - stretch * (quantileOfSorted(sorted, p) - estimate)
    return Math.min(range[1], Math.max(range[0], end))
  }
  return {
    low: reflect(1 - alpha / 2),
    high: reflect(alpha / 2),
    level,
    method: groups ? 'clusterBootstrap' : 'basicBootstrap',
    units,
  }
}

/** The value at position p(n + 1) of n ascending values, interpolated; the first or last where that lies outside. */
export function quantileOfSorted(sorted: ArrayLike<number>, p: number): number {
  const position = Math.min(sorted.length, Math.max(1, p * (sorted.length + 1)))
  const below = Math.floor(position)
  const low = sorted[below - 1]!
  const high = sorted[Math.min(below, sorted.length - 1)]!
  return low + (position - below) * (high - low)
}

/** An object with a value for each name. */
export function recordOf<Name extends string, Value>(
  names: readonly Name[],
  value: (name: Name, at: number) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name, at) => [name, value(name, at)])) as Record<Name, Value>
}

/** @throws unless 0 < level < 1. */
export function checkLevel(level: number): void {
  if (!(level > 0 && level < 1)) throw new RangeError(`level ${level}`)
}
