import type { LabelIndices } from './confusion.ts'
import { basicInterval, type BootstrapOptions, bootstrapSettings, type Interval } from './intervals.ts'
import { resampler } from './resampling.ts'

/** nominal: labels are the same or not. ordinal: labels stand in list order, and further apart is worse. */
export type Distance = 'nominal' | 'ordinal'

export interface Alpha {
  /** 1 at perfect agreement, 0 at chance, below 0 for worse; undefined as `krippendorff` says. */
  readonly alpha: number | undefined
  /** Records with two or more labels, the only ones that count. */
  readonly pairable: number
  /** Records with one label or none. */
  readonly unpairable: number
  /** Labels given within the pairable records. */
  readonly ratings: number
}

/**
 * Krippendorff's alpha for any number of raters, with missing labels: `raters[r][record]` is an index into the label
 * list, or negative where rater r gave none.
 *
 * Each pairable record with m labels adds 1 / (m - 1) to o(c, k) for each ordered pair of its labels; n(c) are the sums of o by
 * label, n their total. alpha = 1 - (n - 1) sum o(c, k) d(c, k) / sum n(c) n(k) d(c, k). nominal: d = 1 for different
 * labels. ordinal: d(c, k) = (n(c)/2 + n(c+1) + ... + n(k-1) + n(k)/2)^2.
 *
 * Undefined without a pairable record, and where only one label occurs in them: without variation there is nothing to
 * agree on, however identical the ratings.
 * @throws on raters of different length or an index outside the list.
 * Source: Krippendorff (2011), "Computing Krippendorff's alpha-reliability"; equals the package krippendorff.
 */
export function krippendorff(labels: number, raters: readonly LabelIndices[], distance: Distance): Alpha {
  const { patterns, cells } = patternsOf(labels, raters)
  const counts = new Float64Array(patterns.length)
  for (const cell of cells) if (cell >= 0) counts[cell]! += 1
  const pairable = cells.filter((cell) => cell >= 0).length
  return {
    alpha: alphaOf(labels, patterns, counts, distance),
    pairable,
    unpairable: cells.length - pairable,
    ratings: patterns.reduce((sum, pattern, at) => sum + counts[at]! * pattern.length, 0),
  }
}

/**
 * The basic bootstrap interval of alpha: records (or groups of them) are drawn again with all of their labels. Range -1 to
 * 1; undefined as `basicInterval` and `krippendorff` say. Coverage: see `basicInterval`.
 */
export function krippendorffInterval(
  labels: number,
  raters: readonly LabelIndices[],
  distance: Distance,
  options: BootstrapOptions,
): Interval | undefined {
  const settings = bootstrapSettings(options, [-1, 1])
  const { patterns, cells } = patternsOf(labels, raters)
  const draw = resampler(cells, settings.groups)
  const counts = new Float64Array(patterns.length)
  const replicates = new Float64Array(settings.resamples)
  for (let at = 0; draw.units > 1 && at < settings.resamples; at++) {
    draw.fill(counts, settings.random)
    replicates[at] = alphaOf(labels, patterns, counts, distance) ?? NaN
  }
  return basicInterval(krippendorff(labels, raters, distance).alpha, replicates, draw.units, settings)
}

/** The different sets of labels that records were given (sorted), and which one each record has; -1 below two labels. */
function patternsOf(labels: number, raters: readonly LabelIndices[]): { patterns: number[][]; cells: Int32Array } {
  const records = raters[0]?.length ?? 0
  const numbers = new Map<string, number>()
  const patterns: number[][] = []
  const cells = new Int32Array(records)
  for (const rater of raters) {
    if (rater.length !== records) throw new RangeError(`raters of ${records} and ${rater.length} records`)
  }
  for (let record = 0; record < records; record++) {
    const given = raters.map((rater) => rater[record]!).filter((label) => {
      if (!Number.isInteger(label) || label >= labels) throw new RangeError(`record ${record}: label index ${label}`)
      return label >= 0
    })
    if (given.length < 2) {
      cells[record] = -1
      continue
    }
    given.sort((one, other) => one - other)
    const key = given.join(' ')
    const number = numbers.get(key) ?? patterns.length
    if (number === patterns.length) {
      numbers.set(key, number)
      patterns.push(given)
    }
    cells[record] = number
  }
  return { patterns, cells }
}

function alphaOf(
  labels: number,
  patterns: readonly (readonly number[])[],
  counts: Float64Array,
  distance: Distance,
): number | undefined {
  const totals = new Float64Array(labels)
  patterns.forEach((pattern, at) => {
    for (const label of pattern) totals[label]! += counts[at]!
  })
  const all = totals.reduce((sum, total) => sum + total, 0)
  const apart = distance === 'nominal' ? nominal : ordinalFor(totals)
  let observed = 0
  patterns.forEach((pattern, at) => {
    let within = 0
    for (let one = 0; one < pattern.length; one++) {
      for (let other = one + 1; other < pattern.length; other++) within += 2 * apart(pattern[one]!, pattern[other]!)
    }
    observed += (counts[at]! * within) / (pattern.length - 1)
  })
  let expected = 0
  for (let one = 0; one < labels; one++) {
    for (let other = one + 1; other < labels; other++) expected += 2 * totals[one]! * totals[other]! * apart(one, other)
  }
  return expected > 0 ? 1 - ((all - 1) * observed) / expected : undefined
}

type Apart = (one: number, other: number) => number

const nominal: Apart = (one, other) => (one === other ? 0 : 1)

/** Squared distances along the label list, measured in ratings; `one` does not come after `other`. */
function ordinalFor(totals: Float64Array): Apart {
  let before = 0
  const middles = totals.map((total) => {
    const middle = before + total / 2
    before += total
    return middle
  })
  return (one, other) => (middles[other]! - middles[one]!) ** 2
}
