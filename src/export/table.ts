/** A table as it is copied or saved: plain values, a caption, nothing of how a screen shows it. */
export interface Table {
  /** What the table shows, from how many samples, and how it was made. */
  readonly caption: string
  readonly columns: readonly Column[]
  /** One cell for each column. */
  readonly rows: readonly (readonly Cell[])[]
}

export interface Column {
  readonly header: string
  /** end: numbers. */
  readonly align?: 'start' | 'end'
  /** Decimal places in Markdown and LaTeX; CSV keeps every digit. Absent: as the number is. */
  readonly digits?: number
}

/** null: not available (an undefined figure), shown as n/a and empty in CSV. */
export type Cell = string | number | null

/** @throws where a row has another number of cells than there are columns: a caller's mistake. */
export function checkTable({ columns, rows }: Table): void {
  for (const [at, row] of rows.entries()) {
    if (row.length !== columns.length) throw new Error(`row ${at} of the table has ${row.length} cells for ${columns.length} columns`)
  }
}

/** A cell as a reader sees it. */
export function shownCell(cell: Cell, column: Column): string {
  if (cell === null || (typeof cell === 'number' && Number.isNaN(cell))) return 'n/a'
  if (typeof cell === 'string') return cell
  return column.digits === undefined ? String(cell) : cell.toFixed(column.digits)
}
