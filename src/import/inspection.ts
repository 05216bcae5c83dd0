import type { ColumnMapping, FileFormat, Finding } from '../domain/dataset.ts'
import type { LabelId, Scheme } from '../domain/scheme.ts'
import type { Bytes } from '../domain/units.ts'
import type { Sheet } from './sourceRow.ts'

/** A file as import/ takes it: a File, or a Blob that was given a name. */
export type NamedBlob = Blob & { readonly name: string }

/**
 * What coded gold labels stand for: column, then the code in its canonical form (labelCode: `0`, `-1`, `[0,0,1]`), then the label's id.
 * A code that is not listed is out of the scheme.
 */
export type LabelCodes = Readonly<Record<string, Readonly<Record<string, LabelId>>>>

/** Characters that part the cells of a line. */
export type Delimiter = ',' | '\t' | ';' | '|' | '，'

/** How a file is read. Whatever is absent is detected. */
export interface ReadingOptions {
  readonly format?: FileFormat
  /** A TextDecoder label; ignored for binary formats. */
  readonly encoding?: string
  readonly delimiter?: Delimiter
  /** Whether the first row of a table names its columns. Where it does not, they are called `#1`, `#2` … */
  readonly header?: boolean
  /** Sheet of a workbook, from 0; otherwise the one whose header has most names that are known, and of these the one with the most rows. */
  readonly sheet?: number
}

/** What is known about a file before it is imported: shown to the user, who may change it. */
export interface Inspection {
  readonly format: FileFormat
  /** The TextDecoder label it is read with; null for binary formats. */
  readonly encoding: string | null
  /** What it would be read with if the user had not chosen; null for binary formats. */
  readonly detectedEncoding: string | null
  /** Of CSV and TSV; null for other formats. */
  readonly delimiter: Delimiter | null
  readonly header: boolean
  /** Rows above the header of a CSV or TSV that belong to no table (a title, `sep=;`): no rows, and not counted. */
  readonly skippedRows: number
  /** Of a workbook: its sheets that hold anything. Only `sheet` is read, the others are not. */
  readonly sheets?: readonly Sheet[]
  /** Of a workbook: the sheet that is read, from 0. */
  readonly sheet?: number
  /** Unique names, in the file's order; of JSON the keys of the first records in the order they occur. */
  readonly columns: readonly string[]
  /** The guess, by names first and by content second. Every column has a role. */
  readonly mapping: ColumnMapping
  /** The guess of what coded labels stand for; only gold columns that hold codes. */
  readonly labelCodes: LabelCodes
  /** Nothing needs a hand: there is a text column, no other sheet, and no guess that the user had better confirm. */
  readonly complete: boolean
  /** Up to 20 rows as text, one cell for each column. */
  readonly firstRows: readonly (readonly string[])[]
  /** What is odd about the file as a whole (row 1) and about its first rows. */
  readonly findings: readonly Finding[]
}

/** How a file was read when it was inspected: to read it in the same way. */
export function readingOf({ format, header, encoding, delimiter, sheet }: Inspection): ReadingOptions {
  return {
    format,
    header,
    ...(encoding !== null && { encoding }),
    ...(delimiter !== null && { delimiter }),
    ...(sheet !== undefined && { sheet }),
  }
}

export interface InspectionOptions extends ReadingOptions {
  /** Whose fields are looked for; the built-in scheme where absent. */
  readonly scheme?: Scheme
  /** What the user has settled already: kept, and `labelCodes` are guessed for it. Columns that it does not name are `other`. */
  readonly mapping?: ColumnMapping
}

/** What an import needs beside the file. Whatever is absent is taken from an inspection. */
export interface ImportOptions extends ReadingOptions {
  readonly scheme: Scheme
  /** Of the data set; the file's name without its extension where absent. */
  readonly name?: string
  readonly mapping?: ColumnMapping
  readonly labelCodes?: LabelCodes
}

export interface ImportProgress {
  readonly readBytes: Bytes
  readonly totalBytes: Bytes
  readonly samples: number
  readonly problems: number
}
