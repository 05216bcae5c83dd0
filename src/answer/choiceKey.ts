import type { Conditional } from '../domain/prediction.ts'

/** Which choice a conditional is of: its field and the path before it. */
export type ChoiceKey = string

export function choiceKey({ field, given }: Pick<Conditional, 'field' | 'given'>): ChoiceKey {
  return JSON.stringify([field, ...Object.entries(given)])
}
