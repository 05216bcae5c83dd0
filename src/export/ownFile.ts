import type { BaseIssue } from 'valibot'

/** Something that is wrong with a file of a person's own (a scheme, methods). Views turn the code into a sentence that says what is wrong and what to do. */
export interface FileProblem<Code extends string> {
  /** Within the file: `scheme.fields[2].labels[0].id`; empty for all of it. */
  readonly path: string
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

/** What the text of a file says as JSON, or why it says nothing. @param longest in UTF-16 units. */
export function jsonOf(text: string, longest: number): { readonly kind: 'json'; readonly value: unknown } | { readonly kind: 'problems'; readonly problems: readonly FileProblem<'tooLarge' | 'notJson'>[] } {
  if (text.length > longest) return failed([{ path: '', code: 'tooLarge', detail: { most: String(longest) } }])
  try {
    return { kind: 'json', value: JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text) as unknown }
  } catch (error) {
    return failed([{ path: '', code: 'notJson', detail: { reason: error instanceof Error ? error.message : String(error) } }])
  }
}

interface Format<Other extends string, Pattern extends string> {
  readonly name: string
  /** What is said of a file of another format. */
  readonly other: Other
  /** What its schema's patterns give as their messages. */
  readonly patterns: readonly Pattern[]
  /** What is to be said of a number that is not whole, or too large. */
  readonly wholeNumber?: Readonly<Record<string, string>>
}

/** What a schema finds wrong with a file. Its lengths have `empty`, `tooFew`, `tooMany` and `tooLong` as their messages, its patterns their codes. */
export function shapeProblems<Other extends string, Pattern extends string>(issues: readonly BaseIssue<unknown>[], format: Format<Other, Pattern>): readonly FileProblem<ShapeCode | Other | Pattern>[] {
  // what is of another format altogether has nothing else worth telling
  const another = issues.some((issue) => ['', 'format'].includes(pathOf(issue)))
  return another ? [{ path: '', code: format.other, detail: { format: format.name } }] : issues.map((issue) => problemOf(issue, format))
}

function problemOf<Pattern extends string>(issue: BaseIssue<unknown>, { patterns, wholeNumber = {} }: Format<string, Pattern>): FileProblem<ShapeCode | Pattern> {
  const path = pathOf(issue)
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
  return { path, code: 'type', detail: { expected: expected ?? '', received: received.slice(0, 60) } }
}

function pathOf({ path }: BaseIssue<unknown>): string {
  return (path ?? []).map(({ key }, at) => (typeof key === 'number' ? `[${key}]` : `${at === 0 ? '' : '.'}${String(key)}`)).join('')
}
