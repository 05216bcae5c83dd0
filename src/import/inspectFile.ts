import { builtInScheme } from '../domain/builtInScheme.ts'
import type { ColumnMapping, Finding } from '../domain/dataset.ts'
import type { Scheme } from '../domain/scheme.ts'
import { detectReading, type DetectedReading } from './detectReading.ts'
import { areParts, codesUnder, type ColumnCells, filledValues, guessMapping } from './guessMapping.ts'
import { ImportError } from './importError.ts'
import type { Inspection, InspectionOptions, NamedBlob } from './inspection.ts'
import { openSource } from './openSource.ts'
import { type RowSource, rowText, type SourceRow } from './sourceRow.ts'

/** Rows that guesses rest on. */
const inspectedRows = 300
const shownRows = 20
/** Rows in which the codes of coded columns are looked for: a file sorted by label shows one code at its beginning. */
const codedRows = 20_000

/**
 * Looks at a file's beginning and says how it would be imported; writes nothing.
 * @throws ImportError for a file that cannot be read at all (empty, unsupported, damaged)
 */
export async function inspectFile(file: NamedBlob, options: InspectionOptions = {}): Promise<Inspection> {
  const scheme = options.scheme ?? builtInScheme
  return inspectSource(file, await detectReading(file, options, scheme), scheme, options.mapping)
}

/** The same, once it is settled how the file is read. */
export async function inspectSource(file: NamedBlob, reading: DetectedReading, scheme: Scheme, settled?: ColumnMapping): Promise<Inspection> {
  const source = await openSource(file, reading, scheme)
  const { rows, findings } = await firstRows(source)
  if (rows.length + findings.length === 0) throw new ImportError('empty')
  const columns = source.columns ?? columnsOf(rows)
  const cells: ColumnCells = new Map(columns.map((column) => [column, rows.map((row) => rowText(row, column).trim())]))
  const values = filledValues(cells)
  const guess = settled ? { mapping: completed(settled, columns), certain: true } : guessMapping(columns, cells, scheme, source.classNames)
  const gold = Object.keys(guess.mapping).filter((column) => guess.mapping[column]!.kind === 'gold')
  const coded = gold.filter((column) => Object.hasOwn(codesUnder(guess.mapping, values, scheme, source.classNames).labelCodes, column))
  if (coded.length > 0 && rows.length === inspectedRows) {
    for (const [column, distinct] of await distinctValues(await openSource(file, reading, scheme), coded)) values.set(column, distinct)
  }
  const { labelCodes, guessedCodes } = codesUnder(guess.mapping, values, scheme, source.classNames)
  const whole: Finding[] = source.renamed.map(({ from, to }) => ({ code: 'renamedColumn', row: 1, column: to, detail: { from } }))
  for (const column of guessedCodes) whole.push({ code: 'guessedCodes', row: 1, column, detail: labelCodes[column] ?? {} })
  if (!settled) whole.push(...spreadFindings(guess.mapping, cells))
  for (const column of columns) {
    const parts = values.get(column) ?? []
    if (guess.mapping[column]?.kind === 'other' && areParts(parts)) whole.push({ code: 'dataParts', row: 1, column, detail: { values: [...new Set(parts)].join(', ') } })
  }
  // Where most rows cannot be taken apart, it is the reading that is wrong, which can be changed.
  const hasText = Object.values(guess.mapping).some(({ kind }) => kind === 'text')
  if (!hasText) whole.push({ code: 'missingText', row: 1, column: null, detail: {} })
  return {
    format: reading.format,
    encoding: reading.encoding,
    detectedEncoding: reading.detectedEncoding,
    delimiter: reading.delimiter,
    header: reading.header,
    skippedRows: reading.skippedRows,
    ...(source.sheets && source.sheet !== undefined ? { sheets: source.sheets, sheet: source.sheet } : {}),
    columns,
    mapping: guess.mapping,
    labelCodes,
    complete: hasText && guess.certain && findings.length <= rows.length && guessedCodes.length === 0 && (source.sheets ?? []).filter(({ rows }) => rows > 1).length <= 1,
    firstRows: rows.slice(0, shownRows).map((row) => columns.map((column) => rowText(row, column))),
    findings: [...whole, ...findings],
  }
}

/** Fields whose labels were found to have columns of their own, and in which of these blank cells were taken for a no. */
function spreadFindings(mapping: ColumnMapping, cells: ColumnCells): readonly Finding[] {
  const columns = new Map<string, string[]>()
  for (const [column, role] of Object.entries(mapping)) if (role.kind === 'oneHot') columns.set(role.field, [...(columns.get(role.field) ?? []), column])
  return [...columns].map(([field, names]) => {
    const blank = names.filter((name) => cells.get(name)?.includes('')).join(', ')
    return { code: 'spreadLabels', row: 1, column: null, detail: { field, columns: names.join(', '), ...(blank !== '' && { blank }) } }
  })
}

async function firstRows(source: RowSource): Promise<{ rows: readonly SourceRow[]; findings: readonly Finding[] }> {
  const rows: SourceRow[] = []
  const findings: Finding[] = []
  for await (const { items } of source.batches) {
    for (const item of items) {
      if (item.kind === 'row') rows.push(item)
      else findings.push({ code: item.code, row: item.row, column: null, detail: item.detail })
      if (rows.length + findings.length >= inspectedRows) return { rows, findings }
    }
  }
  return { rows, findings }
}

/** The values that occur in some columns, each once; a hundred of each at most. */
async function distinctValues(source: RowSource, columns: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const distinct = new Map(columns.map((column) => [column, new Set<string>()]))
  let seen = 0
  for await (const { items } of source.batches) {
    for (const item of items) {
      if (item.kind !== 'row') continue
      for (const [column, values] of distinct) {
        const text = rowText(item, column).trim()
        if (text !== '' && values.size < 100) values.add(text)
      }
    }
    seen += items.length
    if (seen >= codedRows) break
  }
  return new Map([...distinct].map(([column, values]) => [column, [...values]]))
}

/** Keys in the order they first occur. */
function columnsOf(rows: readonly SourceRow[]): readonly string[] {
  const columns = new Set<string>()
  for (const { values } of rows) for (const column of Object.keys(values)) columns.add(column)
  return [...columns]
}

/** A mapping of all columns: what it does not name is `other`. */
function completed(mapping: ColumnMapping, columns: readonly string[]): ColumnMapping {
  return Object.fromEntries(columns.map((column) => [column, (Object.hasOwn(mapping, column) ? mapping[column] : undefined) ?? { kind: 'other' as const }]))
}
