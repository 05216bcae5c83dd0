import type { Sample } from '../domain/dataset.ts'
import type { Method } from '../domain/method.ts'
import { derive, type FieldId, fieldOf, type LabelId, labelIndex, labelOf, type Scheme } from '../domain/scheme.ts'
import { afterLabel, beforeLabel, isRow, reasonHeading } from './answerLayout.ts'
import { contextTurns } from './contextTurns.ts'
import { writtenLabel } from './labelForm.ts'

/** An example with its text at hand. */
export interface Shot {
  readonly sample: Sample
  /** A label for every field of the plan's scheme. */
  readonly labels: Readonly<Record<FieldId, LabelId>>
  /** Oldest turns of its context that are not shown. */
  readonly dropped?: number
}

/**
 * A method's examples, their texts found among samples. None for a zero-shot method.
 * @throws where one is not there with the content that was drawn.
 */
export function shotsOf(method: Method, samples: readonly Sample[]): readonly Shot[] {
  if (!method.shots) return []
  const { turns } = method.shots
  const byHash = new Map(samples.map((sample) => [sample.hash, sample]))
  return method.shots.shots.map(({ sampleId, hash, labels }) => {
    const sample = byHash.get(hash)
    if (!sample) throw new Error(`example ${sampleId} of ${method.shots?.dataset.name} is not there as it was drawn`)
    return turns === undefined ? { sample, labels } : { sample, labels, dropped: Math.max(contextTurns(sample).length - turns, 0) }
  })
}

/**
 * An example's answer as the method wants it, reasoning first. A reasoning is made of the definitions of the labels that follow: nobody
 * wrote one, and it is to tell no method more than its own steps say.
 * @param scheme the one that the method is asked over. @throws where it asks a field that the example has no label for (a sham field).
 */
export function shotAnswer(scheme: Scheme, method: Method, labels: Readonly<Record<FieldId, LabelId>>): string {
  const said: Record<FieldId, LabelId> = { ...labels }
  let [reasons, row] = ['', '']
  for (const step of method.steps) {
    if (step.kind === 'reason') reasons += `${reasonHeading}${reasoning(scheme, method, labels)}\n`
    if (step.kind !== 'choose' && step.kind !== 'derive') continue
    const field = fieldOf(scheme, step.field)
    const label = step.kind === 'derive' && field.kind === 'derived' ? derive(field, said) : labels[field.id]
    const index = label === undefined ? -1 : labelIndex(field, label)
    if (label === undefined || index < 0) throw new Error(`method ${method.id} asks ${field.id}, for which examples have no label`)
    said[field.id] = label
    if (step.kind === 'derive' && isRow(method.labelForm)) continue
    row += `${beforeLabel(field, method.labelForm, row === '')}${writtenLabel(field, index, method.labelForm)}${afterLabel(method.labelForm)}`
  }
  return `${reasons}${row}`.trimEnd()
}

function reasoning(scheme: Scheme, method: Method, labels: Readonly<Record<FieldId, LabelId>>): string {
  const parts = method.steps.flatMap((step) => {
    if (step.kind !== 'choose') return []
    const label = labelOf(fieldOf(scheme, step.field), labels[step.field] ?? '')
    return label ? [label.definition.zh] : []
  })
  return `${parts.join('；')}。`
}
