import type { LabelIndices } from './confusion.ts'

/**
 * The label that is gold most often (the first in list order on a tie): what answering without reading is worth.
 * Undefined where no record has gold. @throws on an index outside the list.
 */
export function majority(labels: number, gold: LabelIndices): number | undefined {
  return commonest(tally(labels, gold, () => true))
}

/** What a given label alone tells of another. */
export interface Lookup {
  /** The likeliest label, the first in list order on a tie; where the given one was never seen, the majority. */
  predict(given: number): number
  /** P(label | given), counted; undefined where the given one was never seen. */
  probabilities(given: number): readonly number[] | undefined
  /** Records it was counted from. */
  readonly records: number
}

/**
 * The lookup P(label | given) = n(label, given) / n(given), counted from dev: for a method that is told the stance, the gain it must exceed, since
 * this one reads no text at all. Records without either label are left out; a `given` that is negative or unseen is
 * answered with the majority.
 *
 * Undefined where no record has both labels. @throws on an index outside its list or lengths that differ.
 */
export function fitLookup(
  labels: number,
  gold: LabelIndices,
  given: { labels: number; of: LabelIndices },
): Lookup | undefined {
  if (gold.length !== given.of.length) throw new RangeError(`${gold.length} labels but ${given.of.length} given`)
  const known = (record: number) => given.of[record]! >= 0
  const whole = tally(labels, gold, known)
  const fallback = commonest(whole)
  if (fallback === undefined) return undefined
  const rows = Array.from({ length: given.labels }, (_, value) => tally(labels, gold, (record) => given.of[record] === value))
  const size = sum(whole)
  if (sum(rows.map(sum)) !== size) throw new RangeError(`a given label outside a list of ${given.labels}`)
  return {
    records: size,
    predict: (value) => commonest(rows[value] ?? []) ?? fallback,
    probabilities: (value) => {
      const row = rows[value] ?? []
      const seen = sum(row)
      return seen > 0 ? row.map((count) => count / seen) : undefined
    },
  }
}

function tally(labels: number, gold: LabelIndices, counted: (record: number) => boolean): number[] {
  const counts = new Array<number>(labels).fill(0)
  for (let record = 0; record < gold.length; record++) {
    const label = gold[record]!
    if (!Number.isInteger(label) || label >= labels) throw new RangeError(`record ${record}: gold index ${label}`)
    if (label >= 0 && counted(record)) counts[label]! += 1
  }
  return counts
}

function commonest(counts: readonly number[]): number | undefined {
  const highest = Math.max(0, ...counts)
  return highest > 0 ? counts.indexOf(highest) : undefined
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
