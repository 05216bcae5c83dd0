import type { Field, FieldId, Scheme } from '../domain/scheme.ts'
import { folded } from './answerText.ts'
import type { WrittenObject, WrittenValue } from './writtenObject.ts'

/** A field's value somewhere in a text. */
export interface Statement {
  readonly field: FieldId
  readonly value: string
  /** Place in the text, in UTF-16 units. */
  readonly at: number
  /** Said in prose (`隐含极性是负面`) rather than under a heading. */
  readonly inProse: boolean
  /** The text ends with the value. */
  readonly atEnd: boolean
}

/** Words that head an answer without naming its field: they mean the one field of a method that chooses one. */
const anyAnswer = ['最终答案', '最终判断', '答案', '回答', '结论', '判断', '标签', '选择', '结果', 'final answer', 'answer', 'label', 'result', 'output', 'choice', 'prediction']
const wrappers: ReadonlySet<string> = new Set(anyAnswer.map(keyForm).concat('labels', 'answers', 'final'))
const innerKeys: ReadonlySet<string> = new Set(['label', 'value', 'answer', 'id', 'name', '标签', '答案', '取值'])

/** How the fields of a scheme are headed. */
export interface Headings {
  readonly pattern: RegExp
  /** Searchable form to field; null for a heading that names none. */
  readonly fields: ReadonlyMap<string, FieldId | null>
  /** The same for keys of an object. */
  readonly keys: ReadonlyMap<string, FieldId>
}

/** @param only the one field that a heading without a name means, if there is such a field. */
export function headingsOf(scheme: Scheme, only: FieldId | undefined): Headings {
  const known = cache.get(scheme) ?? new Map<FieldId | undefined, Headings>()
  cache.set(scheme, known)
  const found = known.get(only) ?? compile(scheme, only)
  known.set(only, found)
  return found
}

const cache = new WeakMap<Scheme, Map<FieldId | undefined, Headings>>()

function compile(scheme: Scheme, only: FieldId | undefined): Headings {
  const fields = new Map<string, FieldId | null>()
  for (const form of anyAnswer) fields.set(form, only ?? null)
  // Ids and names beat another field's column of the same spelling.
  for (const field of scheme.fields) for (const form of field.columns) fields.set(folded(form), field.id)
  for (const field of scheme.fields) for (const form of namesOf(field)) fields.set(folded(form), field.id)
  const forms = [...fields.keys()].sort((one, other) => other.length - one.length).map(bounded)
  const close = '[*`"”’」』\\])>\\t ]{0,12}'
  const separator = `${close}(?:\\([^()\\n]{0,40}\\))?${close}(?::|=|\\||→|->)|[ \\t]*[】\\]」]`
  return {
    pattern: new RegExp(`(${forms.join('|')})(?:(${separator})|([ \\t]*(?:是|为|is\\b)|[ \\t]+(?=\\S)))`, 'g'),
    fields,
    keys: new Map([...fields].flatMap(([form, field]) => (field === null ? [] : [[keyForm(form), field]]))),
  }
}

function namesOf(field: Field): string[] {
  return [field.id, field.name.zh, field.name.en]
}

/** A form as a pattern; Latin ones must not be part of a word. */
function bounded(form: string): string {
  const pattern = form.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
  return `${/^[a-z0-9]/.test(form) ? '(?<![a-z0-9])' : ''}${pattern}${/[a-z0-9]$/.test(form) ? '(?![a-z0-9])' : ''}`
}

function keyForm(key: string): string {
  return folded(key).replace(/\([^()]*\)/g, '').replace(/[\s*\-:.]+/g, '')
}

/** What stands under headings, on the heading's line or, where that is empty, on the next. */
export function headedStatements(text: string, headings: Headings): readonly Statement[] {
  const searched = folded(text)
  // `答案是` in a line is part of what it says; at its beginning it ends what stood before.
  const found = [...searched.matchAll(headings.pattern)].filter(
    ({ 1: form = '', index }) => headings.fields.get(form) !== null || /^[\s*#\->]*$/.test(searched.slice(searched.lastIndexOf('\n', index) + 1, index)),
  )
  return found.flatMap((match, at): Statement[] => {
    const field = headings.fields.get(match[1] ?? '')
    if (field === undefined || field === null) return []
    const from = match.index + match[0].length
    const limit = found[at + 1]?.index ?? text.length
    let line = lineEnd(text, from)
    // `字面极性：` alone: its label stands on the next line that has something.
    while (line < limit && /^[\s*`|]*$/.test(text.slice(from, line))) line = lineEnd(text, line + 1)
    const end = Math.min(line, limit)
    return [{ field, value: text.slice(from, end), at: match.index, inProse: match[3] !== undefined, atEnd: end >= text.length }]
  })
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

/**
 * What an object's own keys say. Nested objects are another matter (a draft, an example), unless the whole is closed, has
 * no field of its own and wraps the answer under a key that says so.
 */
export function objectStatements(object: WrittenObject, headings: Headings, depth = 0): readonly Statement[] {
  const own = object.entries.flatMap((entry): Statement[] => {
    const field = headings.keys.get(keyForm(entry.key))
    const value = field === undefined ? undefined : valueText(entry.value)
    return field === undefined || value === undefined ? [] : [{ field, value, at: entry.at, inProse: false, atEnd: entry.cut }]
  })
  if (own.length > 0 || !object.closed || depth > 1) return own
  return object.entries.flatMap(({ key, value }) =>
    value.kind === 'object' && wrappers.has(keyForm(key)) ? objectStatements(value.object, headings, depth + 1) : [],
  )
}

/** A value as text: of a list all its texts, of an object what stands under a key for the label itself. */
function valueText(value: WrittenValue): string | undefined {
  switch (value.kind) {
    case 'text':
      return value.text
    case 'list':
      return value.items.flatMap((item) => (item.kind === 'text' ? [item.text] : [])).join('、')
    case 'object': {
      const inner = value.object.entries.find((entry) => innerKeys.has(keyForm(entry.key)))
      return inner && inner.value.kind === 'text' && value.object.closed ? inner.value.text : undefined
    }
  }
}
