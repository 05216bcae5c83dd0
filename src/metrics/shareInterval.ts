import { countAt, type LabelIndices, marginsOf, type Statistic } from './confusion.ts'
import { groupedWilson } from './groupedWilson.ts'
import { basicInterval, bootstrapIntervals, type BootstrapOptions, bootstrapSettings, type Interval, wilson } from './intervals.ts'
import { tableDraws } from './redrawn.ts'

/** A share of records with its interval. */
export interface Share {
  readonly records: number
  readonly counted: number
  /** 0 to 1; undefined without records. */
  readonly share: number | undefined
  readonly interval: Interval | undefined
}

/**
 * The share of records that are counted, counted / records: `of[record]` is 1 for one that is, 0 for one that is not, negative for one that takes no part.
 *
 * The interval is Wilson's; where records come in groups Wilson's for groups (`groupedWilson`), because such records are not independent; where answers are
 * redrawn the bootstrap's (`basicInterval`). They say what is undefined.
 */
export function shareOf(of: LabelIndices, options: BootstrapOptions): Share {
  let records = 0
  let counted = 0
  for (let record = 0; record < of.length; record++) {
    if (of[record]! < 0) continue
    records++
    if (of[record]! > 0) counted++
  }
  return {
    records, counted,
    share: records > 0 ? counted / records : undefined,
    interval: options.redrawn ? drawnInterval(of, records > 0 ? counted / records : undefined, options) : steadyInterval(of, options),
  }
}

/** Of answers that stay what they are. */
function steadyInterval(of: LabelIndices, { groups, level }: Pick<BootstrapOptions, 'groups' | 'level'>): Interval | undefined {
  if (groups) return groupedWilson(of, groups, level)
  const asked = Array.from(of).filter((value) => value >= 0)
  return wilson(asked.filter((value) => value > 0).length, asked.length, level)
}

/** Of answers that are redrawn: of what they then are. */
function drawnInterval(of: LabelIndices, estimate: number | undefined, options: BootstrapOptions): Interval | undefined {
  const [interval] = drawnShares([of], 2, (counts) => [over(counts[1]!, counts[0]! + counts[1]!)], [estimate], (counted) => (counted > 0 ? 1 : 0), options)
  return interval
}

/** Intervals of figures of how often each value was given, values being negative where none is. */
function drawnShares(given: readonly [LabelIndices], size: number, figures: (counts: Float64Array) => readonly (number | undefined)[], estimates: readonly (number | undefined)[], cellOf: (value: number) => number, options: BootstrapOptions): (Interval | undefined)[] {
  const settings = bootstrapSettings(options)
  const draws = tableDraws((answers) => given.map((each) => ({ cells: Int32Array.from(answers(each), (value) => (value < 0 ? -1 : cellOf(value))), size })), settings)
  const replicates = estimates.map(() => new Float64Array(settings.resamples))
  if (draws.units > 1) {
    draws.resample(settings.random, settings.resamples, ([counts], at) => {
      figures(counts!).forEach((value, column) => (replicates[column]![at] = value ?? NaN))
    })
  }
  return estimates.map((estimate, column) => basicInterval(estimate, replicates[column]!, draws.units, settings))
}

/** The intervals of each label's share among labels given, given(label) / given, 0 to 1, undefined where no label is given (negative: none given), all from the same resamples where answers are redrawn; as `shareOf` says. */
export function distributionIntervals(labels: number, given: LabelIndices, options: BootstrapOptions): readonly (Interval | undefined)[] {
  const counts = new Float64Array(labels)
  for (let record = 0; record < given.length; record++) if (given[record]! >= 0) counts[given[record]!]! += 1
  const all = (of: Float64Array): number => of.reduce((sum, count) => sum + count, 0)
  if (!options.redrawn) return Array.from(counts, (_, label) => steadyInterval(Int8Array.from({ length: given.length }, (_, record) => (given[record]! < 0 ? -1 : Number(given[record] === label))), options))
  const shares = (of: Float64Array) => Array.from(of, (count) => over(count, all(of)))
  return drawnShares([given], labels, shares, shares(counts), (label) => label, options)
}

/**
 * The intervals of each label's precision (correct / answers that name it, of records with gold) and recall (correct / its gold), as `shareOf` says. A precision
 * is a share of a number of answers that is itself by chance: the interval is that for the answers as many as there are. Undefined for a label that is never
 * answered, or never gold. 0 to 1.
 */
export function labelIntervals(labels: number, gold: LabelIndices, predicted: LabelIndices, options: BootstrapOptions): { readonly precision: readonly (Interval | undefined)[]; readonly recall: readonly (Interval | undefined)[] } {
  if (!options.redrawn) {
    const right = (label: number, meant: LabelIndices) => steadyInterval(Int8Array.from({ length: gold.length }, (_, record) => (gold[record]! < 0 || meant[record] !== label ? -1 : Number(gold[record] === predicted[record]))), options)
    const each = (meant: LabelIndices) => Array.from({ length: labels }, (_, label) => right(label, meant))
    return { precision: each(predicted), recall: each(gold) }
  }
  const statistics = Object.fromEntries(Array.from({ length: labels }, (_, label) => label).flatMap((label): [string, Statistic][] => [
    [`precision ${label}`, (table) => over(countAt(table, label, label), marginsOf(table).predicted[label]!)],
    [`recall ${label}`, (table) => over(countAt(table, label, label), marginsOf(table).gold[label]!)],
  ]))
  const found = bootstrapIntervals(labels, gold, predicted, statistics, options)
  const each = (name: string) => Array.from({ length: labels }, (_, label) => found[`${name} ${label}`])
  return { precision: each('precision'), recall: each('recall') }
}

function over(above: number, below: number): number | undefined {
  return below > 0 ? above / below : undefined
}
