import type { ChoiceNode } from '../domain/choiceTree.ts'
import { givenFields, type Method, schemeOf } from '../domain/method.ts'
import type { Conditional } from '../domain/prediction.ts'
import { derive, type DerivedField, type Field, type FieldId, fieldOf, type LabelId, labelIndex, type Scheme } from '../domain/scheme.ts'
import { afterLabel, beforeLabel, fieldHeading, isRow } from './answerLayout.ts'
import { writtenLabel } from './labelForm.ts'

/** A method's steps as the tree of everything its guided answer may say, and how many levels are scored on every branch. */
export interface AnswerTree {
  readonly root: ChoiceNode
  /** Fields chosen, by level. */
  readonly levels: readonly Field[]
  readonly exhaustive: number
}

/**
 * @param given labels told to the model: fields derived from them are stated by them.
 * @throws where the method chooses nothing, or derives a field before its parts are chosen or given.
 */
export function answerTree(planScheme: Scheme, method: Method, given: Readonly<Record<FieldId, LabelId>> = {}): AnswerTree {
  const scheme = schemeOf(planScheme, method)
  const root = nodeFrom(scheme, method, 0, given, '')
  if (!root) throw new Error(`method ${method.id} chooses no field`)
  const levels = method.steps.flatMap((step) => (step.kind === 'choose' ? [fieldOf(scheme, step.field)] : []))
  return { root, levels, exhaustive: exhaustiveLevels(scheme, method) }
}

/** Whether the tree says other things where other labels are given: a derived field is stated and has a given one among its parts. */
export function dependsOnGiven(scheme: Scheme, method: Method): boolean {
  if (isRow(method.labelForm)) return false
  const given = new Set(givenFields(method))
  return method.steps.some((step) => {
    const field = step.kind === 'derive' ? fieldOf(schemeOf(scheme, method), step.field) : undefined
    return field?.kind === 'derived' && field.from.some((part) => given.has(part))
  })
}

/** The levels before the first derived field: its cells are compared by their joint probability, so all are scored. */
function exhaustiveLevels(scheme: Scheme, method: Method): number {
  const at = method.steps.findIndex((step) => step.kind === 'derive')
  if (at < 0) return 1
  const chosen = new Set(method.steps.slice(0, at).flatMap((step) => (step.kind === 'choose' ? [step.field] : [])))
  const derived = fieldOf(scheme, (method.steps[at] as { field: FieldId }).field)
  const given = new Set(givenFields(method))
  const complete = derived.kind === 'derived' && derived.from.every((field) => chosen.has(field) || given.has(field))
  return complete ? Math.max(chosen.size, 1) : 1
}

/** The choice that the step at `at`, or a later one, opens behind the labels chosen so far; null where none is left. */
function nodeFrom(scheme: Scheme, method: Method, at: number, chosen: Readonly<Record<FieldId, LabelId>>, lead: string): ChoiceNode | null {
  const step = method.steps[at]
  if (!step) return null
  if (step.kind === 'derive') {
    const field = fieldOf(scheme, step.field) as DerivedField
    const label = derive(field, chosen)
    if (label === undefined) throw new Error(`method ${method.id} derives ${field.id} before its parts are chosen or given`)
    const stated = `${fieldHeading(field)}${writtenLabel(field, labelIndex(field, label), method.labelForm)}\n`
    return nodeFrom(scheme, method, at + 1, { ...chosen, [field.id]: label }, isRow(method.labelForm) ? lead : lead + stated)
  }
  if (step.kind !== 'choose') return nodeFrom(scheme, method, at + 1, chosen, lead)
  const field = fieldOf(scheme, step.field)
  return {
    lead: lead + beforeLabel(field, method.labelForm, isFirst(method, at)),
    options: field.labels.map((label, index) => ({
      text: `${writtenLabel(field, index, method.labelForm)}${afterLabel(method.labelForm)}`,
      next: nodeFrom(scheme, method, at + 1, { ...chosen, [field.id]: label.id }, ''),
    })),
  }
}

function isFirst({ steps }: Method, at: number): boolean {
  return !steps.slice(0, at).some(({ kind }) => kind === 'choose')
}

/** The tree with everything up to a path settled: before its end each choice has the option on the path alone. */
export function forcedTree(tree: AnswerTree, path: readonly number[]): AnswerTree {
  const settled = (node: ChoiceNode, level: number): ChoiceNode => {
    const option = level < path.length ? node.options[path[level]!] : undefined
    return option ? { ...node, options: [{ ...option, next: option.next && settled(option.next, level + 1) }] } : node
  }
  return { ...tree, root: settled(tree.root, 0), exhaustive: path.length + 1 }
}

/** Scored nodes of a forced tree as nodes of the tree it was made from; those that were settled are no answer. */
export function unforced<Node extends { readonly path: readonly number[] }>(path: readonly number[], nodes: readonly Node[]): readonly Node[] {
  return nodes.flatMap((node) => (node.path.length < path.length ? [] : [{ ...node, path: [...path, ...node.path.slice(path.length)] }]))
}

/** Scored nodes of the tree, as conditionals over the scheme's fields. */
export function conditionalsOf(
  tree: AnswerTree,
  nodes: readonly { readonly path: readonly number[]; readonly logProbabilities: ArrayLike<number> }[],
): readonly Conditional[] {
  return nodes.map(({ path, logProbabilities }) => {
    const field = tree.levels[path.length]
    if (!field) throw new Error(`a scored node lies below the tree's ${tree.levels.length} levels`)
    const given = Object.fromEntries(path.map((option, level) => [tree.levels[level]!.id, tree.levels[level]!.labels[option]!.id]))
    return { field: field.id, given, logProbabilities: Float32Array.from(logProbabilities) }
  })
}
