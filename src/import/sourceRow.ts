import type { FindingCode } from '../domain/dataset.ts'
import type { Bytes } from '../domain/units.ts'
import { cellText } from './cellText.ts'

/** One row as its format gives it, before anybody asks what its columns mean. */
export interface SourceRow {
  readonly kind: 'row'
  /** 1-based, as Finding counts. */
  readonly row: number
  /** By column: texts of a table, parsed values of JSON and Parquet. A missing cell is absent. */
  readonly values: Readonly<Record<string, unknown>>
  /** The row as it stood in the file, uncut. */
  raw(): string
  /** The file's own text of a number that JavaScript may not hold exactly (JSON only). */
  numberSource?(column: string): string | undefined
  /** Columns of this row alone: its name for them came twice. */
  readonly renamed?: readonly RenamedColumn[]
  /** Trailing columns that the row has no cells for (ragged, but perhaps harmless). */
  readonly missing?: readonly string[]
}

/** A row that cannot be taken apart: a problem already. */
export interface BrokenRow {
  readonly kind: 'broken'
  readonly row: number
  readonly code: FindingCode
  readonly detail: Readonly<Record<string, string>>
  readonly raw: string
}

export type SourceItem = SourceRow | BrokenRow

/** What was read from one stretch of the file. */
export interface SourceBatch {
  readonly items: readonly SourceItem[]
  /** Bytes of the file read up to its end. */
  readonly readBytes: Bytes
}

/** A name of a column that could not stand as it was. */
export interface RenamedColumn {
  /** As the file has it; empty where it has none. */
  readonly from: string
  readonly to: string
}

/** A sheet of a workbook. */
export interface Sheet {
  /** Its place in the workbook, from 0: what `sheet` chooses by. */
  readonly at: number
  readonly name: string
  /** Rows with anything in them, header and titles included. */
  readonly rows: number
}

/** An opened file: its columns where the format states them, and its rows, read once from the beginning. */
export interface RowSource {
  /** Null where columns are known from the rows only (JSON). */
  readonly columns: readonly string[] | null
  readonly renamed: readonly RenamedColumn[]
  /** What the file itself says that 0, 1, 2 … stand for in a column (Parquet from a data set hub). */
  readonly classNames?: Readonly<Record<string, readonly string[]>>
  /** Of a workbook: its sheets that hold anything, and which of them is read. */
  readonly sheets?: readonly Sheet[]
  readonly sheet?: number
  readonly batches: AsyncIterable<SourceBatch>
}

/** The longest a problem's `raw` may be, in UTF-16 units. */
const rawLimit = 2000

/** A raw row cut to `rawLimit`, never within a surrogate pair. */
export function cutRaw(raw: string): string {
  if (raw.length <= rawLimit) return raw
  const last = raw.charCodeAt(rawLimit - 1)
  return raw.slice(0, last >= 0xd800 && last < 0xdc00 ? rawLimit - 1 : rawLimit)
}

/** A cell as text, numbers as the file writes them; nothing where the row has no such cell. */
export function rowText(row: SourceRow, column: string): string {
  const value = Object.hasOwn(row.values, column) ? row.values[column] : undefined
  return typeof value === 'number' ? (row.numberSource?.(column) ?? cellText(value)) : cellText(value)
}
