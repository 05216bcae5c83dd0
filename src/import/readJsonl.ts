import { decodedText } from './decodedText.ts'
import { numberSource } from './numberSource.ts'
import { isBlank } from './oddCharacters.ts'
import type { RowSource, SourceBatch, SourceItem, SourceRow } from './sourceRow.ts'
import { cutRaw } from './sourceRow.ts'

/**
 * JSON, one record a line. Lines end with line feeds alone: U+2028 within a string is text. Blank lines are no rows.
 * A line that is no JSON is `malformedRow`, a value that is no object `notAnObject`.
 */
export function readJsonl(file: Blob, encoding: string, signal?: AbortSignal): RowSource {
  return { columns: null, renamed: [], batches: batches(file, encoding, signal) }
}

async function* batches(file: Blob, encoding: string, signal?: AbortSignal): AsyncGenerator<SourceBatch> {
  let rest = ''
  let row = 0
  for await (const { text, readBytes } of decodedText(file, encoding, signal)) {
    const buffer = rest + text
    const items: SourceItem[] = []
    let from = 0
    for (let end = buffer.indexOf('\n'); end >= 0; end = buffer.indexOf('\n', from)) {
      row++
      const item = readJsonRow(buffer.slice(from, end), row)
      if (item) items.push(item)
      from = end + 1
    }
    rest = buffer.slice(from)
    if (readBytes === file.size) {
      const item = readJsonRow(rest, row + 1)
      if (item) items.push(item)
    }
    yield { items, readBytes }
  }
}

/** One record from its JSON, or what is wrong with it; undefined for blank text. */
export function readJsonRow(raw: string, row: number): SourceItem | undefined {
  let value: unknown
  try {
    value = JSON.parse(raw)
  } catch (error) {
    if (isBlank(raw)) return undefined
    try {
      value = JSON.parse(mend(raw))
    } catch {
      return { kind: 'broken', row, code: 'malformedRow', detail: { reason: reasonOf(error) }, raw: cutRaw(raw) }
    }
  }
  if (!isRecord(value)) return { kind: 'broken', row, code: 'notAnObject', detail: { found: kindOf(value) }, raw: cutRaw(raw) }
  return new JsonRow(row, value, raw)
}

/** A class, so that fifty thousand rows do not make a hundred thousand closures. */
class JsonRow implements SourceRow {
  readonly kind = 'row'
  readonly row: number
  readonly values: Readonly<Record<string, unknown>>
  private readonly json: string

  constructor(row: number, values: Readonly<Record<string, unknown>>, json: string) {
    this.row = row
    this.values = values
    this.json = json
  }

  raw(): string {
    return this.json
  }

  numberSource(column: string): string | undefined {
    return numberSource(this.json, column)
  }
}

/**
 * Undoes what is no loss: a byte order mark in mid-file (two files joined), a comma behind the record (lines cut from an array), and the
 * bare NaN and Infinity that Python writes, as null.
 */
function mend(raw: string): string {
  const bare = raw.replace(/^[\s\ufeff\u200b\u0000]+|[\s,\ufeff\u200b\u0000]+$/g, '')
  if (!/NaN|Infinity/.test(bare)) return bare
  return bare.replace(/"(?:[^"\\]|\\.)*"|-?\bInfinity\b|\bNaN\b/g, (token) => (token.startsWith('"') ? token : 'null'))
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}

/** The engine's own words, which name the place; V8 quotes the text, which is in `raw` already. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/, ".*" is not valid JSON$/s, '').slice(0, 120) : ''
}
