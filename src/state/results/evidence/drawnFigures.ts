import type { LabelIndices } from '../../../metrics/confusion.ts'
import { basicInterval, bootstrapSettings, type Interval } from '../../../metrics/intervals.ts'
import type { Placing } from '../../../metrics/jointTables.ts'
import { tableDraws } from '../../../metrics/redrawn.ts'
import { drawing, type RunSet } from './runSet.ts'

type Range = readonly [low: number, high: number]

/** Figures of tables that are first asked for and then drawn together: one set of resamples serves them all. */
export class DrawnFigures {
  private readonly wanted: {
    readonly place: (answers: (ratings: LabelIndices) => LabelIndices) => readonly Placing[]
    readonly figure: (tables: readonly Float64Array[]) => readonly (number | undefined)[]
    readonly ranges: readonly Range[]
    intervals: readonly (Interval | undefined)[]
  }[] = []

  /**
   * @param place the tables that the figures are of. @param ranges each figure's.
   * @returns the figures' intervals, once they are drawn.
   */
  want(place: DrawnFigures['wanted'][number]['place'], figure: DrawnFigures['wanted'][number]['figure'], ranges: readonly Range[]): () => readonly (Interval | undefined)[] {
    const wanted = { place, figure, ranges, intervals: [] as readonly (Interval | undefined)[] }
    this.wanted.push(wanted)
    return () => wanted.intervals
  }

  draw(set: RunSet): void {
    const { wanted } = this
    const settings = bootstrapSettings(drawing(set))
    const counts = wanted.map(({ place }) => place((ratings) => ratings).length)
    const starts = counts.map((_, at) => counts.slice(0, at).reduce((sum, count) => sum + count, 0))
    const draws = tableDraws((answers) => wanted.flatMap(({ place }) => place(answers)), settings)
    const figuresOf = (tables: readonly Float64Array[]) => wanted.map(({ figure: of }, at) => of(tables.slice(starts[at], starts[at]! + counts[at]!)))
    const estimates = figuresOf(draws.whole())
    const replicates = estimates.map((figures) => figures.map(() => new Float64Array(settings.resamples)))
    if (draws.units > 1) {
      draws.resample(settings.random, settings.resamples, (tables, resample) => {
        settings.told?.(resample + 1)
        figuresOf(tables).forEach((figures, at) => figures.forEach((value, column) => (replicates[at]![column]![resample] = value ?? NaN)))
      })
    }
    wanted.forEach((one, at) => {
      one.intervals = estimates[at]!.map((estimate, column) => basicInterval(estimate, replicates[at]![column]!, draws.units, { ...settings, range: one.ranges[column]! }))
    })
  }
}
