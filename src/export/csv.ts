import { type Cell, checkTable, type Column, isFigure, type PlainCell, type Table } from './table.ts'

/**
 * A table as CSV by RFC 4180: comma, CRLF, quotes doubled; the header first, no caption, no byte order mark. Numbers keep every
 * digit; a figure with its interval takes three columns (`x`, `x_low`, `x_high`). A text that a spreadsheet would run as a formula
 * gets an apostrophe in front (see `csvCell`).
 */
export function csvText(table: Table): string {
  checkTable(table)
  const { columns, rows } = table
  const line = (cells: readonly PlainCell[]) => `${cells.map((cell) => csvCell(cell)).join(',')}\r\n`
  return [line(columns.flatMap(csvHeaders)), ...rows.map((row) => line(row.flatMap((cell, at) => plainCells(cell, columns[at]!))))].join('')
}

function csvHeaders({ header, key = header, interval }: Column): string[] {
  return interval ? [key, `${key}_low`, `${key}_high`] : [key]
}

function plainCells(cell: Cell, { interval }: Column): PlainCell[] {
  const { value, low = null, high = null } = isFigure(cell) ? cell : { value: cell }
  return interval ? [value, low, high] : [value]
}

/**
 * One cell. Texts that begin with = + - @, tab or carriage return are taken for formulas by spreadsheets (and could send data
 * away from there): they get an apostrophe in front, unless they are plain numbers. Null and NaN are empty.
 */
export function csvCell(cell: PlainCell, separator: ',' | '\t' = ','): string {
  if (cell === null || Number.isNaN(cell)) return ''
  if (typeof cell === 'number') return String(cell)
  const guarded = /^[=+\-@\t\r＝＋－＠]/.test(cell) && !/^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(cell) ? `'${cell}` : cell
  return guarded.includes(separator) || /["\r\n]/.test(guarded) || guarded !== guarded.trim() ? `"${guarded.replaceAll('"', '""')}"` : guarded
}
