import type { Conditional } from '../domain/prediction.ts'
import type { FieldId } from '../domain/scheme.ts'

/** Which choice a conditional is of: its field and the path before it. */
export type ChoiceKey = string

export function choiceKey({ field, given }: Pick<Conditional, 'field' | 'given'>): ChoiceKey {
  const known = keys.get(given) ?? new Map<FieldId, ChoiceKey>()
  keys.set(given, known)
  const key = known.get(field) ?? JSON.stringify([field, ...Object.entries(given)])
  known.set(field, key)
  return key
}

/** Records share the objects that say what was given; a mean over thousands of them asks for each key thousands of times. */
const keys = new WeakMap<Conditional['given'], Map<FieldId, ChoiceKey>>()
