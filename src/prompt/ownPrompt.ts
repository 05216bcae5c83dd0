import type { Sample } from '../domain/dataset.ts'
import type { OwnPrompt } from '../domain/method.ts'
import type { Message, Prompt } from '../domain/prompt.ts'
import { type FieldId, fieldNamed, fieldOf, type LabelId, labelOf, type Scheme } from '../domain/scheme.ts'
import { contextWithout } from './contextTurns.ts'

/** What stands in single braces. */
export const braces = /\{([^{}\n]{1,60})\}/g

/** Names in braces that stand for the sample. */
export const samplePlaces: ReadonlySet<string> = new Set(['scenario_type', 'context', 'text'])

/** Names in braces of a text, in order of appearance. */
export function namesInBraces(text: string): readonly string[] {
  return [...text.matchAll(braces)].map(([, name = '']) => name)
}

/**
 * The prompt of a method that has its own words, for one sample, as the paper's runner fills it: scene and given labels as their ids.
 * What the sample's own text has in braces is not filled again.
 * @param given labels of the fields that the prompt gives.
 * @param dropped how many of the context's oldest turns have to go.
 * @throws where a given field has no label.
 */
export function ownPrompt(
  { name, system, user }: OwnPrompt,
  scheme: Scheme,
  sample: Pick<Sample, 'text' | 'context' | 'scene'>,
  given: Readonly<Record<FieldId, LabelId>> = {},
  dropped = 0,
): Prompt {
  const filled = (template: string) =>
    template.replace(braces, (whole, placeholder: string) => {
      if (placeholder === 'scenario_type') return sample.scene ?? ''
      if (placeholder === 'context') return contextWithout(sample, dropped)
      if (placeholder === 'text') return sample.text
      const field = fieldNamed(scheme, placeholder)
      if (field === undefined) return whole
      const label = given[field]
      if (label === undefined || !labelOf(fieldOf(scheme, field), label)) throw new Error(`${name} gives ${field}, which has no label`)
      return label
    })
  const asked: Message = { role: 'user', content: filled(user) }
  return { messages: system === '' ? [asked] : [{ role: 'system', content: filled(system) }, asked] }
}
