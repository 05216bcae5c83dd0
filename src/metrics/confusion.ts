/** What a prediction is when it names no label: the text could not be read as an answer. */
export const UNPARSED = -1
/** What a prediction is when it names something that the label list does not have. */
export const OUT_OF_SCHEME = -2

/** Indices into a label list, one for each record: gold from -1 (absent or outside the list), predicted from -2. */
export type LabelIndices = ArrayLike<number>

/**
 * How often each gold label (row) met each prediction (column). Columns are the label list, then what was out of
 * scheme, then what was unparsed: an invented label has a column of its own and never becomes a class.
 */
export interface Confusion {
  /** Length of the full label list, K. */
  readonly labels: number
  /** K rows of K + 2 columns, row by row. Whole records, or weights where the records were weighted. */
  readonly counts: Float64Array
  /** Records without a gold label in the list: in no row, counted here. */
  readonly leftOut: number
  /** The sums of `counts`, where whoever made the table has added them up already, for many figures of it (`withMargins`). */
  readonly margins?: Margins
}

/** A figure of a confusion table; undefined where the table does not determine it. */
export type Statistic = (table: Confusion) => number | undefined

/** Columns of a table over so many labels: the labels, out of scheme, unparsed. */
export function columnsFor(labels: number): number {
  return labels + 2
}

/** The column a prediction stands in: its label's index, K for out of scheme, K + 1 for unparsed. */
export function columnOf(labels: number, predicted: number): number {
  return predicted >= 0 ? predicted : labels + 2 + predicted
}

/** A table with nothing in it. @throws unless there is at least one label. */
function emptyConfusion(labels: number): Confusion {
  if (!Number.isInteger(labels) || labels < 1) throw new RangeError(`a label list of ${labels} labels`)
  return { labels, counts: new Float64Array(labels * columnsFor(labels)), leftOut: 0 }
}

/**
 * The confusion table of parallel gold and predicted label indices.
 *
 * Records whose gold is -1 are left out and counted in `leftOut` (the benchmark's rule); their prediction is not looked
 * at. With `weights` a record counts that much instead of 1; `leftOut` counts records all the same.
 * @throws on lengths that differ, an index outside the list, or a weight that is negative or no number.
 */
export function confusion(
  labels: number,
  gold: LabelIndices,
  predicted: LabelIndices,
  weights?: ArrayLike<number>,
): Confusion {
  const { counts } = emptyConfusion(labels)
  const cells = cellsOf(labels, gold, predicted)
  let leftOut = 0
  for (let record = 0; record < cells.length; record++) {
    const cell = cells[record]!
    const weight = weights ? weightAt(weights, record) : 1
    if (cell < 0) leftOut++
    else counts[cell]! += weight
  }
  return { labels, counts, leftOut }
}

/**
 * The cell of each record as an index into `counts`, or -1 for a record that is left out.
 * @throws as `confusion` does.
 */
export function cellsOf(labels: number, gold: LabelIndices, predicted: LabelIndices): Int32Array {
  checkIndices(labels, gold, predicted)
  const columns = columnsFor(labels)
  const cells = new Int32Array(gold.length)
  for (let record = 0; record < gold.length; record++) {
    const row = gold[record]!
    cells[record] = row < 0 ? -1 : row * columns + columnOf(labels, predicted[record]!)
  }
  return cells
}

/** @throws a RangeError on lengths that differ, or on an index that is no label, nor -1 (gold), nor -1 or -2 (predicted). */
export function checkIndices(labels: number, gold: LabelIndices, predicted: LabelIndices): void {
  if (gold.length !== predicted.length) {
    throw new RangeError(`${gold.length} gold labels but ${predicted.length} predictions`)
  }
  for (let record = 0; record < gold.length; record++) {
    const row = gold[record]!
    const column = predicted[record]!
    if ((row | 0) !== row || row < -1 || row >= labels) throw new RangeError(`record ${record}: gold index ${row}`)
    if ((column | 0) !== column || column < OUT_OF_SCHEME || column >= labels) {
      throw new RangeError(`record ${record}: predicted index ${column}`)
    }
  }
}

/** What stands in a row and column (`columnOf` turns a prediction into a column). */
export function countAt(table: Confusion, row: number, column: number): number {
  return table.counts[row * columnsFor(table.labels) + column]!
}

/** Row sums, columns sums and the whole of a table. */
export interface Margins {
  /** How often each label is gold: its support. */
  readonly gold: Float64Array
  /** How often each label was predicted. */
  readonly predicted: Float64Array
  readonly outOfScheme: number
  readonly unparsed: number
  /** All records in the table. */
  readonly total: number
  /** The records on the diagonal. */
  readonly correct: number
}

/** The table with its sums, so that figures of it need not add it up each for itself. Its counts must not change any more. */
export function withMargins({ labels, counts, leftOut }: Confusion): Confusion {
  return { labels, counts, leftOut, margins: marginsOf({ labels, counts, leftOut }) }
}

/** Adds a table up by rows and columns. */
export function marginsOf(table: Confusion): Margins {
  if (table.margins) return table.margins
  const { labels, counts } = table
  const columns = columnsFor(labels)
  const gold = new Float64Array(labels)
  const predicted = new Float64Array(labels)
  let outOfScheme = 0
  let unparsed = 0
  let total = 0
  let correct = 0
  for (let row = 0; row < labels; row++) {
    const start = row * columns
    let support = counts[start + labels]! + counts[start + labels + 1]!
    outOfScheme += counts[start + labels]!
    unparsed += counts[start + labels + 1]!
    for (let column = 0; column < labels; column++) {
      const count = counts[start + column]!
      support += count
      predicted[column]! += count
    }
    gold[row] = support
    total += support
    correct += counts[start + row]!
  }
  return { gold, predicted, outOfScheme, unparsed, total, correct }
}

/** The same table without the records whose answer was unparsed: what "figures without unparsed" are computed from. */
export function withoutUnparsed({ labels, counts: all, leftOut }: Confusion): Confusion {
  const counts = all.slice()
  for (let row = 0; row < labels; row++) counts[row * columnsFor(labels) + columnOf(labels, UNPARSED)] = 0
  return { labels, counts, leftOut }
}

function weightAt(weights: ArrayLike<number>, record: number): number {
  const weight = weights[record]
  if (weight === undefined || !(weight >= 0) || weight === Infinity) {
    throw new RangeError(`record ${record}: weight ${String(weight)}`)
  }
  return weight
}
