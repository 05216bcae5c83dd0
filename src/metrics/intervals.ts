import type { Random } from '../domain/random.ts'
import { cellsOf, columnsFor, type Confusion, confusion, type LabelIndices, type Statistic, withMargins } from './confusion.ts'
import { normalQuantile } from './normal.ts'
import { type Groups, resampler } from './resampling.ts'
import { type Redrawn, drawnCells, tableDraws } from './redrawn.ts'
import { studentQuantile } from './student.ts'

export interface Interval {
  readonly low: number
  readonly high: number
  /** Nominal coverage: 0.95 unless asked otherwise. */
  readonly level: number
  readonly method: 'wilson' | 'groupedWilson' | 'adjustedWald' | 'basicBootstrap' | 'clusterBootstrap' | 't'
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
 * Coverage at level .95, computed exactly: .95 on average; it swings with the true share, for shares from .1 to .9 between
 * .92 and .98 at n = 30, .94 and .96 at 150, .947 and .952 at 5,163; down to .84 for shares below .02 at n = 34.
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

export interface BootstrapOptions {
  readonly random: Random
  /** At least 2,000, the default. */
  readonly resamples?: number | undefined
  readonly level?: number | undefined
  /** Records that are drawn together: with it the cluster bootstrap. */
  readonly groups?: Groups | undefined
  /** The resamples themselves, where answers change with what is drawn; `random` and `groups` are then those it was made with. */
  readonly redrawn?: Redrawn | undefined
  /** Told how many resamples are drawn, again and again. */
  readonly told?: ((drawn: number) => void) | undefined
  /** The range that the statistics can have, and their intervals keep to: 0 to 1 unless said otherwise. */
  readonly range?: readonly [low: number, high: number] | undefined
}

/**
 * Basic bootstrap intervals of any figures of a confusion table, all from the same resamples.
 *
 * See `basicInterval` for the formula, the coverage, the source and what is undefined. Besides, all are undefined with fewer than two units.
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
  if (settings.redrawn) return redrawnIntervals(labels, gold, predicted, statistics, settings)
  const draw = resampler(cellsOf(labels, gold, predicted), settings.groups)
  const resample: Confusion = { labels, counts: new Float64Array(labels * columnsFor(labels)), leftOut: 0 }
  const names = Object.keys(statistics) as Name[]
  const replicates = names.map(() => new Float64Array(settings.resamples))
  if (draw.units > 1) {
    for (let at = 0; at < settings.resamples; at++) {
      draw.fill(resample.counts, settings.random)
      const drawn = withMargins(resample)
      names.forEach((name, column) => (replicates[column]![at] = statistics[name](drawn) ?? NaN))
    }
  }
  const table = confusion(labels, gold, predicted)
  return recordOf(names, (name, column) => basicInterval(statistics[name](table), replicates[column]!, draw.units, settings))
}

function redrawnIntervals<Name extends string>(labels: number, gold: LabelIndices, predicted: LabelIndices, statistics: Readonly<Record<Name, Statistic>>, settings: BootstrapSettings): Record<Name, Interval | undefined> {
  const draws = tableDraws((answers) => [{ cells: drawnCells(labels, gold, answers(predicted)), size: labels * columnsFor(labels) }], settings)
  const names = Object.keys(statistics) as Name[]
  const replicates = names.map(() => new Float64Array(settings.resamples))
  if (draws.units > 1) {
    draws.resample(settings.random, settings.resamples, ([counts], at) => {
      const table = { labels, counts: counts!, leftOut: 0 }
      names.forEach((name, column) => (replicates[column]![at] = statistics[name](table) ?? NaN))
    })
  }
  const table = confusion(labels, gold, predicted)
  return recordOf(names, (name, column) => basicInterval(statistics[name](table), replicates[column]!, draws.units, settings))
}

/**
 * Basic bootstrap intervals of figures that a confusion table does not hold: Brier score, risk-coverage area, or anything
 * that is estimated again in every resample (a prior from the run's own records).
 *
 * `figures` is given how often each of the records was drawn, and works all figures out with these weights; weights of 1
 * give the estimates. Undefined as `basicInterval` says. @throws below 2,000 resamples.
 */
export function bootstrapRecords<Name extends string>(
  records: number,
  figures: (weights: Float64Array) => Record<Name, number | undefined>,
  options: BootstrapOptions,
): Record<Name, Interval | undefined> {
  const settings = bootstrapSettings(options)
  const draw = resampler(Int32Array.from({ length: records }, (_, record) => record), settings.groups)
  const weights = new Float64Array(records).fill(1)
  const estimates = figures(weights)
  const names = Object.keys(estimates) as Name[]
  const replicates = names.map(() => new Float64Array(settings.resamples))
  for (let at = 0; draw.units > 1 && at < settings.resamples; at++) {
    draw.fill(weights, settings.random)
    const drawn = figures(weights)
    names.forEach((name, column) => (replicates[column]![at] = drawn[name] ?? NaN))
  }
  return recordOf(names, (name, column) => basicInterval(estimates[name], replicates[column]!, draw.units, settings))
}

/** Options with what was left unsaid filled in. */
export interface BootstrapSettings {
  readonly random: Random
  readonly resamples: number
  readonly level: number
  readonly groups: Groups | undefined
  readonly redrawn: Redrawn | undefined
  readonly told: ((drawn: number) => void) | undefined
  readonly range: readonly [low: number, high: number]
}

/** Fills options in. @throws on fewer than 2,000 resamples or an impossible level. */
export function bootstrapSettings(options: BootstrapOptions, range: readonly [number, number] = [0, 1]): BootstrapSettings {
  const { random, resamples = RESAMPLES, level = LEVEL, groups, redrawn, told } = options
  if (!Number.isInteger(resamples) || resamples < RESAMPLES) throw new RangeError(`${resamples} resamples are too few`)
  checkLevel(level)
  return { random, resamples, level, groups, redrawn, told, range: options.range ?? range }
}

/**
 * The basic (reflected) bootstrap interval on the variance-stabilising scale of a share: with h(x) =
 * asin sqrt((x - low) / (high - low)) over the statistic's range, from h(theta) stretched back by the upper quantile to
 * h(theta) by the lower one,
 *
 *     low = h^-1(2 h(theta) - h(q(1 - alpha/2))),  high = h^-1(2 h(theta) - h(q(alpha/2))),
 *
 * theta being the estimate, q quantiles of its replicates (the value at position p(R + 1) among R, interpolated) and
 * alpha = 1 - level. Within the range always; on an unbounded range h is the identity. In the middle of the range it is
 * the plain basic interval nearly; near its ends, and for small n, it covers what the plain one does not.
 *
 * With groups the deviations are stretched by sqrt(G / (G - 1)) t(G - 1) / z, or few groups would cover too little.
 *
 * Undefined where the estimate is, where more than one resample in a hundred does not determine it, with fewer than two
 * units, and where the replicates do not differ (a perfect run: the data show no spread, which is not certainty).
 * The replicates hold NaN where a resample did not determine the statistic.
 *
 * Coverage at level .95, simulated (skewed lists of 3, 9 and 25 labels, 400 or 200 data sets each, so give or take .02): F1
 * and recall averages over labels with ten gold records or more, micro- and weighted F1, one label's F1, kappa: .92 to
 * .98 from n = 34 on, .93 to .975 from n = 150 (plain basic intervals: .86 to .97, .86 to .97). Paired differences: .93
 * to .96. Macro averages that include rarer labels: as low as .74 at n = 150, .82 at 500 - they get no interval
 * (`benchmarkIntervals`). Ordinal alpha of 20 records .88 to .91, of 50 or more .94 to .95. Groups of 8, drawn from
 * two kinds: .93 to .97 for 5 to 200 groups, where intervals that ignore the groups cover .84 to .88.
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
  const scale = scaleOf(range)
  const centre = scale.to(estimate)
  const reflect = (p: number) => scale.back(centre - stretch * (scale.to(quantileOfSorted(sorted, p)) - centre))
  return {
    low: reflect(1 - alpha / 2),
    high: reflect(alpha / 2),
    level,
    method: groups ? 'clusterBootstrap' : 'basicBootstrap',
    units,
  }
}

/** A scale on which deviations are about as large everywhere in a range, and the way back. */
interface Scale {
  to(value: number): number
  back(scaled: number): number
}

function scaleOf([low, high]: readonly [number, number]): Scale {
  const width = high - low
  if (width === Infinity) return { to: (value) => value, back: (value) => Math.min(high, Math.max(low, value)) }
  return {
    to: (value) => Math.asin(Math.sqrt(Math.min(1, Math.max(0, (value - low) / width)))),
    back: (scaled) => low + width * Math.sin(Math.min(Math.PI / 2, Math.max(0, scaled))) ** 2,
  }
}

/**
 * The value at position p(n + 1) of n ascending values, interpolated; the first or last where that lies outside. At least one value.
 * Source: Weibull's positions, type 6 of Hyndman and Fan (1996); equals numpy's quantile(method='weibull').
 */
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
