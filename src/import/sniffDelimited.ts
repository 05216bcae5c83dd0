import { matchLabel } from '../answer/labelMatch.ts'
import type { Scheme } from '../domain/scheme.ts'
import { columnKey, labelWords, roleByName } from './columnWords.ts'
import { literalCells } from './delimitedRecords.ts'
import type { Delimiter } from './inspection.ts'
import { sampleRecords } from './readDelimited.ts'

const delimiters: readonly Delimiter[] = [',', '\t', ';', '|', '，']
/** Rows that are looked at. */
const sniffedRows = 200

/**
 * The separator of a table by its beginning: the one that cuts most rows into equally many cells, two or more; what the columns are called
 * and what the file's extension promises decide among equals. The full-width comma, which parts the clauses of any sentence, only where it parts names that are known and most rows as them. Null where none does: a table of one column.
 */
export function sniffDelimiter(head: string, scheme: Scheme, promised: Delimiter | null): Delimiter | null {
  let best: Delimiter | null = null
  let bestScore = 0.55
  for (const delimiter of delimiters) {
    if (!head.includes(delimiter)) continue
    if (delimiter === '，' && !partsNames(literalRecords(head, delimiter), scheme)) continue
    const score = Math.max(scoreOf(sampleRecords(head, delimiter), scheme), scoreOf(literalRecords(head, delimiter), scheme)) + (delimiter === promised ? 0.1 : 0)
    if (score > bestScore) {
      best = delimiter
      bestScore = score
    }
  }
  return best
}

/** Whether a header of known names stands over rows, most of which have as many cells as it. */
function partsNames(records: readonly (readonly string[])[], scheme: Scheme): boolean {
  const above = preambleLength(records, scheme)
  const rows = records.slice(above + 1)
  const width = records[above]?.length
  return knownNames(records, scheme) >= 2 && rows.filter(({ length }) => length === width).length * 2 > rows.length
}

/** Lines cut without regard to quotes: stray ones must not hide the separator. */
function literalRecords(head: string, delimiter: Delimiter): readonly (readonly string[])[] {
  return head.split('\n').filter((line) => line.trim() !== '').map((line) => literalCells(line, delimiter))
}

/** The share of rows that have as many cells as most have, a little more for more cells, and more again for a header that is known. */
function scoreOf(records: readonly (readonly string[])[], scheme: Scheme): number {
  const rows = records.slice(0, sniffedRows)
  const counts = new Map<number, number>()
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1)
  if (rows.length === 0) return 0
  const known = Math.max(...rows.slice(0, mostPreamble + 1).map((row) => (row.length > 1 ? row.filter((cell) => isColumnWord(cell, scheme)).length : 0)))
  const [width, frequency] = [...counts].sort((a, b) => b[1] - a[1])[0]!
  const share = width === 1 ? 0 : frequency / rows.length + Math.min(width, 20) / 200
  return share + Math.min(known, 4) * 0.25
}

/** Rows that may stand above a header. */
const mostPreamble = 5

/**
 * How many rows stand above the header: a title, notes, the `sep=;` of spreadsheets. Only where what follows has names that are known, and
 * what stands above has one cell at most or, among its other cells, no name that is known.
 */
export function preambleLength(records: readonly (readonly string[])[], scheme: Scheme): number {
  const filled = (record: readonly string[]): number => record.filter((cell) => cell.trim() !== '').length
  const known = (record: readonly string[]): number => record.filter((cell) => isColumnWord(cell, scheme)).length
  const [first] = records
  if (!first) return 0
  const told = /^sep=.?$/i.test(first[0] ?? '')
  if (filled(first) > 1 && !told) return 0
  const above = records.slice(0, mostPreamble + 1)
  const header = above.findIndex((record) => filled(record) > 1 && known(record) >= 2)
  if (header > 0 && above.slice(0, header).every((record) => filled(record) <= 1 || known(record) === 0)) return header
  return told ? Math.max(0, above.findIndex((record, at) => at > 0 && filled(record) > 0)) : 0
}

/** How many cells of the header (below what stands above it) are names that are known. */
export function knownNames(records: readonly (readonly string[])[], scheme: Scheme): number {
  return (records[preambleLength(records, scheme)] ?? []).filter((cell) => isColumnWord(cell, scheme)).length
}

/** Whether a table's first row names its columns: by known names, else by whether it looks different from what stands below. */
export function hasHeader(records: readonly (readonly string[])[], scheme: Scheme): boolean {
  const [first, ...rest] = records
  if (!first) return false
  if (first.some((cell) => isColumnWord(cell, scheme))) return true
  if (rest.length === 0) return false
  const labelled = first.some((cell, at) => isLabel(cell, scheme) && rest.filter((row) => isLabel(row[at] ?? '', scheme)).length * 2 >= rest.length)
  if (labelled) return false
  if (first.some((cell) => /^\s*[-+]?\d[\d.,:/ -]*$/.test(cell))) return false
  return first.every((cell) => cell.length <= 30 && !/[。！？!?，,…~～]/.test(cell)) && first.length > 1
}

function isColumnWord(cell: string, scheme: Scheme): boolean {
  if (cell.length > 60) return false
  if (roleByName(cell) !== undefined) return true
  const key = columnKey(cell)
  return labelWords.has(key) || scheme.fields.some((field) => [field.id, field.name.zh, field.name.en, ...field.columns].some((name) => columnKey(name) === key))
}

function isLabel(cell: string, scheme: Scheme): boolean {
  return cell.length <= 40 && scheme.fields.some((field) => matchLabel(cell, field).kind === 'label')
}
