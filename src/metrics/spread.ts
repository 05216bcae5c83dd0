import { cellsOf, columnsFor, type Confusion, type LabelIndices, type Statistic } from './confusion.ts'
import { type BootstrapOptions, bootstrapSettings, type Interval } from './intervals.ts'
import { resampler } from './resampling.ts'
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

/** The spread of a figure over runs, in its own units; undefined without runs. @throws on NaN. */
export function spread(figures: readonly number[]): Spread | undefined {
  if (figures.some(Number.isNaN)) throw new RangeError('a figure is NaN')
  if (figures.length === 0) return undefined
  const mean = figures.reduce((sum, figure) => sum + figure, 0) / figures.length
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
  /** Holds both the sampling of records and the spread between controls; undefined as said below. */
  readonly interval: Interval | undefined
}

/**
 * A run against several controls that are draws of one kind (sham matrices with different seeds): its figure minus their
 * mean, with an interval for another draw of controls on other records.
 *
 * difference -+ t sqrt(v + s^2 / m): v is the bootstrap variance of the difference over records (or groups), s^2 the
 * variance of the m controls' figures, t Student's quantile at Satterthwaite's degrees of freedom,
 * (v + s^2/m)^2 / ((s^2/m)^2 / (m - 1) + v^2 / (units - 1)). Cut to `range`, -1 to 1 unless said otherwise. s^2 holds
 * some of the records' noise as well. Coverage at level .95 with five controls, simulated: .94 to .975 where the
 * controls are alike or spread normally, .92 where they are spread evenly over far more than the sampling error.
 *
 * The whole is undefined where a figure is; the interval with fewer than two controls or units, or where nothing varies.
 * @throws on runs that do not fit, or fewer than 2,000 resamples.
 * Source: Satterthwaite (1946); the bootstrap variance: Efron (1979).
 */
export function differenceFromControls(
  runs: { labels: number; gold: LabelIndices; run: LabelIndices; controls: readonly LabelIndices[] },
  statistic: Statistic,
  options: BootstrapOptions,
): DifferenceFromControls | undefined {
  const { labels, gold, run, controls } = runs
  const settings = bootstrapSettings(options, [-1, 1])
  const cells = [run, ...controls].map((predicted) => cellsOf(labels, gold, predicted))
  const frame = cells[0]!.map((cell, record) => (cell < 0 ? -1 : record))
  const table: Confusion = { labels, counts: new Float64Array(labels * columnsFor(labels)), leftOut: 0 }
  const figuresFor = (weights: Float64Array): (number | undefined)[] =>
    cells.map((positions) => {
      table.counts.fill(0)
      for (let record = 0; record < positions.length; record++) {
        if (positions[record]! >= 0) table.counts[positions[record]!]! += weights[record]!
      }
      return statistic(table)
    })
  const figures = figuresFor(new Float64Array(gold.length).fill(1)).filter((figure) => figure !== undefined)
  const between = figures.length === cells.length ? spread(figures.slice(1)) : undefined
  if (!between) return undefined

  const draw = resampler(frame, settings.groups)
  const weights = new Float64Array(gold.length)
  const replicates: number[] = []
  for (let at = 0; draw.units > 1 && at < settings.resamples; at++) {
    draw.fill(weights, settings.random)
    const drawn = figuresFor(weights).filter((figure) => figure !== undefined)
    if (drawn.length === cells.length) replicates.push(drawn[0]! - spread(drawn.slice(1))!.mean)
  }
  const difference = figures[0]! - between.mean
  const within = spread(replicates)?.deviation
  const enough = replicates.length >= 0.99 * settings.resamples
  const half = within !== undefined && enough ? halfWidth(within ** 2, between, draw.units, settings.level) : undefined
  const [lowest, highest] = settings.range
  return {
    difference,
    controls: between,
    interval: half === undefined ? undefined : {
      low: Math.max(lowest, difference - half),
      high: Math.min(highest, difference + half),
      level: settings.level,
      method: 't',
      units: draw.units,
    },
  }
}

function halfWidth(sampling: number, { deviation, runs }: Spread, units: number, level: number): number | undefined {
  if (deviation === undefined) return undefined
  const controls = deviation ** 2 / runs
  const variance = sampling + controls
  if (variance === 0) return undefined
  const degrees = variance ** 2 / (controls ** 2 / (runs - 1) + sampling ** 2 / (units - 1))
  return studentQuantile(level, degrees) * Math.sqrt(variance)
}
