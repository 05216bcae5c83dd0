import { decodedText } from './decodedText.ts'
import { JsonElements } from './jsonElements.ts'
import { isRecord, JsonRecords } from './readJsonl.ts'
import { cutRaw, type RowSource, type SourceBatch, type SourceItem } from './sourceRow.ts'
import { wrappedRecords } from './wrappedRecords.ts'

/**
 * JSON documents: an array of records, streamed; an object that holds them, read whole; objects one after the other. Rows are numbered by
 * record. A record that is no JSON is `malformedRow`; where the document breaks off, what is left is the last one.
 */
export function readJson(file: Blob, encoding: string, signal?: AbortSignal): RowSource {
  return { columns: null, renamed: [], batches: batches(file, encoding, signal) }
}

async function* batches(file: Blob, encoding: string, signal?: AbortSignal): AsyncGenerator<SourceBatch> {
  const counter = new RecordCounter()
  let elements: JsonElements | undefined
  let object = ''
  for await (const { text, readBytes } of decodedText(file, encoding, signal)) {
    const last = readBytes === file.size
    if (!elements) {
      object += text
      const opening = object.replace(/^[\s\ufeff]+/, '').charAt(0)
      if (!last && (opening === '' || opening === '{')) continue
      if (opening === '{') {
        yield { items: counter.document(object), readBytes }
        return
      }
      elements = new JsonElements()
      yield { items: counter.itemsOf(elements.take(object), last ? elements.rest() : ''), readBytes }
      object = ''
    } else {
      yield { items: counter.itemsOf(elements.take(text), last ? elements.rest() : ''), readBytes }
    }
  }
}

/** Numbers records from 1. */
class RecordCounter {
  private row = 0
  private readonly records = new JsonRecords()

  itemsOf(elements: readonly string[], rest: string): SourceItem[] {
    const items: SourceItem[] = []
    for (const element of elements) {
      const item = this.records.read(element, this.row + 1)
      if (item === undefined) continue
      this.row++
      if (item === 'header') continue
      items.push(item)
    }
    if (rest !== '') items.push({ kind: 'broken', row: ++this.row, code: 'malformedRow', detail: { reason: 'truncated' }, raw: cutRaw(rest) })
    return items
  }

  /** Records of a document that begins with a brace. */
  document(json: string): SourceItem[] {
    const value = parsed(json)
    const wrapped = isRecord(value) ? wrappedRecords(json, value) : undefined
    if (wrapped?.kind === 'records') {
      return wrapped.records.map((values) => ({ kind: 'row', row: ++this.row, values, raw: () => JSON.stringify(values) }))
    }
    if (wrapped?.kind === 'arrays') return wrapped.jsons.flatMap((array) => this.firstArray(array))
    const elements = new JsonElements()
    const found = elements.take(json)
    // The one object is broken: what it holds may still be whole records.
    const array = /[[]\s*\{/.exec(json)
    if (!wrapped && array && found.every((element) => parsed(element) === undefined)) return this.firstArray(json.slice(array.index))
    return this.itemsOf(found, elements.rest())
  }

  /** The records of the array that a text begins with, whatever stands behind it. */
  private firstArray(json: string): SourceItem[] {
    const elements = new JsonElements(true)
    return this.itemsOf(elements.take(json), elements.rest())
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
