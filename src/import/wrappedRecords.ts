import { cellText } from './cellText.ts'
import { columnNames } from './columnNames.ts'
import { columnKey, roleByName } from './columnWords.ts'
import { stringEnd } from './numberSource.ts'
import { isRecord } from './readJsonl.ts'

/** Where the records of a JSON document that is one object are. */
export type Wrapped =
  /** The text from each array of records on: one, or the parts (`train`, `test`) that the data is in. */
  | { readonly kind: 'arrays'; readonly jsons: readonly string[] }
  /** The records as they had to be put together: the document is a table by columns, or an object of records. */
  | { readonly kind: 'records'; readonly records: readonly Readonly<Record<string, unknown>>[] }
  /** The object is a record itself. */
  | { readonly kind: 'single' }

/**
 * Finds the records in an object: its array of objects (`{"data": [...]}`, one object further in where there is none; of several the
 * longest, with those whose records are like its own: `{"train": [...], "test": [...]}`), columns as lists or by index (`{"text": ["a", "b"]}`, `{"text": {"0": "a"}}`, as data frames are
 * written), or records under their ids (then `id`, unless they have one).
 */
export function wrappedRecords(json: string, value: Readonly<Record<string, unknown>>): Wrapped {
  const members = Object.entries(value)
  const named = members.some(([key, inner]) => roleByName(key)?.[0] === 'text' && typeof inner === 'string')
  if (named) return { kind: 'single' }
  const arrays = recordArrays(value)
  if (arrays.length > 0) return { kind: 'arrays', jsons: arrays.map((key) => memberJson(json, key)) }
  for (const [key, inner] of members) {
    const further = isRecord(inner) ? recordArrays(inner) : []
    if (further.length > 0) return { kind: 'arrays', jsons: further.map((name) => memberJson(memberJson(json, key), name)) }
  }
  const table = splitTable(value)
  if (table) return { kind: 'records', records: table }
  const columns = columnLists(members) ?? columnMaps(members)
  if (columns) return { kind: 'records', records: columns }
  const records = members.filter((member): member is [string, Record<string, unknown>] => isRecord(member[1]))
  if (records.length > 0 && records.length === members.length) {
    return { kind: 'records', records: records.map(([key, record]) => (Object.keys(record).some((name) => columnKey(name) === 'id') ? record : { id: key, ...record })) }
  }
  return { kind: 'single' }
}

/** The keys of the members that are arrays of objects: the longest, and those whose first record has most of its keys. */
function recordArrays(value: Readonly<Record<string, unknown>>): readonly string[] {
  const arrays = Object.entries(value).flatMap(([key, inner]) => {
    const records = Array.isArray(inner) ? inner.filter(isRecord) : []
    return Array.isArray(inner) && records.length * 2 > inner.length ? [{ key, length: inner.length, names: Object.keys(records[0] ?? {}) }] : []
  })
  const longest = arrays.reduce((best, array) => (array.length > best.length ? array : best), arrays[0] ?? { key: '', length: 0, names: [] })
  return arrays.filter((array) => array === longest || longest.names.filter((name) => array.names.includes(name)).length * 2 > longest.names.length).map(({ key }) => key)
}

/** `{"columns": ["text", "label"], "data": [["a", 0], ["b", 1]]}`: data frames in the orientation `split`. Cells without a name are numbered. */
function splitTable({ columns, data }: Readonly<Record<string, unknown>>): Record<string, unknown>[] | undefined {
  if (!Array.isArray(columns) || !Array.isArray(data) || !data.every(Array.isArray)) return undefined
  const names = columnNames(columns.map(cellText)).columns
  return data.map((cells: readonly unknown[]) => Object.fromEntries(cells.map((cell, at) => [names[at] ?? `#${at + 1}`, cell])))
}

/** `{"text": ["a", "b"], "label": [0, 1]}` */
function columnLists(members: readonly (readonly [string, unknown])[]): Record<string, unknown>[] | undefined {
  const lists = members.filter((member): member is [string, unknown[]] => Array.isArray(member[1]))
  const length = lists[0]?.[1].length
  if (length === undefined || lists.length < members.length || lists.some(([, list]) => list.length !== length)) return undefined
  return Array.from({ length }, (_, at) => Object.fromEntries(lists.map(([key, list]) => [key, list[at]])))
}

/** `{"text": {"0": "a", "1": "b"}, "label": {"0": 0, "1": 1}}`: every column has the same keys, and cells are no objects. */
function columnMaps(members: readonly (readonly [string, unknown])[]): Record<string, unknown>[] | undefined {
  const maps = members.filter((member): member is [string, Record<string, unknown>] => isRecord(member[1]))
  const [first] = maps
  if (!first || maps.length < members.length || !maps.some(([key]) => roleByName(key) !== undefined)) return undefined
  const keys = Object.keys(first[1])
  if (maps.some(([, map]) => keys.some((key) => !Object.hasOwn(map, key) || isRecord(map[key])))) return undefined
  return keys.map((row) => Object.fromEntries(maps.map(([key, map]) => [key, map[row]])))
}

/** The text of an object from a member's value on; the text must be an object that JSON.parse accepts, or begin with one. */
function memberJson(json: string, key: string): string {
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === 0x7b || code === 0x5b) depth++
    else if (code === 0x7d || code === 0x5d) depth--
    else if (code === 0x22) {
      const end = stringEnd(json, at)
      if (depth === 1) {
        const colon = /\s*:\s*/y
        colon.lastIndex = end
        if (colon.test(json) && JSON.parse(json.slice(at, end)) === key) return json.slice(colon.lastIndex)
      }
      at = end - 1
    }
  }
  return ''
}
