import type { CellValue } from 'read-excel-file/universal'
import { builtInScheme } from '../domain/builtInScheme.ts'
import { cellText } from './cellText.ts'
import { columnNames, numberedColumns } from './columnNames.ts'
import { ImportError } from './importError.ts'
import { preambleLength } from './sniffDelimited.ts'
import type { RowSource, SourceBatch, SourceRow } from './sourceRow.ts'

const batchRows = 2000

/** A number as the workbook stores it: ids of 16 digits and more must not go through a double. */
class StoredNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** Without the noise of binary fractions (0.30000000000000004), as a sheet shows it; large numbers as they are stored. */
  shown(): string {
    if (!/[.eE]/.test(this.text)) return this.text
    const value = Number(this.text)
    return Number.isNaN(value) || Math.abs(value) >= 1e15 ? this.text : String(Number(value.toPrecision(15)))
  }
}

type Cell = CellValue<StoredNumber> | null

/**
 * A workbook's sheet with the most rows, or the one of that number (from 0), from its header on (a title above it is skipped). Read whole: a workbook is a zip of documents whose texts stand
 * apart from their cells. Row numbers are the sheet's. Rows without any cell are no rows.
 * @throws ImportError damaged, empty
 */
export async function readSpreadsheet(file: Blob, header: boolean, sheet: number | null): Promise<RowSource> {
  const { default: readWorkbook } = await import('read-excel-file/universal')
  let sheets
  try {
    sheets = await readWorkbook(file, { trim: false, parseNumber: (text) => new StoredNumber(text) })
  } catch (error) {
    throw new ImportError('damaged', { reason: error instanceof Error ? error.message : String(error) })
  }
  const longest = sheets.reduce((best, { data }, at) => (data.length > (sheets[best]?.data.length ?? 0) ? at : best), 0)
  const data: readonly (readonly Cell[])[] = sheets[sheet ?? longest]?.data ?? []
  const filled = data.findIndex((row) => !isBlank(row))
  if (filled < 0) throw new ImportError('empty')
  const first = header ? filled + preambleLength(data.slice(filled, filled + 10).map((row) => row.map(textOf)), builtInScheme) : filled
  const width = data.reduce((most, row) => Math.max(most, row.length), 0)
  const names = Array.from({ length: width }, (_, at) => textOf(data[first]![at] ?? null))
  const { columns, renamed } = header ? columnNames(names) : { columns: numberedColumns(width), renamed: [] }
  return { columns, renamed, batches: batches(file.size, data, header ? first + 1 : first, columns) }
}

// Asynchronous because every source is: there is nothing to wait for.
// eslint-disable-next-line @typescript-eslint/require-await
async function* batches(size: number, data: readonly (readonly Cell[])[], from: number, columns: readonly string[]): AsyncGenerator<SourceBatch> {
  for (let start = from; start < data.length || start === from; start += batchRows) {
    const end = Math.min(data.length, start + batchRows)
    const items: SourceRow[] = []
    for (let at = start; at < end; at++) {
      const row = data[at]!
      if (!isBlank(row)) items.push(rowOf(row, at + 1, columns))
    }
    yield { items, readBytes: Math.round((size * end) / Math.max(1, data.length)) }
  }
}

function rowOf(cells: readonly Cell[], row: number, columns: readonly string[]): SourceRow {
  const entries: [string, unknown][] = columns.map((column, at) => {
    const cell = cells[at] ?? null
    return [column, cell instanceof StoredNumber ? Number(cell.text) : cell]
  })
  return {
    kind: 'row',
    row,
    values: Object.fromEntries(entries),
    raw: () => cells.map(textOf).join('\t'),
    numberSource: (column) => {
      const cell = cells[columns.indexOf(column)]
      return cell instanceof StoredNumber ? cell.shown() : undefined
    },
  }
}

function textOf(cell: Cell): string {
  return cell instanceof StoredNumber ? cell.shown() : cellText(cell)
}

function isBlank(row: readonly Cell[]): boolean {
  return row.every((cell) => cell === null || (typeof cell === 'string' && cell.trim() === ''))
}
