import { kappa } from './agreement.ts'
import { columnOf, columnsFor, type LabelIndices } from './confusion.ts'
import type { Placing } from './jointTables.ts'

/** Two raters' labels of one field, as a table that can be drawn together with others: the records that both labelled, in a confusion table's cells. */
export function pairPlacing(labels: number, first: LabelIndices, second: LabelIndices): Placing {
  return { cells: Int32Array.from({ length: first.length }, (_, at) => cellOf(labels, first[at]!, second[at]!)), size: labels * columnsFor(labels) }
}

/** The same of the records on which both gave one stance, parted by it. */
export function withinPlacing(field: Raters, stance: Raters): Placing {
  const size = field.labels * columnsFor(field.labels)
  return {
    cells: Int32Array.from({ length: field.first.length }, (_, at) => {
      const cell = cellOf(field.labels, field.first[at]!, field.second[at]!)
      const given = stance.first[at]!
      return cell < 0 || given < 0 || given !== stance.second[at] ? -1 : given * size + cell
    }),
    size: stance.labels * size,
  }
}

export interface Raters {
  readonly labels: number
  readonly first: LabelIndices
  readonly second: LabelIndices
}

function cellOf(labels: number, first: number, second: number): number {
  return first < 0 || second < 0 ? -1 : first * columnsFor(labels) + columnOf(labels, second)
}

export interface WithinAgreement {
  readonly raw: number | undefined
  /** With chance pooled over the stances. */
  readonly kappa: number | undefined
  /** With chance within each stance. */
  readonly within: number | undefined
}

/** Raw agreement, kappa with pooled chance and kappa with chance within each stance, of a `withinPlacing`'s table; undefined as `conditionalKappa` says. */
export function withinAgreement(labels: number, stances: number, counts: Float64Array): WithinAgreement {
  const size = labels * columnsFor(labels)
  const pooled = new Float64Array(size)
  let expected = 0
  let pairs = 0
  for (let stance = 0; stance < stances; stance++) {
    const { pairs: own, expected: chance } = shares(labels, counts, stance * size)
    pairs += own
    expected += own * (chance ?? 0)
    if (own > 0) for (let cell = 0; cell < size; cell++) pooled[cell]! += counts[stance * size + cell]!
  }
  const { raw } = shares(labels, pooled, 0)
  const chance = pairs > 0 ? expected / pairs : undefined
  // within rounding of 1 it is 1
  const within = raw === undefined || chance === undefined || chance >= 1 - 1e-12 ? undefined : (raw - chance) / (1 - chance)
  return { raw, kappa: kappa({ labels, counts: pooled, leftOut: 0 }), within }
}

/** Specific agreement on each label, 2 both / (first + second); undefined where neither gave it. */
export function perLabelAgreement(labels: number, counts: Float64Array): (number | undefined)[] {
  const columns = columnsFor(labels)
  const given = new Float64Array(labels)
  for (let row = 0; row < labels; row++) {
    for (let column = 0; column < labels; column++) {
      const count = counts[row * columns + column]!
      given[row]! += count
      given[column]! += count
    }
  }
  return Array.from(given, (sum, label) => (sum > 0 ? (2 * counts[label * columns + label]!) / sum : undefined))
}

/** Raw and chance agreement of the table that begins there. */
function shares(labels: number, counts: Float64Array, start: number): { readonly pairs: number; readonly raw: number | undefined; readonly expected: number | undefined } {
  const columns = columnsFor(labels)
  const rows = new Float64Array(labels)
  const sums = new Float64Array(labels)
  let pairs = 0
  let same = 0
  for (let row = 0; row < labels; row++) {
    for (let column = 0; column < labels; column++) {
      const count = counts[start + row * columns + column]!
      rows[row]! += count
      sums[column]! += count
      pairs += count
      if (row === column) same += count
    }
  }
  if (pairs === 0) return { pairs, raw: undefined, expected: undefined }
  let expected = 0
  for (let label = 0; label < labels; label++) expected += (rows[label]! / pairs) * (sums[label]! / pairs)
  return { pairs, raw: same / pairs, expected }
}

