import type { Method, PromptTemplate } from '../domain/method.ts'
import type { Message } from '../domain/prompt.ts'
import { type FieldId, fieldNamed, fieldOf, type Scheme } from '../domain/scheme.ts'
import { answerForm, definitions, listedLabel } from './instructions.ts'
import { braces, namesInBraces } from './ownPrompt.ts'
import { listedOrder } from './variants.ts'

/**
 * A person's own wording, with places in braces. Of scheme and steps, in both messages: `{definitions}` and `{definitions:FIELD}` (the built-in instructions'
 * very blocks), `{labels:FIELD}` (the labels in one line, as they are written in answers, a letter or id with the name), `{form}` (the lines of the answer). Of the sample, in the question
 * alone: `{text}`, `{context}`, `{scenario_type}`, and `{FIELD}` for a label that a give step tells. FIELD is a field's id, name or column name.
 */
export type TemplatePlace =
  | { readonly kind: 'text' | 'context' | 'scenario_type' | 'definitions' | 'form' }
  | { readonly kind: 'definitionsOf' | 'labelsOf' | 'told'; readonly field: FieldId }

/** What a name in braces stands for; undefined where it stands for nothing. */
export function templatePlace(name: string, scheme: Scheme): TemplatePlace | undefined {
  if (name === 'text' || name === 'context' || name === 'scenario_type' || name === 'definitions' || name === 'form') return { kind: name }
  const [, list, of = ''] = /^(definitions|labels):(.+)$/.exec(name) ?? []
  const field = fieldNamed(scheme, list === undefined ? name : of.trim())
  if (field === undefined) return undefined
  return { kind: list === undefined ? 'told' : list === 'labels' ? 'labelsOf' : 'definitionsOf', field }
}

/** One sample's parts as they stand in a question; labels told as they are written, by field. */
export interface TemplateSample {
  readonly text: string
  readonly context: string
  readonly scene: string
  readonly told: Readonly<Record<FieldId, string>>
}

/** The system message of a template, the same for all samples; none where it is empty. @param scheme the one that the method is asked over. */
export function templateSystem({ system }: PromptTemplate, scheme: Scheme, method: Method): readonly Message[] {
  return system.trim() === '' ? [] : [{ role: 'system', content: filled(system, scheme, method, null) }]
}

/** The question about one sample. What the sample's own text has in braces is not filled again. @throws where a label is to be told and is not there. */
export function templateQuestion({ user }: PromptTemplate, scheme: Scheme, method: Method, sample: TemplateSample): string {
  return filled(user, scheme, method, sample)
}

function filled(template: string, scheme: Scheme, method: Method, sample: TemplateSample | null): string {
  return template.replace(braces, (whole, name: string) => {
    const place = templatePlace(name, scheme)
    switch (place?.kind) {
      case undefined:
        return whole
      case 'definitions':
        return scheme.fields.map((field) => definitions(field, method)).join('\n\n')
      case 'definitionsOf':
        return definitions(fieldOf(scheme, place.field), method)
      case 'labelsOf': {
        const field = fieldOf(scheme, place.field)
        return listedOrder(method, field).map((index) => listedLabel(field, index, method)).join('、')
      }
      case 'form':
        return answerForm(scheme, method)
      case 'text':
      case 'context':
        return sample ? sample[place.kind] : whole
      case 'scenario_type':
        return sample ? sample.scene : whole
      case 'told': {
        if (!sample) return whole
        const label = sample.told[place.field]
        if (label === undefined) throw new Error(`the template of ${method.id} tells ${place.field}, which has no label`)
        return label
      }
    }
  })
}

/** What is wrong with a template for a method; `detail.name` is the name in braces, or the field. */
export interface TemplateProblem {
  readonly part: keyof PromptTemplate
  readonly code: 'unknownPlace' | 'sampleInSystem' | 'noText' | 'notTold' | 'noPlaceForTold'
  readonly detail: Readonly<Record<string, string>>
}

/** None where the template can be asked: every name in braces is known, the sentence stands in the question, and the labels told are those that give steps tell. */
export function templateProblems({ system, user }: PromptTemplate, scheme: Scheme, steps: Method['steps']): readonly TemplateProblem[] {
  const found: TemplateProblem[] = []
  const tells = steps.flatMap((step) => (step.kind === 'give' ? [step.field] : []))
  const told = new Set<FieldId>()
  let hasText = false
  for (const [part, text] of [['system', system], ['user', user]] as const) {
    for (const name of new Set(namesInBraces(text))) {
      const place = templatePlace(name, scheme)
      if (!place) found.push({ part, code: 'unknownPlace', detail: { name, fields: scheme.fields.map(({ id }) => id).join(', ') } })
      else if (place.kind === 'text' || place.kind === 'context' || place.kind === 'scenario_type' || place.kind === 'told') {
        if (part === 'system') found.push({ part, code: 'sampleInSystem', detail: { name } })
        else if (place.kind === 'text') hasText = true
        else if (place.kind === 'told') {
          told.add(place.field)
          if (!tells.includes(place.field)) found.push({ part, code: 'notTold', detail: { name, field: place.field } })
        }
      }
    }
  }
  if (!hasText) found.push({ part: 'user', code: 'noText', detail: {} })
  for (const field of tells) if (!told.has(field)) found.push({ part: 'user', code: 'noPlaceForTold', detail: { field } })
  return found
}
