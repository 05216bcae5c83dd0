import Papa from 'papaparse'
import type { Delimiter } from './inspection.ts'

/** One record of a delimited text. */
export interface DelimitedRecord {
  readonly cells: readonly string[]
  /** Where it starts and ends (its line feed included), in the text that was parsed. */
  readonly start: number
  readonly end: number
  /** Quotes do not fit: text stands behind a closing quote, or none closes. */
  readonly malformed: boolean
  /** The text ended within quotes. */
  readonly unclosed: boolean
}

/** A separator that no text has: a table of one column. */
const never = '\u001f'

/**
 * Takes a text with line feeds for line ends apart, record by record. `visit` may stop by returning false.
 * @param complete false where the text goes on elsewhere: its last record is then not visited
 * @returns where the last visited record ends
 */
export function eachRecord(text: string, delimiter: Delimiter | null, complete: boolean, visit: (record: DelimitedRecord) => boolean): number {
  let end = 0
  const parser = new Papa.Parser({
    delimiter: delimiter ?? never,
    newline: '\n',
    // Papaparse types a step's rows as what the caller says; its low-level parser gives texts.
    step: ({ data, errors, meta }: Papa.ParseStepResult<string[][]>) => {
      const start = end
      end = meta.cursor
      const [cells] = data
      if (cells && !visit({ cells, start, end, malformed: errors.length > 0, unclosed: errors.some(({ code }) => code === 'MissingQuotes') })) parser.abort()
    },
  })
  parser.parse(text, 0, !complete)
  return end
}

/** All records of a text that is there as a whole. */
export function allRecords(text: string, delimiter: Delimiter | null): readonly DelimitedRecord[] {
  const records: DelimitedRecord[] = []
  eachRecord(text, delimiter, true, (record) => records.push(record) > 0)
  return records
}

/** A single line's cells, quotes taken for what they are where they do not fit. */
export function literalCells(line: string, delimiter: Delimiter | null): readonly string[] {
  return delimiter === null ? [line] : line.split(delimiter)
}
