import type { Delimiter } from './inspection.ts'
import { allRecords, type DelimitedRecord, literalCells } from './delimitedRecords.ts'

/**
 * Finds records that a stray quote has made of many rows. Learns from the good ones what a row looks like: how many cells, and
 * what stands in columns that are regular (ids, labels), as opposed to free text.
 */
export class SwallowedRows {
  private readonly delimiter: Delimiter | null
  private readonly columns: number
  private readonly shapes: (Set<string> | null)[]
  private readonly lengths: number[]
  private learnt = 0

  constructor(delimiter: Delimiter | null, columns: number) {
    this.delimiter = delimiter
    this.columns = columns
    this.shapes = Array.from({ length: columns }, () => new Set<string>())
    this.lengths = Array.from({ length: columns }, () => 0)
  }

  /** A record that stands on one line, whole. */
  learn(cells: readonly string[]): void {
    if (this.learnt >= 500 || cells.length !== this.columns) return
    this.learnt++
    this.shapes.forEach((shapes, at) => {
      this.lengths[at]! += cells[at]!.length
      shapes?.add(shapeOf(cells[at]!))
      // Free text: every cell has a shape of its own.
      if (shapes && shapes.size > 12) this.shapes[at] = null
    })
  }

  /**
   * Whether the lines behind the first are rows of their own.
   * @param raw the record as it stands, several lines
   * @param record null where the record has no end within the text at hand
   */
  swallowed(raw: string, record: DelimitedRecord | null): boolean {
    // Of one column any line is a row: only a quote that does not fit is suspicious.
    if (this.columns < 2) return record === null || record.malformed
    const [first, ...others] = raw.split('\n')
    const lines = others.filter((line) => line.trim() !== '')
    if (lines.length === 0 || literalCells(first!, this.delimiter).length < this.columns) return false
    const rows = lines.filter((line) => this.looksLikeRow(line))
    const sound = record !== null && !record.malformed && record.cells.length === this.columns
    if (!sound) return rows.length >= lines.length / 2 || rows.length >= 20
    // Quotes and cells are all in order: only lines that fit the regular columns too speak against them, or very many.
    const regular = this.regularColumns()
    return regular.length > 0
      ? rows.filter((line) => this.fits(line, regular)).length >= Math.max(1, lines.length * 0.8)
      : rows.length >= Math.max(4, lines.length * 0.9)
  }

  private looksLikeRow(line: string): boolean {
    if (literalCells(line, this.delimiter).length === this.columns) return true
    const [record, ...more] = allRecords(line, this.delimiter)
    return record !== undefined && more.length === 0 && !record.malformed && record.cells.length === this.columns
  }

  /** Columns with few shapes, once enough rows were seen to know; the longest is the text, and regular by accident at most. */
  private regularColumns(): readonly number[] {
    if (this.learnt < 5) return []
    const longest = this.lengths.indexOf(Math.max(...this.lengths))
    const few = Math.max(2, this.learnt / 2)
    return this.shapes.flatMap((shapes, at) => (shapes !== null && at !== longest && shapes.size <= few ? [at] : []))
  }

  private fits(line: string, regular: readonly number[]): boolean {
    const literal = literalCells(line, this.delimiter)
    const cells = literal.length === this.columns ? literal : (allRecords(line, this.delimiter)[0]?.cells ?? [])
    return regular.every((at) => this.shapes[at]!.has(shapeOf(cells[at] ?? '')))
  }
}

/** What a cell looks like: runs of digits, letters, other letters and anything else, one sign each. */
function shapeOf(cell: string): string {
  return cell
    .slice(0, 60)
    .replace(/[0-9]+/g, '9')
    .replace(/[A-Za-z]+/g, 'a')
    .replace(/[^\p{ASCII}]+/gu, '字')
}
