import { checkIndices, columnsFor, type LabelIndices, type Statistic } from './confusion.ts'
import { type BootstrapOptions, bootstrapSettings, checkLevel, type Interval, recordOf } from './intervals.ts'
import { drawnCells, tableDraws } from './redrawn.ts'
import { studentQuantile } from './student.ts'

/** How far one figure moves over runs that ought to be alike: paraphrases, label orders, shot seeds, shams. */
export interface Spread {
  readonly runs: number
  readonly mean: number
  /** With n - 1 below; undefined for a single run. */
  readonly deviation: number | undefined
  readonly lowest: number
  readonly highest: number
}

/**
 * The spread of a figure over m runs, in its own units: mean, sqrt(sum (figure - mean)^2 / (m - 1)), lowest and highest. Undefined without runs, the
 * deviation also for a single run. No interval: it holds the sampling of records as well. @throws on NaN.
 */
export function spread(figures: readonly number[]): Spread | undefined {
  if (figures.some(Number.isNaN)) throw new RangeError('a figure is NaN')
  if (figures.length === 0) return undefined
  const mean = meanOf(figures)
  const squares = figures.reduce((sum, figure) => sum + (figure - mean) ** 2, 0)
  return {
    runs: figures.length,
    mean,
    deviation: figures.length > 1 ? Math.sqrt(squares / (figures.length - 1)) : undefined,
    lowest: Math.min(...figures),
    highest: Math.max(...figures),
  }
}

export interface DifferenceFromControls {
  /** The run's figure minus the controls' mean. */
  readonly difference: number
  readonly controls: Spread
  /** By level. Each holds both the sampling of records and the spread between controls; undefined as said below. */
  readonly intervals: readonly (Interval | undefined)[]
}

/** A run and its controls over the same records; records whose gold is -1 take no part. */
export interface ControlledRun {
  readonly labels: number
  readonly gold: LabelIndices
  readonly run: LabelIndices
  readonly controls: readonly LabelIndices[]
}

/**
 * A run against several controls that are draws of one kind (sham matrices with different seeds): its figures minus their
 * means, all from the same resamples, with intervals at each of the levels (`options.level` is not looked at) for another draw of controls on
 * other records.
 *
 * difference -+ t sqrt(v + s^2 / m): v is the bootstrap variance of the difference over records (or groups), s^2 the
 * variance of the m controls' figures, t Student's quantile at Satterthwaite's degrees of freedom,
 * (v + s^2/m)^2 / ((s^2/m)^2 / (m - 1) + v^2 / (units - 1)). Cut to `range`, -1 to 1 unless said otherwise. s^2 holds
 * some of the records' noise as well. Coverage at level .95 with five controls, simulated: .94 to .975 where the
 * controls are alike or spread normally, .92 where they are spread evenly over far more than the sampling error.
 *
 * A difference is undefined where its figure is; its intervals with fewer than two controls or units, or where nothing varies.
 * @throws on runs that do not fit, or fewer than 2,000 resamples.
 * Source: Satterthwaite (1946); the bootstrap variance: Efron (1979).
 */
export function differencesFromControls<Name extends string>(
  { labels, gold, run, controls }: ControlledRun,
  statistics: Readonly<Record<Name, Statistic>>,
  options: BootstrapOptions,
  levels: readonly number[],
): Record<Name, DifferenceFromControls | undefined> {
  const settings = bootstrapSettings(options, [-1, 1])
  levels.forEach(checkLevel)
  const size = labels * columnsFor(labels)
  for (const predicted of [run, ...controls]) checkIndices(labels, gold, predicted)
  const joint = tableDraws((answers) => [run, ...controls].map((predicted) => ({ cells: drawnCells(labels, gold, answers(predicted)), size })), settings)
  const names = Object.keys(statistics) as Name[]
  const figuresOf = (name: Name, tables: readonly Float64Array[]): number[] =>
    tables.map((counts) => statistics[name]({ labels, counts, leftOut: 0 })).filter((figure) => figure !== undefined)
  const whole = joint.whole()
  const replicates = names.map((): number[] => [])
  if (joint.units > 1) {
    joint.resample(settings.random, settings.resamples, (tables) => {
      names.forEach((name, at) => {
        const [first, ...others] = figuresOf(name, tables)
        if (others.length === controls.length && controls.length > 0) replicates[at]!.push(first! - meanOf(others))
      })
    })
  }
  return recordOf(names, (name, at) => {
    const figures = figuresOf(name, whole)
    const between = figures.length === whole.length ? spread(figures.slice(1)) : undefined
    if (!between) return undefined
    const difference = figures[0]! - between.mean
    const within = spread(replicates[at]!)?.deviation
    const enough = replicates[at]!.length >= 0.99 * settings.resamples
    const [lowest, highest] = settings.range
    return {
      difference,
      controls: between,
      intervals: levels.map((level): Interval | undefined => {
        const half = within !== undefined && enough ? halfWidth(within ** 2, between, joint.units, level) : undefined
        return half === undefined ? undefined : { low: Math.max(lowest, difference - half), high: Math.min(highest, difference + half), level, method: 't', units: joint.units }
      }),
    }
  })
}

/** Held between the least and the largest: the mean of equal figures is that figure, which rounding would miss, and nothing then seems to vary. */
function meanOf(figures: readonly number[]): number {
  const mean = figures.reduce((sum, figure) => sum + figure, 0) / figures.length
  return Math.min(Math.max(...figures), Math.max(Math.min(...figures), mean))
}

function halfWidth(sampling: number, { deviation, runs }: Spread, units: number, level: number): number | undefined {
  if (deviation === undefined) return undefined
  const controls = deviation ** 2 / runs
  const variance = sampling + controls
  if (variance === 0) return undefined
  const degrees = variance ** 2 / (controls ** 2 / (runs - 1) + sampling ** 2 / (units - 1))
  return studentQuantile(level, degrees) * Math.sqrt(variance)
}
