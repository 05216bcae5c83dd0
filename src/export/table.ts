/** A table as it is copied, saved or shown: plain values, a caption, nothing of how a screen looks. */
export interface Table {
  /** What the table shows, from how many samples, how it was made, and what it does not show. */
  readonly caption: string
  readonly columns: readonly Column[]
  /** One cell for each column. */
  readonly rows: readonly (readonly Cell[])[]
  /** Rows with a rule above them: where another kind of row begins (baselines). */
  readonly rules?: readonly number[]
}

export interface Column {
  readonly header: string
  /** Its name in CSV, for programs; the header where absent. */
  readonly key?: string
  /** How its figures were made, for who hovers over the header. */
  readonly how?: string
  /** end: numbers. */
  readonly align?: 'start' | 'end'
  /** Decimal places in Markdown and LaTeX; CSV keeps every digit. Absent: as the number is. */
  readonly digits?: number
  /**
   * The numbers are shares (0 to 1) or differences of shares, which Markdown and LaTeX show in percent or percentage points (with
   * sign), one decimal place unless `digits` says otherwise. CSV keeps the share. spread: percentage points of what has no direction (a standard
   * deviation), without a sign.
   */
  readonly scale?: 'percent' | 'points' | 'spread'
  /** p-values: one that rounds to nought is shown as below the last digit. */
  readonly p?: true
  /** The cells are figures with intervals: one column in Markdown and LaTeX, three in CSV. */
  readonly interval?: true
  /** Not in Markdown and LaTeX, which have to stay narrow. */
  readonly csvOnly?: true
}

/** A figure with the ends of its interval; it has both or none. */
export interface Figure {
  /** null: undefined on these records. */
  readonly value: number | null
  readonly low?: number
  readonly high?: number
}

/** null: not available (an undefined figure), shown as n/a and empty in CSV. */
export type PlainCell = string | number | null

export type Cell = PlainCell | Figure

/** A figure of a value and its interval, either of which may be undefined. */
export function figure(value: number | undefined, interval?: { readonly low: number; readonly high: number }): Figure {
  return { value: value ?? null, ...(value !== undefined && interval && { low: interval.low, high: interval.high }) }
}

export function isFigure(cell: Cell): cell is Figure {
  return typeof cell === 'object' && cell !== null
}

/** @throws where a row has another number of cells than there are columns: a caller's mistake. */
export function checkTable({ columns, rows }: Table): void {
  for (const [at, row] of rows.entries()) {
    if (row.length !== columns.length) throw new Error(`row ${at} of the table has ${row.length} cells for ${columns.length} columns`)
  }
}

/** The table without what is for programs only. */
export function narrowTable(table: Table): Table {
  checkTable(table)
  const kept = (_: unknown, at: number): boolean => table.columns[at]!.csvOnly === undefined
  return { ...table, columns: table.columns.filter(kept), rows: table.rows.map((row) => row.filter(kept)) }
}

/** A header as a reader sees it, with its unit. */
export function shownHeader({ header, scale }: Column): string {
  if (scale === undefined || header === '') return header
  return `${header} (${scale === 'percent' ? '%' : 'pp'})`
}

/** A cell as a reader sees it: `58.6 [53.1, 64.0]` for a figure with its interval. */
export function shownCell(cell: Cell, column: Column): string {
  if (!isFigure(cell)) return shownPlain(cell, column)
  const value = shownPlain(cell.value, column)
  return cell.low === undefined || cell.high === undefined ? value : `${value} [${shownPlain(cell.low, column)}, ${shownPlain(cell.high, column)}]`
}

function shownPlain(cell: PlainCell, { digits, scale, p }: Column): string {
  if (cell === null || Number.isNaN(cell)) return 'n/a'
  if (typeof cell === 'string') return cell
  if (p && cell < 10 ** -(digits ?? 3)) return `< ${10 ** -(digits ?? 3)}`
  if (scale === undefined) return digits === undefined ? String(cell) : cell.toFixed(digits)
  const shown = (cell * 100).toFixed(digits ?? 1)
  // nothing is said of the direction of a difference that rounds to none
  return scale === 'points' && Number(shown) > 0 ? `+${shown}` : shown.replace(/^-(?=0(\.0*)?$)/, '')
}
