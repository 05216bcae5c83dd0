import { columnNames, numberedColumns } from './columnNames.ts'
import { decodedText } from './decodedText.ts'
import { allRecords, type DelimitedRecord, eachRecord, literalCells } from './delimitedRecords.ts'
import type { Delimiter } from './inspection.ts'
import { cutRaw, type RowSource, type SourceBatch, type SourceItem } from './sourceRow.ts'
import { SwallowedRows } from './swallowedRows.ts'

/** The longest a record without an end may grow before its first line is given up. */
const longestRecord = 4 << 20
/** An open record of this many characters is looked at for rows that it has swallowed. */
const suspiciousLength = 64 << 10

export interface DelimitedReading {
  readonly encoding: string
  /** Null for a table of one column. */
  readonly delimiter: Delimiter | null
  readonly header: boolean
  /** Records, blank lines aside, that stand above the header. */
  readonly skippedRows: number
}

/**
 * CSV, TSV and their kin, streamed. Rows are numbered by their first line. A quote that swallows the rows behind it costs its own line only,
 * which is `swallowedRows`: the rows are read as rows. In tab-separated text, where quotes often mean nothing, that line too is
 * read as it stands. Rows with other than the header's number of cells are `raggedRow`, unless all that is too much is empty; missing
 * trailing cells are passed on for the reader to judge. The header once more is `exactDuplicate`. Blank lines are no rows.
 */
export async function readDelimited(file: Blob, reading: DelimitedReading, signal?: AbortSignal): Promise<RowSource> {
  const first = await firstRecord(file, reading)
  const { columns, renamed } = reading.header ? columnNames(first.cells) : { columns: numberedColumns(first.cells.length), renamed: [] }
  return { columns, renamed, batches: batches(file, reading, columns, signal) }
}

async function* batches(file: Blob, reading: DelimitedReading, columns: readonly string[], signal?: AbortSignal): AsyncGenerator<SourceBatch> {
  const splitter = new RowSplitter(reading.delimiter, columns, reading.skippedRows, reading.header)
  for await (const { text, readBytes } of decodedText(file, reading.encoding, signal)) {
    yield { items: splitter.take(text, readBytes === file.size), readBytes }
  }
}

/** The record that names the columns, or the first: not blank, and below what is skipped; without cells in a file that has none. */
async function firstRecord(file: Blob, { encoding, delimiter, skippedRows }: DelimitedReading): Promise<{ readonly cells: readonly string[] }> {
  let head = ''
  for await (const { text, readBytes } of decodedText(file, encoding)) {
    head += text
    let found: DelimitedRecord | undefined
    let above = skippedRows
    eachRecord(head, delimiter, readBytes === file.size, (record) => {
      if (!isBlank(record, head) && above-- === 0) found = record
      return found === undefined
    })
    if (!found && head.length < longestRecord) continue
    if (found && !(found.malformed && head.slice(found.start, found.end).trim().includes('\n'))) return found
    // A header with a quote that does not close is taken at its word.
    return { cells: literalCells(head.trimStart().split('\n', 1)[0]!, delimiter) }
  }
  return { cells: [] }
}

function isBlank(record: DelimitedRecord, text: string): boolean {
  return record.cells.length === 1 && text.slice(record.start, record.end).trim() === ''
}

/** Turns text into rows, piece by piece; holds the record that is not complete yet. */
class RowSplitter {
  private readonly delimiter: Delimiter | null
  private readonly columns: readonly string[]
  private readonly detector: SwallowedRows
  /** Records to come that are no rows: the header and what stands above it. */
  private above: number
  private readonly header: boolean
  private headerLine = 1
  private rest = ''
  private line = 1
  /** Quotes may mean nothing here: lists of sentences, and tab-separated text that was written without quoting. */
  private readonly literal: boolean

  constructor(delimiter: Delimiter | null, columns: readonly string[], skippedRows: number, header: boolean) {
    this.delimiter = delimiter
    this.columns = columns
    this.above = skippedRows + (header ? 1 : 0)
    this.header = header
    this.literal = delimiter === '\t' || delimiter === null
    this.detector = new SwallowedRows(delimiter, columns.length)
  }

  take(text: string, last: boolean): SourceItem[] {
    const items: SourceItem[] = []
    let buffer = this.rest + text
    for (;;) {
      const stopped = this.readRecords(buffer, last, items)
      buffer = buffer.slice(stopped.at)
      if (!stopped.swallowing && !this.swallowsAhead(buffer, last)) break
      buffer = buffer.slice(this.giveUpLine(buffer, stopped.swallowing, items))
    }
    this.rest = buffer
    return items
  }

  /** Reads whole records from the buffer's start. @returns where it stopped, and the record it stopped before, if it swallows rows. */
  private readRecords(buffer: string, last: boolean, items: SourceItem[]): { at: number; swallowing: string | null } {
    let at = 0
    let swallowing: string | null = null
    if (buffer === '') return { at, swallowing }
    eachRecord(buffer, this.delimiter, last, (record) => {
      const raw = buffer.slice(record.start, buffer.charAt(record.end - 1) === '\n' ? record.end - 1 : record.end)
      const lines = countLines(raw)
      if (lines > 1 && !isBlank(record, buffer) && this.detector.swallowed(raw, record)) {
        swallowing = raw
        return false
      }
      const item = this.itemOf(record, raw, lines)
      if (item) items.push(item)
      this.line += lines
      at = record.end
      return true
    })
    return { at, swallowing }
  }

  /** Whether the record that is not complete yet is to be given up: a quote was opened in it that swallows what follows. */
  private swallowsAhead(buffer: string, last: boolean): boolean {
    if (last || buffer.length < suspiciousLength || !buffer.includes('\n')) return false
    return buffer.length > longestRecord || this.detector.swallowed(buffer.slice(0, buffer.lastIndexOf('\n')), null)
  }

  /** Makes the buffer's first line a problem (or a row of its own, where quotes mean nothing). @returns where the next line starts */
  private giveUpLine(buffer: string, swallowing: string | null, items: SourceItem[]): number {
    const end = buffer.indexOf('\n')
    const raw = buffer.slice(0, end)
    const cells = literalCells(raw, this.delimiter)
    const row = this.line
    if (this.literal && cells.length === this.columns.length && this.above === 0) {
      items.push(this.rowOf(cells, raw))
    } else if (this.above === 0) {
      const to = row + countLines(swallowing ?? buffer) - 1
      items.push({ kind: 'broken', row, code: 'swallowedRows', detail: { from: String(row + 1), to: String(to) }, raw: cutRaw(raw) })
    }
    this.above = Math.max(0, this.above - 1)
    this.line++
    return end + 1
  }

  private itemOf(record: DelimitedRecord, raw: string, lines: number): SourceItem | undefined {
    if (record.cells.length === 1 && raw.trim() === '') return undefined
    if (this.above > 0) {
      this.above--
      if (this.header && this.above === 0) this.headerLine = this.line
      return undefined
    }
    const row = this.line
    if (this.header && this.repeatsHeader(record.cells)) {
      return { kind: 'broken', row, code: 'exactDuplicate', detail: { row: String(this.headerLine), id: '' }, raw: cutRaw(raw) }
    }
    let { cells } = record
    if (record.unclosed && lines === 1 && this.literal) return this.rowOf(literalCells(raw, this.delimiter), raw)
    if (record.unclosed || (record.malformed && lines > 1)) {
      return { kind: 'broken', row, code: 'malformedRow', detail: { reason: 'quotes' }, raw: cutRaw(raw) }
    }
    const expected = this.columns.length
    if (cells.length > expected && cells.slice(expected).every((cell) => cell.trim() === '')) cells = cells.slice(0, expected)
    if (cells.length > expected) {
      return { kind: 'broken', row, code: 'raggedRow', detail: { expected: String(expected), found: String(cells.length) }, raw: cutRaw(raw) }
    }
    if (lines === 1 && !record.malformed) this.detector.learn(cells)
    return this.rowOf(cells, raw)
  }

  /** Files that were joined have their header in the middle again. */
  private repeatsHeader(cells: readonly string[]): boolean {
    return cells.length > 1 && cells.length === this.columns.length && cells.every((cell, at) => cell.replaceAll('\ufeff', '').trim() === this.columns[at])
  }

  private rowOf(cells: readonly string[], raw: string): SourceItem {
    const entries: [string, string][] = cells.map((cell, at) => [this.columns[at]!, cell])
    const item = { kind: 'row', row: this.line, values: Object.fromEntries(entries), raw: () => raw } as const
    return cells.length < this.columns.length ? { ...item, missing: this.columns.slice(cells.length) } : item
  }
}

function countLines(text: string): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

/** All records of a sample, for looking at how a file is written. */
export function sampleRecords(text: string, delimiter: Delimiter | null): readonly (readonly string[])[] {
  return allRecords(text, delimiter)
    .filter((record) => !isBlank(record, text))
    .map(({ cells }) => cells)
}
