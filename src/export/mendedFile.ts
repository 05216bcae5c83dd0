import * as v from 'valibot'

/** Everything that a schema finds wrong with a value, and what the value is when that is put aside. */
export interface Mended<Output> {
  /** Each with its path; what follows from mending is not among them. */
  readonly issues: readonly { readonly path: string; readonly issue: v.BaseIssue<unknown> }[]
  /** The value, its wrong parts replaced by stand-ins that mean nothing; null where that could not be done. */
  readonly output: Output | null
  /** Whether anything at this place, above or below it is a stand-in: what is said of it would be said of that. */
  readonly isDoubtful: (path: string) => boolean
}

/** Rounds of mending: each finds what the one before hid (a length behind a wrong item, a second unknown key). */
const rounds = 30

/**
 * Reads a value by a schema and goes on where it fails: what is wrong is replaced, and the rest is read again, so that a person hears of all that is wrong at once.
 * @param kindOf what an entry of a variant most likely is, where its own `kind` is none of them.
 */
export function mended<Schema extends v.GenericSchema>(schema: Schema, value: unknown, kindOf: (entry: object) => string): Mended<v.InferOutput<Schema>> {
  const copy: { whole: unknown } = { whole: structuredClone(value) }
  const issues: Mended<unknown>['issues'][number][] = []
  const replaced: string[] = []
  const removed: string[] = []
  let output: v.InferOutput<Schema> | null = null
  for (let round = 0; round < rounds && output === null; round++) {
    const parsed = v.safeParse(schema, copy.whole)
    if (parsed.success) output = parsed.output
    const before = [...replaced, ...removed]
    for (const issue of parsed.issues ?? []) {
      const path = pathOf(issue)
      if (!before.some((place) => isWithin(path, place))) issues.push({ path, issue })
      const kept = mend(copy, issue, kindOf)
      ;(kept ? replaced : removed).push(path)
    }
  }
  return { issues, output, isDoubtful: (path) => replaced.some((place) => isWithin(path, place) || isWithin(place, path)) }
}

/** `scheme.fields[2].labels[0].id`; empty for the whole. */
export function pathOf({ path }: Pick<v.BaseIssue<unknown>, 'path'>): string {
  return (path ?? []).map(({ key }, at) => (typeof key === 'number' ? `[${key}]` : `${at === 0 ? '' : '.'}${String(key)}`)).join('')
}

/** Whether a path is a place or lies in it. */
function isWithin(path: string, place: string): boolean {
  return path === place || place === '' || (path.startsWith(place) && /^[.[]/.test(path.slice(place.length)))
}

/** Replaces what an issue is about by something that its schema may take. @returns false where it was a key too many, which is gone. */
function mend(copy: { whole: unknown }, issue: v.BaseIssue<unknown>, kindOf: (entry: object) => string): boolean {
  const keys = ['whole', ...(issue.path ?? []).map(({ key }) => key as string | number)]
  const last = keys.pop()!
  const parent = keys.reduce<unknown>((at, key) => (at as Record<string | number, unknown>)[key], copy) as Record<string | number, unknown>
  if (issue.type === 'strict_object' && issue.expected === 'never') {
    Reflect.deleteProperty(parent, last)
    return false
  }
  Object.defineProperty(parent, last, { value: standIn(issue, Object.hasOwn(parent, last) ? parent[last] : undefined, parent, kindOf), enumerable: true, configurable: true, writable: true })
  return true
}

let made = 0

function standIn({ type, expected, received, requirement }: v.BaseIssue<unknown>, found: unknown, parent: object, kindOf: (entry: object) => string): unknown {
  const word = `x${made++}`
  switch (type) {
    case 'strict_object':
      return received === 'undefined' ? null : {}
    case 'variant':
      return expected === 'Object' ? {} : kindOf(parent)
    case 'array':
      return []
    case 'number':
    case 'integer':
    case 'min_value':
    case 'max_value':
      return 1
    case 'boolean':
      return false
    case 'literal':
    case 'picklist':
      return literals(expected ?? '')[0]
    case 'min_length':
      return Array.isArray(found) ? [...(found as unknown[]), ...Array.from({ length: Number(requirement) - found.length }, () => null)] : word
    case 'max_length':
      return Array.isArray(found) ? found.slice(0, Number(requirement)) : word
  }
  return word
}

/** The values that a schema says it expects, as `("chosen" | "derived")` or `1`. */
export function literals(expected: string): readonly unknown[] {
  return expected.replace(/^\((.*)\)$/, '$1').split(' | ').map((each) => JSON.parse(each) as unknown)
}
