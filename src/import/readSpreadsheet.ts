import type { CellValue } from 'read-excel-file/universal'
import type { Scheme } from '../domain/scheme.ts'
import { cellText } from './cellText.ts'
import { columnNames, numberedColumns } from './columnNames.ts'
import { roleByName } from './columnWords.ts'
import { ImportError } from './importError.ts'
import { type PaddedFormat, shownNumber } from './numberFormats.ts'
import { knownNames, preambleLength } from './sniffDelimited.ts'
import type { RowSource, SourceBatch, SourceRow } from './sourceRow.ts'
import { type MergedCells, type SheetParts, workbookParts } from './workbookParts.ts'

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
 * A workbook's sheet of that number (from 0), or the one that looks most like data, from its header on (a title above it is skipped). Read
 * whole: a workbook is a zip of documents whose texts stand apart from their cells. Row numbers are the sheet's. Rows without
 * any cell are no rows; a cell merged with those below it is theirs, too. Dates are ISO's; a number that its cell shows as an id (`007`) is that.
 * @throws ImportError damaged, empty
 */
export async function readSpreadsheet(file: Blob, header: boolean, sheet: number | null, scheme: Scheme): Promise<RowSource> {
  const { default: readWorkbook } = await import('read-excel-file/universal')
  let sheets
  let parts: readonly SheetParts[]
  try {
    sheets = await readWorkbook(file, { trim: false, parseNumber: (text) => new StoredNumber(text) })
    parts = await workbookParts(file)
  } catch (error) {
    throw new ImportError('damaged', { reason: error instanceof Error ? error.message : String(error) })
  }
  const described = sheets.map(({ sheet: name, data }, at) => ({ at, name, rows: data.filter((row) => !isBlank(row)).length }))
  const chosen = sheet ?? mostLikely(sheets.map(({ data }) => data), parts, scheme)
  const data: readonly (readonly Cell[])[] = sheets[chosen]?.data ?? []
  const filled = data.findIndex((row) => !isBlank(row))
  if (filled < 0) throw new ImportError('empty')
  const first = header ? filled + preambleLength(firstFilled(data, filled), scheme) : filled
  const width = data.reduce((most, row) => Math.max(most, row.length), 0)
  const names = Array.from({ length: width }, (_, at) => textOf(data[first]![at] ?? null))
  const { columns, renamed } = header ? columnNames(names) : { columns: numberedColumns(width), renamed: [] }
  return { columns, renamed, sheets: described.filter(({ rows }) => rows > 0), sheet: chosen, batches: batches(file.size, data, header ? first + 1 : first, columns, parts[chosen]) }
}

/** Instructions may be longer than the data: a sheet that is shown before a hidden one, then by how many names of the header are known, then by rows. */
function mostLikely(sheets: readonly (readonly (readonly Cell[])[])[], parts: readonly SheetParts[], scheme: Scheme): number {
  const rank = (at: number): number => (sheets[at]!.length === 0 ? -2 : parts[at]?.hidden ? -1 : known[at]!)
  const known = sheets.map((data) => Math.min(2, knownNames(firstFilled(data, 0).filter((row) => row.some((cell) => cell.trim() !== '')), scheme)))
  return sheets.reduce((best, data, at) => ((rank(at) - rank(best) || data.length - sheets[best]!.length) > 0 ? at : best), 0)
}

/** The rows that a header is looked for in, as text. */
function firstFilled(data: readonly (readonly Cell[])[], from: number): readonly (readonly string[])[] {
  return data.slice(from, from + 10).map((row) => row.map(textOf))
}

// Asynchronous because every source is: there is nothing to wait for.
// eslint-disable-next-line @typescript-eslint/require-await
async function* batches(size: number, data: readonly (readonly Cell[])[], from: number, columns: readonly string[], parts: SheetParts | undefined): AsyncGenerator<SourceBatch> {
  const above = cellsAbove(parts?.merged ?? [], data, from, columns)
  for (let start = from; start < data.length || start === from; start += batchRows) {
    const end = Math.min(data.length, start + batchRows)
    const items: SourceRow[] = []
    for (let at = start; at < end; at++) {
      const row = data[at]!
      if (!isBlank(row)) items.push(rowOf(withAbove(row, above.get(at)), at + 1, columns, parts?.padded.get(at)))
    }
    yield { items, readBytes: Math.round((size * end) / Math.max(1, data.length)) }
  }
}

/**
 * By row: what cells that are merged with one above them show, by column. An id is not repeated: rows that share a number are
 * still rows of their own. Of cells merged in width, too, only the first column's are.
 */
function cellsAbove(merged: readonly MergedCells[], data: readonly (readonly Cell[])[], from: number, columns: readonly string[]): ReadonlyMap<number, ReadonlyMap<number, Cell>> {
  const rows = new Map<number, Map<number, Cell>>()
  for (const { row, column, lastRow } of merged) {
    const name = columns[column]
    if (row < from || name === undefined || roleByName(name)?.[0] === 'id') continue
    for (let at = row + 1; at <= lastRow && at < data.length; at++) {
      const cells = rows.get(at) ?? new Map<number, Cell>()
      rows.set(at, cells.set(column, data[row]?.[column] ?? null))
    }
  }
  return rows
}

function withAbove(cells: readonly Cell[], above: ReadonlyMap<number, Cell> | undefined): readonly Cell[] {
  if (!above) return cells
  const filled = [...cells]
  for (const [column, cell] of above) filled[column] ??= cell
  return filled
}

function rowOf(cells: readonly Cell[], row: number, columns: readonly string[], padded: ReadonlyMap<number, PaddedFormat> | undefined): SourceRow {
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
      const at = columns.indexOf(column)
      const cell = cells[at]
      return cell instanceof StoredNumber ? shownNumber(cell.shown(), padded?.get(at)) : undefined
    },
  }
}

function textOf(cell: Cell): string {
  return cell instanceof StoredNumber ? cell.shown() : cellText(cell)
}

function isBlank(row: readonly Cell[]): boolean {
  return row.every((cell) => cell === null || (typeof cell === 'string' && cell.trim() === ''))
}
