import type { Method, OwnPrompt } from '../domain/method.ts'
import { type Field, fieldNamed, type Scheme } from '../domain/scheme.ts'
import { isRow } from '../prompt/answerLayout.ts'
import { namesInBraces, samplePlaces } from '../prompt/ownPrompt.ts'
import { type TemplateProblem, templateProblems } from '../prompt/promptTemplate.ts'
import type { FileProblem, ShapeCode } from './ownFile.ts'

export type MethodProblemCode =
  | ShapeCode
  | 'notMethods'
  | 'methodId'
  /** A built-in method has that id. */
  | 'taken'
  /** A plan calls methods with examples, and their variants, by such an end: two methods of it would have one id. */
  | 'plannedId'
  | 'repeated'
  | 'noField'
  | 'notDerived'
  /** A field has a step already: it is either told or asked, and once. */
  | 'fieldTwice'
  | 'reasonLate'
  | 'nothingChosen'
  | 'derivedTooEarly'
  /** Letters are A to Z. */
  | 'tooManyLabels'
  /** Letters stand in one row: no step has a line of its own. */
  | 'rowInstruction'
  | 'promptGuided'
  | 'promptAndTemplate'
  | 'promptWithoutText'
  | TemplateProblem['code']

/** What is wrong with a method file. */
export type MethodProblem = FileProblem<MethodProblemCode>

/**
 * What a JSON Schema cannot say: that a method's steps can be taken over a scheme, and that its words can be filled.
 * @param path of the method within its file. @returns none where it can be asked.
 */
export function methodProblems(method: Method, scheme: Scheme, path: string): readonly MethodProblem[] {
  const found: MethodProblem[] = []
  const add = (place: string, code: MethodProblemCode, detail: MethodProblem['detail'] = {}): void => void found.push({ path: `${path}${place}`, code, detail })
  const seen = new Set<string>()
  const known = new Map(scheme.fields.map((field) => [field.id, field]))
  for (const [at, step] of method.steps.entries()) {
    const place = `.steps[${at}]`
    if (step.kind === 'reason') {
      if (method.steps.slice(0, at).some(({ kind }) => kind === 'choose' || kind === 'derive')) add(place, 'reasonLate')
      continue
    }
    const field = known.get(step.field)
    if (!field) add(`${place}.field`, 'noField', { value: step.field, fields: [...known.keys()].join(', ') })
    else if (seen.has(step.field)) add(`${place}.field`, 'fieldTwice', { value: step.field })
    else if (step.kind === 'derive') checkDerived(field, seen, `${place}.field`, add)
    seen.add(step.field)
    if (step.kind !== 'give' && step.instruction !== undefined && isRow(method.labelForm)) add(`${place}.instruction`, 'rowInstruction')
    if (field && method.labelForm === 'letter' && field.labels.length > 26) add('.labelForm', 'tooManyLabels', { value: field.id, found: String(field.labels.length) })
  }
  if (!method.steps.some(({ kind }) => kind === 'choose')) add('.steps', 'nothingChosen')
  if (method.prompt) {
    if (method.asking === 'guided') add('.prompt', 'promptGuided')
    if (!method.prompt.user.includes('{text}')) add('.prompt.user', 'promptWithoutText')
    checkTold(method.prompt, method, scheme, add)
  }
  if (method.template) {
    if (method.prompt) add('.template', 'promptAndTemplate')
    for (const { part, code, detail } of templateProblems(method.template, scheme, method.steps)) add(`.template.${part}`, code, detail)
  }
  return found
}

type Add = (place: string, code: MethodProblemCode, detail?: MethodProblem['detail']) => void

/** A prompt is filled with the labels that give steps tell: one that none tells cannot be asked, one without a place would be told in name only. */
function checkTold(prompt: OwnPrompt, { steps }: Method, scheme: Scheme, add: Add): void {
  const tells = new Set(steps.flatMap((step) => (step.kind === 'give' ? [step.field] : [])))
  const places = (['system', 'user'] as const).flatMap((part) => [...new Set(namesInBraces(prompt[part]))].flatMap((name) => {
    const field = samplePlaces.has(name) ? undefined : fieldNamed(scheme, name)
    return field === undefined ? [] : [{ part, name, field }]
  }))
  for (const { part, name, field } of places) if (!tells.has(field)) add(`.prompt.${part}`, 'notTold', { name, field })
  for (const field of tells) if (!places.some((place) => place.field === field)) add('.prompt.user', 'noPlaceForTold', { field })
}

/** @param before fields that have a step before it. */
function checkDerived(field: Field, before: ReadonlySet<string>, place: string, add: Add): void {
  if (field.kind !== 'derived') {
    add(place, 'notDerived', { value: field.id })
    return
  }
  const missing = field.from.filter((part) => !before.has(part))
  if (missing.length > 0) add(place, 'derivedTooEarly', { value: field.id, parts: missing.join(', ') })
}

/** Whether a method can be asked over a scheme: it may have been made for another. */
export function fitsScheme(scheme: Scheme, method: Method): boolean {
  return methodProblems(method, scheme, '').length === 0
}
