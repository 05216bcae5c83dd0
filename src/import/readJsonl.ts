import { columnNames } from './columnNames.ts'
import { roleByName } from './columnWords.ts'
import { decodedText } from './decodedText.ts'
import { mendJson } from './mendJson.ts'
import { numberSource } from './numberSource.ts'
import { isBlank } from './oddCharacters.ts'
import { droppedMembers } from './repeatedKeys.ts'
import type { RenamedColumn, RowSource, SourceBatch, SourceItem, SourceRow } from './sourceRow.ts'
import { cutRaw } from './sourceRow.ts'

/**
 * JSON, one record a line. Lines end with line feeds alone: U+2028 within a string is text. Blank lines are no rows.
 * A line that is no JSON is `malformedRow`, a value that is no record (JsonRecords) `notAnObject`.
 */
export function readJsonl(file: Blob, encoding: string, signal?: AbortSignal): RowSource {
  return { columns: null, renamed: [], batches: batches(file, encoding, signal) }
}

async function* batches(file: Blob, encoding: string, signal?: AbortSignal): AsyncGenerator<SourceBatch> {
  let rest = ''
  let row = 0
  const records = new JsonRecords()
  for await (const { text, readBytes } of decodedText(file, encoding, signal)) {
    const buffer = rest + text
    const items: SourceItem[] = []
    let from = 0
    for (let end = buffer.indexOf('\n'); end >= 0; end = buffer.indexOf('\n', from)) {
      row++
      const item = records.read(buffer.slice(from, end), row)
      if (item !== undefined && item !== 'header') items.push(item)
      from = end + 1
    }
    rest = buffer.slice(from)
    if (readBytes === file.size) {
      const item = records.read(rest, row + 1)
      if (item !== undefined && item !== 'header') items.push(item)
    }
    yield { items, readBytes }
  }
}

/**
 * Records of one file. What the first of them is, the others are: objects; texts, each a sentence (column `#1`); or lists, rows
 * of a table, whose first names the columns where it holds names that are known, else `#1`, `#2` …
 */
export class JsonRecords {
  private shape: 'objects' | 'texts' | 'lists' | undefined
  /** Of lists whose first is a header. */
  private names: readonly string[] | undefined

  /** One record from its JSON, or what is wrong with it; undefined for blank text. */
  read(raw: string, row: number): SourceItem | 'header' | undefined {
    let value: unknown
    let json = raw
    try {
      value = JSON.parse(raw)
    } catch (error) {
      if (isBlank(raw)) return undefined
      try {
        json = mendJson(raw)
        value = JSON.parse(json)
      } catch {
        return { kind: 'broken', row, code: 'malformedRow', detail: { reason: placeOf(error, raw) }, raw: cutRaw(raw) }
      }
    }
    if (tooDeep(json)) return { kind: 'broken', row, code: 'tooLarge', detail: { most: String(deepest) }, raw: cutRaw(raw) }
    const first = this.shape === undefined
    this.shape ??= typeof value === 'string' ? 'texts' : Array.isArray(value) && !value.some(isRecord) ? 'lists' : 'objects'
    if (isRecord(value)) return objectRow(row, value, json, raw)
    if (this.shape === 'texts' && typeof value === 'string') return new JsonRow(row, { '#1': value }, json, raw)
    if (this.shape === 'lists' && Array.isArray(value)) {
      if (first && value.every((cell) => typeof cell === 'string') && value.some((cell) => roleByName(cell) !== undefined)) {
        this.names = columnNames(value).columns
        return 'header'
      }
      const extra = this.names ? value.length - this.names.length : 0
      if (extra > 0) return { kind: 'broken', row, code: 'raggedRow', detail: { expected: String(this.names!.length), found: String(value.length) }, raw: cutRaw(raw) }
      return new JsonRow(row, Object.fromEntries(value.map((cell: unknown, at): [string, unknown] => [this.names?.[at] ?? `#${at + 1}`, cell])), json, raw)
    }
    return { kind: 'broken', row, code: 'notAnObject', detail: { found: kindOf(value) }, raw: cutRaw(raw) }
  }
}

/** What a key that comes again had before is kept under a name of its own: nobody knows which was meant. */
function objectRow(row: number, value: Readonly<Record<string, unknown>>, json: string, raw: string): SourceItem {
  const dropped = droppedMembers(json, Object.keys(value).length)
  if (dropped.length === 0) return new JsonRow(row, value, json, raw)
  const names = columnNames([...Object.keys(value), ...dropped.map(([key]) => key)])
  const added = dropped.map(([, earlier], at): [string, unknown] => [names.columns[Object.keys(value).length + at]!, earlier])
  return new JsonRow(row, { ...value, ...Object.fromEntries(added) }, json, raw, names.renamed.filter(({ to }) => added.some(([name]) => name === to)))
}

/** Beyond this many brackets open at once nothing that people wrote is left, and what walks a value by calling itself fails. */
const deepest = 500

function tooDeep(json: string): boolean {
  let brackets = 0
  for (let at = 0; at < json.length && brackets <= deepest; at++) {
    const code = json.charCodeAt(at)
    if (code === 0x7b || code === 0x5b) brackets++
  }
  // Hardly ever: only then are strings told from what is around them.
  if (brackets <= deepest) return false
  let depth = 0
  for (const [bracket] of json.matchAll(/"[^"\\]*(?:\\[^][^"\\]*)*"|[[\]{}]/g)) {
    if (bracket === '}' || bracket === ']') depth--
    else if (!bracket.startsWith('"') && ++depth > deepest) return true
  }
  return false
}

const noneRenamed: readonly RenamedColumn[] = []

/** A class, so that fifty thousand rows do not make a hundred thousand closures. */
class JsonRow implements SourceRow {
  readonly kind = 'row'
  readonly row: number
  readonly values: Readonly<Record<string, unknown>>
  private readonly json: string
  private readonly written: string

  readonly renamed: readonly RenamedColumn[]

  /** @param json as it was parsed @param written as it stands in the file */
  constructor(row: number, values: Readonly<Record<string, unknown>>, json: string, written: string, renamed: readonly RenamedColumn[] = noneRenamed) {
    this.renamed = renamed
    this.row = row
    this.values = values
    this.json = json
    this.written = written
  }

  raw(): string {
    return this.written
  }

  numberSource(column: string): string | undefined {
    return numberSource(this.json, column)
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}

/**
 * What stands around the place where reading stopped, which is marked by ▸: understood in any language, unlike the engine's own words. Empty
 * where the engine does not name the place.
 */
function placeOf(error: unknown, raw: string): string {
  const [, position] = /at position (\d+)/.exec(error instanceof Error ? error.message : '') ?? []
  if (position === undefined) return ''
  const at = Number(position)
  const before = raw.slice(Math.max(0, at - 15), at)
  return `${at > 15 ? '…' : ''}${before}▸${raw.slice(at, at + 15)}${at + 15 < raw.length ? '…' : ''}`
}
