import { delimitedRecords } from './delimitedRecords.ts'

/** One record of somebody else's answers, each value as text. */
export interface AnswerRow {
  /** 1-based line of the file where it begins; of a JSON array or object its number. */
  readonly line: number
  readonly cells: Readonly<Record<string, string>>
  /** As it stood, cut at 200 characters. */
  readonly raw: string
}

/** A line that is no record. */
export interface BrokenRow {
  readonly line: number
  readonly code: 'notJson' | 'notAnObject' | 'strayQuote'
  readonly raw: string
}

/** Rows and broken ones are all records of the file: a header and empty lines are none. */
export interface AnswerRows {
  /** In the order in which they first occur. */
  readonly columns: readonly string[]
  readonly rows: readonly AnswerRow[]
  readonly broken: readonly BrokenRow[]
}

/**
 * Reads a file of answers: JSONL (an object a line), a JSON array of objects, or an object that holds one (`{"results": [...]}`), a JSON object of ids
 * with their labels, or CSV, TSV and the like with a header. An object of numbers inside a record (probabilities by label), and one of what is predicted or
 * right (labels by field), becomes a column each, `name.key`; any other nested value is its JSON.
 */
export function answerRows(text: string): AnswerRows {
  const plain = text.startsWith('\ufeff') ? text.slice(1) : text
  const begin = plain.trimStart().charAt(0)
  if (begin === '[' || begin === '{') {
    const whole = jsonOf(plain)
    const list = Array.isArray(whole) ? whole : isObject(whole) && !isRecord(whole) ? onlyList(whole) : undefined
    if (list) return fromValues(list.map((value, at): NumberedValue => [at + 1, value, JSON.stringify(value)]))
    if (isObject(whole)) return fromValues(isRecord(whole) ? [[1, whole, plain]] : Object.entries(whole).map(([id, value], at): NumberedValue => [at + 1, keyed(id, value), JSON.stringify([id, value])]))
    return fromLines(plain)
  }
  return fromDelimited(plain)
}

type NumberedValue = readonly [line: number, value: unknown, raw: string]

/** An object whose keys are ids has values that are all labels or all objects; a single record has an id among its keys. */
function isRecord(object: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(object).some((key) => /^(?:sample_?id|id|uid|text|predicted|prediction|raw_response)$/i.test(key))
}

/** The one member that is a list of objects; where several are, each may be what its key, an id, was given. */
function onlyList(object: Readonly<Record<string, unknown>>): readonly unknown[] | undefined {
  const lists = Object.values(object).filter((value): value is readonly unknown[] => Array.isArray(value) && value.some(isObject))
  return lists.length === 1 ? lists[0] : undefined
}

function keyed(id: string, value: unknown): unknown {
  return isObject(value) ? { id, ...value } : { id, predicted: value }
}

/** Only LF and CR LF end a line: U+2028 may stand inside a record. */
function fromLines(text: string): AnswerRows {
  return fromValues(text.split(/\r?\n/).flatMap((line, at): NumberedValue[] => (line.trim() === '' ? [] : [[at + 1, jsonOf(line), line]])))
}

function fromValues(values: readonly NumberedValue[]): AnswerRows {
  const rows: AnswerRow[] = []
  const broken: BrokenRow[] = []
  for (const [line, value, raw] of values) {
    if (value === undefined) broken.push({ line, code: 'notJson', raw: raw.slice(0, 200) })
    else if (!isObject(value)) broken.push({ line, code: 'notAnObject', raw: raw.slice(0, 200) })
    else rows.push({ line, cells: Object.fromEntries(Object.entries(value).flatMap(([key, cell]) => cellsOf(key, cell))), raw: raw.slice(0, 200) })
  }
  return { columns: [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))], rows, broken }
}

/** Names of objects that hold a label for each field. */
const byField = /^(?:predicted|predictions?|preds?|gold|true|reference)$/i

function cellsOf(key: string, cell: unknown): readonly (readonly [string, string])[] {
  if (cell === null || cell === undefined) return [[key, '']]
  if (typeof cell === 'string') return [[key, cell]]
  const members = isObject(cell) ? Object.entries(cell) : []
  const spread = byField.test(key) ? members.every(([, value]) => typeof value !== 'object' || value === null) : members.every(([, value]) => typeof value === 'number' || value === 'NaN')
  if (members.length > 0 && spread) return members.map(([name, value]) => [`${key}.${name}`, value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)])
  return [[key, JSON.stringify(cell)]]
}

/** The apostrophe that keeps spreadsheets from running a cell (csv.ts). */
const guard = /^'(?=[=+\-@\t\r＝＋－＠])/

function fromDelimited(text: string): AnswerRows {
  let header: readonly string[] | undefined
  const rows: AnswerRow[] = []
  const broken: BrokenRow[] = []
  const { delimiter, records } = delimitedRecords(text)
  for (const record of records) {
    if (record.kind === 'stray') {
      broken.push({ line: record.line, code: 'strayQuote', raw: record.raw.slice(0, 200) })
      continue
    }
    const { line, cells } = record
    if (cells.every((cell) => cell.trim() === '')) continue
    if (!header) {
      header = named(cells)
      continue
    }
    const known = header
    const pairs = cells.flatMap((cell, at) => (known[at] === undefined ? [] : [[known[at], cell.replace(guard, '')] as const]))
    rows.push({ line, cells: Object.fromEntries(pairs), raw: cells.join(delimiter).slice(0, 200) })
  }
  return { columns: header ?? [], rows, broken }
}

/** Column names without spaces around them; a repeated or empty one gets its number. */
function named(header: readonly string[]): readonly string[] {
  const seen = new Set<string>()
  return header.map((cell, at) => {
    const name = cell.trim()
    const unique = name === '' || seen.has(name) ? `${name}#${at + 1}` : name
    seen.add(unique)
    return unique
  })
}

/** A key, and the number behind it. Strings are taken whole, so that nothing within them is looked at. */
const member = /"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:\s*)?(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?=[\s,}]))?/g
const idKey = /^(?:sample_?id|id|uid|编号|样本编号|序号)$/i
const longDigits = /^-?\d{16,}$/

/** Ids that are numbers are kept as they are written, as they are of a data set: JavaScript would make 1234567890123456800 of 1234567890123456789, and 7 of 7.0. */
function exactIds(json: string): string {
  return json.replace(member, (whole, key: string, colon: string | undefined, value: string | undefined) =>
    colon !== undefined && value !== undefined && (idKey.test(key) || longDigits.test(value)) ? `"${key}"${colon}"${value}"` : whole)
}

/** Strings, keys told from values by their colon, and the words that Python and JavaScript write where JSON has none. */
const bare = /"[^"\\]*(?:\\[^][^"\\]*)*"(\s*:)?|-?\b(?:NaN|nan|Infinity|inf|None|undefined)\b/g
/** Members that are matched by: without a value they are not there. */
const keyOrText = /^"(?:sample_?id|id|uid|text|sentence|target|编号|样本编号|序号|文本|目标句|句子)"/i

/** The bare words as text: an answer that is not a number was given all the same, and its record is a record. */
function withoutBareWords(json: string): string {
  let key = ''
  return json.replace(bare, (found, colon: string | undefined) => {
    if (!found.startsWith('"')) return keyOrText.test(key) ? 'null' : `"${found}"`
    if (colon !== undefined) key = found
    return found
  })
}

function jsonOf(text: string): unknown {
  return parsed(text) ?? parsed(withoutBareWords(text))
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(exactIds(json))
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
