import Papa from 'papaparse'

/** A record of delimited text, by the 1-based line that it begins on. Stray: a line whose quote has no end, or ends within another row. */
export type DelimitedRecord = { readonly line: number; readonly raw: string } & ({ readonly kind: 'cells'; readonly cells: readonly string[] } | { readonly kind: 'stray' })

/**
 * The records of CSV, TSV and the like, empty ones too; lines may end in LF, CR LF and CR, in one file. A quote that does not fit and takes rows
 * with it costs its own line only: the lines behind it are read anew. Rows it is taken to have swallowed where half of those lines have as many cells as the first record.
 */
export function delimitedRecords(text: string): { readonly delimiter: string; readonly records: readonly DelimitedRecord[] } {
  const plain = text.replace(/\r\n?/g, '\n')
  // guessed on its own: an empty line, which must be counted below, would mislead it
  const { delimiter } = Papa.parse<string[]>(plain, { delimiter: '', delimitersToGuess: [',', '\t', ';', '|'], skipEmptyLines: 'greedy', preview: 50 }).meta
  const records: DelimitedRecord[] = []
  let rest = plain
  let line = 1
  let columns = 0
  for (;;) {
    let start = 0
    let stray: string | undefined
    Papa.parse<string[]>(rest, {
      delimiter,
      newline: '\n',
      step: ({ data: cells, errors, meta: { cursor } }, parser) => {
        const raw = rest.slice(start, cursor).replace(/\n$/, '')
        if (errors.some(({ type }) => type === 'Quotes') && hasSwallowed(raw, delimiter, columns)) {
          stray = raw.slice(0, raw.indexOf('\n'))
          parser.abort()
          return
        }
        if (columns === 0 && !cells.every((cell) => cell.trim() === '')) columns = cells.length
        records.push({ kind: 'cells', line, cells, raw })
        line += raw.split('\n').length
        start = cursor
      },
    })
    if (stray === undefined) return { delimiter, records }
    records.push({ kind: 'stray', line, raw: stray })
    line++
    rest = rest.slice(start + stray.length + 1)
  }
}

function hasSwallowed(raw: string, delimiter: string, columns: number): boolean {
  const lines = raw.split('\n').slice(1).filter((line) => line.trim() !== '')
  return lines.length > 0 && lines.filter((line) => line.split(delimiter).length === columns).length >= lines.length / 2
}
