import { answeredFields, givenFields, type Method, schemeOf, scoredFields } from '../domain/method.ts'
import { derive, type DerivedField, type Field, type FieldId, fieldOf, type LabelId, type Scheme } from '../domain/scheme.ts'

/** A method's chosen fields as the levels of its answer's tree, with what reading it needs at hand. */
export interface MethodLevels {
  /** Fields chosen, in step order. */
  readonly levels: readonly Field[]
  readonly levelOf: ReadonlyMap<FieldId, number>
  /** By level: label id to its index. */
  readonly indexOf: readonly ReadonlyMap<LabelId, number>[]
  /**
   * The levels whose labels are compared together, by the probability of the whole path: those before the first derived
   * field where it is derived from them and from given fields (2 for the matrix), else 1.
   */
  readonly jointLevels: number
  /** Those levels. */
  readonly jointFields: readonly Field[]
  /** Derived fields that the method looks up, in step order, then those of the plan's scheme that its answers imply (`scoredFields`). */
  readonly derived: readonly DerivedField[]
  /** For each of them, by path of the joint levels, its label's index; undefined where it needs more than those levels. */
  readonly pathLabels: readonly (Int32Array | undefined)[]
  /** All fields the method answers, in the same order. */
  readonly answered: readonly FieldId[]
}

const cache = new WeakMap<Scheme, WeakMap<Method, MethodLevels>>()

/** The levels of a method over a scheme; computed once for each pair of objects. @throws where the scheme lacks a field. */
export function methodLevels(scheme: Scheme, method: Method): MethodLevels {
  const known = cache.get(scheme) ?? new WeakMap<Method, MethodLevels>()
  cache.set(scheme, known)
  const found = known.get(method)
  if (found) return found
  const made = compute(scheme, method)
  known.set(method, made)
  return made
}

function compute(plan: Scheme, method: Method): MethodLevels {
  const scheme = schemeOf(plan, method)
  const levels = method.steps.flatMap((step) => (step.kind === 'choose' ? [fieldOf(scheme, step.field)] : []))
  const derived = method.steps.flatMap((step) => {
    if (step.kind !== 'derive') return []
    const field = fieldOf(scheme, step.field)
    if (field.kind !== 'derived') throw new Error(`method ${method.id} derives ${field.id}, which is a chosen field`)
    return [field]
  })
  const implied = impliedFields(plan, method)
  const lookedUp = [...derived, ...implied]
  const joint = jointLevels(scheme, method)
  return {
    levels,
    levelOf: new Map(levels.map((field, level) => [field.id, level])),
    indexOf: levels.map((field) => new Map(field.labels.map((label, index) => [label.id, index]))),
    jointLevels: joint,
    jointFields: levels.slice(0, joint),
    derived: lookedUp,
    pathLabels: lookedUp.map((field) => pathLabelsOf(levels.slice(0, joint), field, {})),
    answered: [...answeredFields(method), ...implied.map(({ id }) => id)],
  }
}

/** Derived fields of the plan's scheme that a method with a scheme of its own answers by their parts. */
function impliedFields(plan: Scheme, method: Method): readonly DerivedField[] {
  if (!method.scheme) return []
  const answered = new Set(answeredFields(method))
  return scoredFields(plan, method).flatMap((id) => {
    const field = fieldOf(plan, id)
    return field.kind === 'derived' && !answered.has(id) ? [field] : []
  })
}

function jointLevels(scheme: Scheme, method: Method): number {
  const at = method.steps.findIndex((step) => step.kind === 'derive')
  const step = method.steps[at]
  if (step?.kind !== 'derive') return 1
  const before = new Set(method.steps.slice(0, at).flatMap((earlier) => (earlier.kind === 'choose' ? [earlier.field] : [])))
  const given = new Set(givenFields(method))
  const field = fieldOf(scheme, step.field)
  return field.kind === 'derived' && field.from.every((part) => before.has(part) || given.has(part)) ? Math.max(before.size, 1) : 1
}

/** The index of the label that a derived field has behind chosen (and given) labels, or -1 where a part is missing. */
export function derivedIndex(field: DerivedField, labels: Readonly<Record<FieldId, LabelId | undefined>>): number {
  const label = derive(field, labels)
  return label === undefined ? -1 : field.labels.findIndex((candidate) => candidate.id === label)
}

/** For each path of the joint levels the index of a derived field's label; undefined where it needs more than those levels. */
export function pathLabelsOf(jointFields: readonly Field[], field: DerivedField, given: Readonly<Record<FieldId, LabelId>>): Int32Array | undefined {
  const byPath = new Int32Array(jointFields.reduce((paths, { labels }) => paths * labels.length, 1))
  const indices = new Int32Array(jointFields.length)
  for (let path = 0; path < byPath.length; path++) {
    unfold(jointFields, path, indices)
    const chosen = Object.fromEntries(jointFields.map(({ id, labels }, level) => [id, labels[indices[level]!]!.id]))
    const index = derivedIndex(field, { ...given, ...chosen })
    if (index < 0) return undefined
    byPath[path] = index
  }
  return byPath
}

/** The label indices along a path (mixed radix over the fields), written into the beginning of `indices`. */
export function unfold(fields: readonly Field[], path: number, indices: Int32Array): void {
  let rest = path
  for (let level = fields.length - 1; level >= 0; level--) {
    const size = fields[level]!.labels.length
    indices[level] = rest % size
    rest = Math.floor(rest / size)
  }
}
