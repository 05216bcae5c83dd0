import type { OutputMapping } from '../domain/model.ts'
import type { Field, FieldId, Scheme } from '../domain/scheme.ts'
import { matchLabel } from './labelMatch.ts'

/**
 * Which label of which field each output of a classifier stands for, as far as the outputs' names say it: `field=Label`,
 * or, without fields, labels that all belong to exactly one field of the scheme. Null where they do not (`LABEL_0`,
 * or positive, neutral, negative, which could be what is said or what is meant): the user decides.
 */
export function guessOutputs(outputs: readonly string[], scheme: Scheme): OutputMapping {
  const named = outputs.map((output) => namedField(output, scheme))
  if (named.some((output) => output !== null)) {
    return named.map((output) => (output === null ? null : labelled(output.field, output.label)))
  }
  const candidates = scheme.fields.map((field) => outputs.map((output) => labelled(field, output)))
  const complete = candidates.filter((mapping) => mapping.every((label) => label !== null) && isDistinct(mapping))
  return complete.length === 1 && complete[0] ? complete[0] : outputs.map(() => null)
}

/** The fields a mapping can answer: two labels at least stand for different outputs. In scheme order. */
export function mappedFields(mapping: OutputMapping, scheme: Scheme): readonly FieldId[] {
  return scheme.fields
    .map((field) => field.id)
    .filter((field) => new Set(mapping.flatMap((output) => (output?.field === field ? [output.label] : []))).size > 1)
}

/** The parts of `field=Label`, where the field is one of the scheme (by id, name or column name). */
function namedField(output: string, scheme: Scheme): { readonly field: Field; readonly label: string } | null {
  const cut = output.search(/[=:：]/)
  if (cut < 1) return null
  const name = output.slice(0, cut).trim().toLowerCase()
  const field = scheme.fields.find(({ id, name: { zh, en }, columns }) => [id, zh, en, ...columns].some((known) => known.toLowerCase() === name))
  return field ? { field, label: output.slice(cut + 1).trim() } : null
}

function labelled(field: Field, raw: string): OutputMapping[number] {
  const match = matchLabel(raw, field)
  return match.kind === 'label' ? { field: field.id, label: match.id } : null
}

function isDistinct(mapping: OutputMapping): boolean {
  return new Set(mapping.map((output) => output?.label)).size === mapping.length
}
