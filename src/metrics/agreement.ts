import { columnsFor, type Confusion, confusion, type LabelIndices } from './confusion.ts'

/** Agreement of two raters (people, runs, or run and gold) on one field; records that either left out are no pairs. */
export interface Agreement {
  /** Records that both labelled. */
  readonly pairs: number
  /** Records that at least one did not label. */
  readonly missing: number
  /** Share of pairs with the same label, 0 to 1; undefined without pairs. */
  readonly raw: number | undefined
  /** Agreement that chance alone would give at the raters' own label shares, 0 to 1; undefined without pairs. */
  readonly expected: number | undefined
  /** See `kappa`. */
  readonly kappa: number | undefined
  /** One for each label, in list order. */
  readonly perLabel: readonly LabelAgreement[]
}

export interface LabelAgreement {
  readonly first: number
  readonly second: number
  readonly both: number
  /** Specific agreement 2 both / (first + second), 0 to 1; undefined where neither rater used the label. */
  readonly agreement: number | undefined
}

/**
 * Raw, per-label and chance-corrected agreement of two raters; a negative index means no label, whichever of the two it is from.
 *
 * raw = pairs with the same label / pairs; expected = sum over labels of (first's share x second's share); kappa: see `kappa`. All undefined without
 * pairs. @throws on raters of different length or an index outside the list.
 * Source: Cohen (1960); specific agreement: Spitzer and Fleiss (1974). Agreement between models is no reliability.
 */
export function agreement(labels: number, first: LabelIndices, second: LabelIndices): Agreement {
  const table = confusion(labels, named(first), named(second))
  const { rows, columns, diagonal, pairs } = square(table)
  return {
    pairs,
    missing: first.length - pairs,
    raw: pairs > 0 ? sum(diagonal) / pairs : undefined,
    expected: pairs > 0 ? chance(rows, columns, pairs) : undefined,
    kappa: kappa(table),
    perLabel: Array.from({ length: labels }, (_, label) => {
      const one = rows[label]!
      const other = columns[label]!
      const both = diagonal[label]!
      return { first: one, second: other, both, agreement: one + other > 0 ? (2 * both) / (one + other) : undefined }
    }),
  }
}

/** Whatever gives no label as -1, which is what a table's rows know. */
function named(ratings: LabelIndices): Int32Array {
  return Int32Array.from(ratings, (label) => (label < 0 ? -1 : label))
}

/**
 * Cohen's kappa of a table's rows against its columns, (raw - expected) / (1 - expected), where expected =
 * sum over labels of row share x column share. Answers that name no label are left out. -1 to 1.
 *
 * Undefined without pairs, and where both raters are constant (whether on the same label or on two): chance then
 * explains everything and nothing. A statistic of a table, so that `bootstrapIntervals` with range [-1, 1] takes it.
 * Source: Cohen (1960); equals scikit-learn's cohen_kappa_score but for two constant raters.
 */
export function kappa(table: Confusion): number | undefined {
  const { rows, columns, diagonal, pairs } = square(table)
  return kappaOf(rows, columns, sum(diagonal), pairs)
}

/** The same from how often each rater gave each label, and in how many of the pairs both gave one label. */
export function kappaOf(first: Float64Array, second: Float64Array, same: number, pairs: number): number | undefined {
  if (pairs === 0 || (used(first) === 1 && used(second) === 1)) return undefined
  return corrected(same / pairs, chance(first, second, pairs))
}

/** Kappa of a later field where the raters agree on an earlier one. */
export interface ConditionalKappa {
  /** Pairs within equal stance: what the figures rest on. */
  readonly pairs: number
  readonly excluded: {
    /** A label of either field is missing from either rater. */
    readonly missing: number
    /** The raters gave different stances. */
    readonly unequal: number
  }
  readonly raw: number | undefined
  /** Chance agreement at the raters' label shares over all kept pairs, and kappa with it. */
  readonly pooled: { readonly expected: number | undefined; readonly kappa: number | undefined }
  /**
   * Chance agreement at the raters' label shares within each stance, averaged by pairs, and kappa with it: lower than
   * pooled where the stance alone fixes much of the label.
   */
  readonly withinStance: { readonly expected: number | undefined; readonly kappa: number | undefined }
  /** One for each stance, in list order. */
  readonly perStance: readonly Agreement[]
}

/**
 * Agreement on a field among the records on which two raters agree on the stance; a negative index means no label.
 *
 * pooled.kappa is `kappa` over the kept pairs. withinStance.expected = sum over stances of (pairs(s) / pairs) x
 * expected(s), kappa = (raw - expected) / (1 - expected). All undefined without kept pairs; a kappa also where its chance
 * agreement is 1, and pooled as `kappa` says. What was excluded is part of the result: records with equal stance are the
 * easy ones.
 */
export function conditionalKappa(
  field: { labels: number; first: LabelIndices; second: LabelIndices },
  stance: { labels: number; first: LabelIndices; second: LabelIndices },
): ConditionalKappa {
  const records = field.first.length
  for (const { length } of [field.second, stance.first, stance.second]) {
    if (length !== records) throw new RangeError(`${records} records but ${length} labels`)
  }
  let missing = 0
  let unequal = 0
  const kept: number[] = []
  for (let record = 0; record < records; record++) {
    const given = [field.first[record]!, field.second[record]!, stance.first[record]!, stance.second[record]!]
    if (given.some((label) => !(label >= 0))) missing++
    else if (given[2] !== given[3]) unequal++
    else kept.push(record)
  }
  const among = (records: readonly number[]) =>
    agreement(field.labels, records.map((record) => field.first[record]!), records.map((record) => field.second[record]!))
  const perStance = Array.from({ length: stance.labels }, (_, label) =>
    among(kept.filter((record) => stance.first[record] === label)),
  )
  const { raw, expected, kappa: pooled } = among(kept)
  const within = raw === undefined ? undefined : sum(perStance.map((one) => (one.expected ?? 0) * one.pairs)) / kept.length
  return {
    pairs: kept.length,
    excluded: { missing, unequal },
    raw,
    pooled: { expected, kappa: pooled },
    withinStance: {
      expected: within,
      kappa: raw === undefined || within === undefined ? undefined : corrected(raw, within),
    },
    perStance,
  }
}

interface Square {
  readonly rows: Float64Array
  readonly columns: Float64Array
  readonly diagonal: Float64Array
  readonly pairs: number
}

/** The margins of a table without its two extra columns. */
function square({ labels, counts }: Confusion): Square {
  const rows = new Float64Array(labels)
  const columns = new Float64Array(labels)
  const diagonal = new Float64Array(labels)
  for (let row = 0; row < labels; row++) {
    for (let column = 0; column < labels; column++) {
      const count = counts[row * columnsFor(labels) + column]!
      rows[row]! += count
      columns[column]! += count
    }
    diagonal[row] = counts[row * columnsFor(labels) + row]!
  }
  return { rows, columns, diagonal, pairs: sum(rows) }
}

function chance(rows: Float64Array, columns: Float64Array, pairs: number): number {
  return sum(rows.map((row, label) => (row / pairs) * (columns[label]! / pairs)))
}

/** Agreement beyond chance, (raw - expected) / (1 - expected); undefined where chance explains all. */
export function corrected(raw: number, expected: number): number | undefined {
  // Within rounding of 1 it is 1.
  return expected < 1 - 1e-12 ? (raw - expected) / (1 - expected) : undefined
}

function used(shares: Float64Array): number {
  return shares.filter((share) => share > 0).length
}

function sum(values: readonly number[] | Float64Array): number {
  let total = 0
  for (const value of values) total += value
  return total
}
