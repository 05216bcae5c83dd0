import type { FileFormat } from '../domain/dataset.ts'
import type { Scheme } from '../domain/scheme.ts'
import type { Delimiter } from './inspection.ts'
import { readDelimited } from './readDelimited.ts'
import { readJson } from './readJson.ts'
import { readJsonl } from './readJsonl.ts'
import { readParquet } from './readParquet.ts'
import { readSpreadsheet } from './readSpreadsheet.ts'
import type { RowSource } from './sourceRow.ts'

/** Everything that reading a file depends on, settled. */
export interface Reading {
  readonly format: FileFormat
  /** Null for binary formats. */
  readonly encoding: string | null
  /** Of CSV and TSV; null for a single column, and for other formats. */
  readonly delimiter: Delimiter | null
  /** Of tables: the first row names the columns. */
  readonly header: boolean
  /** Of CSV and TSV: rows above the header that belong to no table. */
  readonly skippedRows: number
  /** Of workbooks: from 0; null for the one that looks most like data. */
  readonly sheet: number | null
}

/** Opens a file for one reading from the beginning. @param scheme by whose names a workbook's sheet and header are known. @throws ImportError damaged, empty */
export async function openSource(file: Blob, reading: Reading, scheme: Scheme, signal?: AbortSignal): Promise<RowSource> {
  const { delimiter, header, skippedRows } = reading
  const encoding = reading.encoding ?? 'utf-8'
  switch (reading.format) {
    case 'jsonl':
      return readJsonl(file, encoding, signal)
    case 'csv':
    case 'tsv':
      return readDelimited(file, { encoding, delimiter, header, skippedRows }, signal)
    case 'json':
      return readJson(file, encoding, signal)
    case 'xlsx':
      return readSpreadsheet(file, header, reading.sheet, scheme)
    case 'parquet':
      return readParquet(file, signal)
  }
}
