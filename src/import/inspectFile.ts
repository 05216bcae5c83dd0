import { builtInScheme } from '../domain/builtInScheme.ts'
import type { Finding } from '../domain/dataset.ts'
import type { Scheme } from '../domain/scheme.ts'
import { cellText } from './cellText.ts'
import { detectReading, type DetectedReading } from './detectReading.ts'
import { guessMapping } from './guessMapping.ts'
import { ImportError } from './importError.ts'
import type { Inspection, InspectionOptions, NamedBlob } from './inspection.ts'
import { openSource } from './openSource.ts'
import type { SourceRow } from './sourceRow.ts'

/** Rows that guesses rest on. */
const inspectedRows = 300
const shownRows = 20

/**
 * Looks at a file's beginning and says how it would be imported; writes nothing.
 * @throws ImportError for a file that cannot be read at all (empty, unsupported, damaged)
 */
export async function inspectFile(file: NamedBlob, options: InspectionOptions = {}): Promise<Inspection> {
  const scheme = options.scheme ?? builtInScheme
  return inspectSource(file, await detectReading(file, options, scheme), scheme)
}

/** The same, once it is settled how the file is read. */
export async function inspectSource(file: NamedBlob, reading: DetectedReading, scheme: Scheme): Promise<Inspection> {
  const source = await openSource(file, reading)
  const rows: SourceRow[] = []
  const findings: Finding[] = []
  let any = false
  reading: for await (const { items } of source.batches) {
    for (const item of items) {
      any = true
      if (item.kind === 'row') rows.push(item)
      else findings.push({ code: item.code, row: item.row, column: null, detail: item.detail })
      if (rows.length >= inspectedRows) break reading
    }
  }
  if (!any) throw new ImportError('empty')
  const columns = source.columns ?? columnsOf(rows)
  const values = new Map(columns.map((column) => [column, rows.map((row) => cellText(row.values[column]).trim()).filter((text) => text !== '')]))
  const { mapping, labelCodes, guessedCodes, certain } = guessMapping(columns, values, scheme)
  const whole: Finding[] = source.renamed.map(({ from, to }) => ({ code: 'renamedColumn', row: 1, column: to, detail: { from } }))
  for (const column of guessedCodes) whole.push({ code: 'guessedCodes', row: 1, column, detail: labelCodes[column] ?? {} })
  const hasText = Object.values(mapping).some(({ kind }) => kind === 'text')
  if (!hasText) whole.push({ code: 'missingText', row: 1, column: null, detail: {} })
  return {
    format: reading.format,
    encoding: reading.encoding,
    detectedEncoding: reading.detectedEncoding,
    delimiter: reading.delimiter,
    header: reading.header,
    columns,
    mapping,
    labelCodes,
    complete: hasText && certain && guessedCodes.length === 0,
    firstRows: rows.slice(0, shownRows).map((row) => columns.map((column) => cellText(row.values[column]))),
    findings: [...whole, ...findings],
  }
}

/** Keys in the order they first occur. */
function columnsOf(rows: readonly SourceRow[]): readonly string[] {
  const columns = new Set<string>()
  for (const { values } of rows) for (const column of Object.keys(values)) columns.add(column)
  return [...columns]
}
