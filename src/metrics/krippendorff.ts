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
    alpha: alphaFor(labels, patterns, distance)(counts),
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
  const alphaOf = alphaFor(labels, patterns, distance)
  const counts = new Float64Array(patterns.length)
  const replicates = new Float64Array(settings.resamples)
  for (let at = 0; draw.units > 1 && at < settings.resamples; at++) {
    draw.fill(counts, settings.random)
    replicates[at] = alphaOf(counts) ?? NaN
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

/** Alpha as a function of how often each pattern occurs. What does not depend on that is worked out once: it is asked for in every resample. */
function alphaFor(labels: number, patterns: readonly (readonly number[])[], distance: Distance): (counts: Float64Array) => number | undefined {
  const given = listsOf(patterns.map((pattern) => pattern.map((label) => ({ at: label, weight: 1 }))))
  const coincidences = patterns.map((pattern) => unequalPairs(labels, pattern))
  // where all different labels are equally far apart, only their number matters
  const unequal = listsOf(distance === 'nominal' ? coincidences.map((pairs) => [{ at: 0, weight: pairs.reduce((sum, { weight }) => sum + weight, 0) }]) : coincidences)
  return (counts) => {
    const totals = given.sums(counts, labels)
    const all = totals.reduce((sum, total) => sum + total, 0)
    const pairs = unequal.sums(counts, labels * labels)
    if (distance === 'nominal') {
      let expected = all * all
      for (const total of totals) expected -= total * total
      return expected > 0 ? 1 - ((all - 1) * pairs[0]!) / expected : undefined
    }
    const apart = ordinalFor(totals)
    let observed = 0
    let expected = 0
    for (let one = 0; one < labels; one++) {
      for (let other = one + 1; other < labels; other++) {
        observed += pairs[one * labels + other]! * apart(one, other)
        expected += 2 * totals[one]! * totals[other]! * apart(one, other)
      }
    }
    return expected > 0 ? 1 - ((all - 1) * observed) / expected : undefined
  }
}

/** Where something counts, and how much. */
interface Entry {
  readonly at: number
  readonly weight: number
}

/** The coincidences of different labels in a (sorted) pattern, each counted in both orders: 2 / (m - 1) for each pair among m. */
function unequalPairs(labels: number, pattern: readonly number[]): Entry[] {
  const times = new Map<number, number>()
  pattern.forEach((one, at) => {
    for (const other of pattern.slice(at + 1)) if (other !== one) times.set(one * labels + other, (times.get(one * labels + other) ?? 0) + 1)
  })
  return [...times].map(([at, count]) => ({ at, weight: (2 * count) / (pattern.length - 1) }))
}

/** A list of entries for each pattern, one behind the other in typed arrays. */
function listsOf(lists: readonly (readonly Entry[])[]): { sums(counts: Float64Array, size: number): Float64Array } {
  const entries = lists.flat()
  const places = Int32Array.from(entries, ({ at }) => at)
  const weights = Float64Array.from(entries, ({ weight }) => weight)
  let end = 0
  const ends = Int32Array.from(lists, ({ length }) => (end += length))
  return {
    sums(counts, size) {
      const sums = new Float64Array(size)
      let entry = 0
      for (let list = 0; list < ends.length; list++) {
        const count = counts[list]!
        const last = ends[list]!
        if (count === 0) entry = last
        for (; entry < last; entry++) sums[places[entry]!]! += count * weights[entry]!
      }
      return sums
    },
  }
}

type Apart = (one: number, other: number) => number

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
