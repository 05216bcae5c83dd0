import { corrected, kappaOf } from './agreement.ts'
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

/**
 * Raw agreement, kappa with pooled chance and kappa with chance within each stance, of a `withinPlacing`'s table; undefined as `conditionalKappa` says.
 * One pass over the cells, most of which are empty: it is asked for in every resample, for every pair of raters.
 */
export function withinAgreement(labels: number, stances: number, counts: Float64Array): WithinAgreement {
  const columns = columnsFor(labels)
  const [rows, sums, ownRows, ownSums] = [0, 0, 0, 0].map(() => new Float64Array(labels)) as [Float64Array, Float64Array, Float64Array, Float64Array]
  let [pairs, same, expected] = [0, 0, 0]
  for (let stance = 0; stance < stances; stance++) {
    ownSums.fill(0)
    let own = 0
    for (let row = 0; row < labels; row++) {
      const start = (stance * labels + row) * columns
      let inRow = 0
      for (let column = 0; column < labels; column++) {
        const count = counts[start + column]!
        if (count === 0) continue
        inRow += count
        ownSums[column]! += count
      }
      ownRows[row] = inRow
      own += inRow
      same += counts[start + row]!
    }
    if (own === 0) continue
    pairs += own
    for (let label = 0; label < labels; label++) {
      // own x (share of one x share of the other)
      expected += (ownRows[label]! * ownSums[label]!) / own
      rows[label]! += ownRows[label]!
      sums[label]! += ownSums[label]!
    }
  }
  if (pairs === 0) return { raw: undefined, kappa: undefined, within: undefined }
  const raw = same / pairs
  return { raw, kappa: kappaOf(rows, sums, same, pairs), within: corrected(raw, expected / pairs) }
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
