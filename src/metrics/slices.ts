import { type Confusion, confusion, type LabelIndices } from './confusion.ts'
import { accuracy } from './classification.ts'

/** Records below which a slice is shown but takes no rank. */
export const RANKED = 30

export interface Slice {
  readonly slice: number
  /** Everything else about the slice can be computed from its table. */
  readonly table: Confusion
  /** Records with gold. */
  readonly records: number
  /** 0 to 1; undefined without records. Its interval: `shareOf`. */
  readonly accuracy: number | undefined
  /** From 1 for the highest accuracy, ties alike; undefined below 30 records. */
  readonly rank: number | undefined
}

/**
 * A run cut into slices by any column: `slices[record]` is the index of a record's slice below `count`, or negative for
 * none. Accuracy = correct / records of the slice. Empty slices are listed, with undefined figures, so that the rest of the table stands.
 * @throws on lengths that differ or a slice from `count` up.
 */
export function sliceScores(
  run: { labels: number; gold: LabelIndices; predicted: LabelIndices },
  slices: ArrayLike<number>,
  count: number,
): Slice[] {
  if (slices.length !== run.gold.length) throw new RangeError(`${run.gold.length} records but ${slices.length} slices`)
  const members = Array.from({ length: count }, (): number[] => [])
  for (let record = 0; record < slices.length; record++) {
    const slice = slices[record]!
    if (!Number.isInteger(slice) || slice >= count) throw new RangeError(`record ${record}: slice ${slice}`)
    members[slice]?.push(record)
  }
  const scored = members.map((records, slice) => {
    const table = confusion(run.labels, records.map((at) => run.gold[at]!), records.map((at) => run.predicted[at]!))
    const counted = records.length - table.leftOut
    return { slice, table, records: counted, accuracy: accuracy(table) }
  })
  const ranked = scored.flatMap((slice) => (slice.records >= RANKED ? [slice.accuracy ?? 0] : []))
  return scored.map((slice) => ({
    ...slice,
    rank: slice.records >= RANKED ? 1 + ranked.filter((other) => other > (slice.accuracy ?? 0)).length : undefined,
  }))
}
