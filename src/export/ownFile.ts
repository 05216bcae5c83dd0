import type * as v from 'valibot'
import { type JsonPlace, jsonPlaces } from './jsonPlaces.ts'
import { literals, mended } from './mendedFile.ts'

/** Something that is wrong with a file of a person's own (a scheme, methods). Views turn the code into a sentence that says what is wrong and what to do. */
export interface FileProblem<Code extends string> {
  /** Within the file: `scheme.fields[2].labels[0].id`; empty for all of it. */
  readonly path: string
  /** Of the file's text, from 1; absent where the file as a whole is meant. */
  readonly line?: number
  readonly code: Code
  /** What the sentence needs. */
  readonly detail: Readonly<Record<string, string>>
}

/** What any of them may be wrong in: its text, or its shape by the format's schema. */
export type ShapeCode =
  | 'tooLarge'
  | 'notJson'
  | 'type'
  | 'missing'
  | 'unknownKey'
  | 'empty'
  | 'tooFew'
  | 'tooMany'
  | 'tooLong'
  | 'wholeNumber'
  | 'reservedInText'

/** Of the problems of one file that are told. */
export const mostProblems = 100

/** At most so many of the problems, in the file's order. */
export function failed<Code extends string>(problems: readonly FileProblem<Code>[]): { readonly kind: 'problems'; readonly problems: readonly FileProblem<Code>[] } {
  return { kind: 'problems', problems: problems.slice(0, mostProblems) }
}

/** A file's JSON with the places of its values, or why it is none. */
export type OwnJson =
  | { readonly kind: 'json'; readonly value: unknown; readonly places: ReadonlyMap<string, JsonPlace> }
  | { readonly kind: 'problems'; readonly problems: readonly FileProblem<'tooLarge' | 'notJson'>[] }

/** What the text of a file says as JSON, or why it says nothing. @param longest in UTF-16 units. */
export function jsonOf(text: string, longest: number): OwnJson {
  if (text.length > longest) return failed([{ path: '', code: 'tooLarge', detail: { most: String(longest) } }])
  const plain = text.startsWith('\ufeff') ? text.slice(1) : text
  const read = jsonPlaces(plain)
  if (read.kind === 'places') return { kind: 'json', value: JSON.parse(plain) as unknown, places: read.places }
  const { line, column, wanted, found } = read.at
  return failed([{ path: '', line, code: 'notJson', detail: { line: String(line), column: String(column), wanted, found } }])
}

interface Format<Schema extends v.GenericSchema, Other extends string, Code extends string> {
  readonly name: string
  readonly schema: Schema
  /** What is said of a file of another format. */
  readonly other: Other
  /** What its schema's patterns give as their messages. */
  readonly patterns: readonly Code[]
  /** What is to be said of a number that is not whole, or too large. */
  readonly wholeNumber?: Readonly<Record<string, string>>
  /** What an entry most likely is whose `kind` is unknown. */
  readonly kindOf: (entry: object) => string
  /** What a schema cannot say. @param isDoubtful places whose content is a stand-in for what is wrong there, so that nothing may be said that rests on it. */
  readonly meaning: (output: v.InferOutput<Schema>, isDoubtful: (path: string) => boolean) => readonly FileProblem<Code>[]
}

/**
 * All that is wrong with a file by its format, in its shape and in its meaning at once, in the file's order; or what it says. Its schema's lengths have `empty`, `tooFew`,
 * `tooMany` and `tooLong` as their messages, its patterns their codes.
 */
export function readOwn<Schema extends v.GenericSchema, Other extends string, Code extends string>(
  { value, places }: Extract<OwnJson, { kind: 'json' }>,
  format: Format<Schema, Other, Code>,
): { readonly kind: 'read'; readonly output: v.InferOutput<Schema> } | { readonly kind: 'problems'; readonly problems: readonly FileProblem<ShapeCode | Other | Code>[] } {
  const { issues, output, isDoubtful } = mended(format.schema, value, format.kindOf)
  // what is of another format altogether has nothing else worth telling
  if (issues.some(({ path }) => ['', 'format'].includes(path))) return failed([{ path: '', code: format.other, detail: { format: format.name } }])
  const shape = issues.map(({ path, issue }) => problemOf(path, issue, format))
  const meaning = output === null ? [] : format.meaning(output, isDoubtful).filter(({ path }) => !isDoubtful(path))
  const problems: readonly FileProblem<ShapeCode | Other | Code>[] = [...shape, ...meaning]
  if (output !== null && problems.length === 0) return { kind: 'read', output }
  return failed(problems.map((problem) => ({ problem, place: placeOf(problem.path, places) })).sort((one, other) => one.place.order - other.place.order).map(({ problem, place }) => ({ ...problem, line: place.line })))
}

/** Of what is missing: the place of what it is missing in. */
function placeOf(path: string, places: ReadonlyMap<string, JsonPlace>): JsonPlace {
  for (let at = path; at !== ''; at = at.replace(/(?:\.[^.[\]]*|\[\d+\]|^[^.[]*)$/, '')) {
    const place = places.get(at)
    if (place) return place
  }
  return places.get('') ?? { line: 1, order: Infinity }
}

function problemOf<Code extends string>(path: string, issue: v.BaseIssue<unknown>, { patterns, wholeNumber = {} }: Pick<Format<v.GenericSchema, string, Code>, 'patterns' | 'wholeNumber'>): FileProblem<ShapeCode | Code> {
  const { type, message, expected, received, requirement } = issue
  const bound = typeof requirement === 'number' ? String(requirement) : ''
  switch (type) {
    case 'min_length':
      return { path, code: message === 'empty' ? 'empty' : 'tooFew', detail: { least: bound } }
    case 'max_length':
      return { path, code: message === 'tooLong' ? 'tooLong' : 'tooMany', detail: { most: bound } }
    case 'integer':
    case 'min_value':
    case 'max_value':
      return { path, code: 'wholeNumber', detail: wholeNumber }
    case 'regex':
      return { path, code: patterns.find((code) => code === message) ?? 'reservedInText', detail: { value: String(issue.input).slice(0, 60) } }
    case 'strict_object':
      if (expected === 'never') return { path, code: 'unknownKey', detail: {} }
      if (received === 'undefined') return { path, code: 'missing', detail: {} }
  }
  return { path, code: issue.input === undefined ? 'missing' : 'type', detail: issue.input === undefined ? {} : { ...kindsWanted(type, expected ?? ''), ...foundKind(issue.input) } }
}

/** What a value should be, by a word that views have in each language; one of a few values where only they are possible. */
function kindsWanted(type: string, expected: string): Readonly<Record<string, string>> {
  if (type === 'literal' || type === 'picklist' || (type === 'variant' && expected !== 'Object')) return { wanted: 'oneOf', values: literals(expected).map((value) => JSON.stringify(value)).join(', ') }
  const kinds: Readonly<Record<string, string>> = { array: 'list', strict_object: 'object', variant: 'object', string: 'text', number: 'number', boolean: 'yesNo' }
  return { wanted: kinds[type] ?? 'text' }
}

/** What a value is, by the same words, and how it is written where it is short. */
function foundKind(input: unknown): Readonly<Record<string, string>> {
  if (input === null) return { found: 'nothing' }
  if (Array.isArray(input)) return { found: 'list' }
  if (typeof input === 'object') return { found: 'object' }
  return { found: typeof input === 'string' ? 'text' : typeof input === 'number' ? 'number' : 'yesNo', value: JSON.stringify(input).slice(0, 60) }
}
