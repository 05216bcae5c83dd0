import { type ChoiceKey, choiceKey } from '../answer/choiceKey.ts'
import { meanOf } from '../answer/meanPrior.ts'
import type { ChoiceNode } from '../domain/choiceTree.ts'
import type { Conditional, Outcome } from '../domain/prediction.ts'
import type { Field, FieldId, LabelId } from '../domain/scheme.ts'
import type { AnswerTree } from '../prompt/answerTree.ts'
import { ask, type Asker } from './ask.ts'
import type { Asked, Question } from './question.ts'

/** Inputs that say nothing, as Zhao et al. (2021) chose them. */
const inputs: readonly Asked[] = ['N/A', '', '[MASK]'].map((text) => ({ text, context: '', scene: null }))

/** Whether a method's answers are measured, so that a mean over records can be subtracted from them. */
export function isMeasured({ method }: Pick<Question, 'method'>): boolean {
  return method.asking === 'guided'
}

/** Whether a method's answers can be read under a content-free prior: written ones have none, nor have those that are told a label. */
export function hasPrior({ method }: Pick<Question, 'method'>): boolean {
  return method.asking === 'guided' && method.steps.every(({ kind }) => kind !== 'give')
}

/** The choices that an outcome has log-probabilities of. */
export function choicesIn(outcome: Outcome): readonly ChoiceKey[] {
  return outcome.kind === 'guided' || outcome.kind === 'classified' ? outcome.conditionals.map(choiceKey) : []
}

/**
 * Log-probabilities that the model gives to inputs without content: the mean of the inputs' probabilities, for each
 * choice that is wanted and those before it. A choice far down the tree that no sample came to is not worth its time.
 * @param wanted null: every choice of the tree. @throws as `ask` does.
 */
export async function contentFreePrior(question: Question, asker: Asker, wanted: ReadonlySet<ChoiceKey> | null): Promise<readonly Conditional[]> {
  const { tree } = question
  const root = tree && wanted ? pruned(tree.root, tree.levels, wanted, []) : tree?.root
  const pruning: Question = tree && root ? withTree(question, { ...tree, root, exhaustive: tree.levels.length }) : question
  const replies: (readonly Conditional[])[] = []
  for (const input of inputs) {
    const { outcome } = await ask(pruning, asker, input)
    if (outcome.kind === 'guided' || outcome.kind === 'classified') replies.push(outcome.conditionals)
  }
  return meanOf(replies)
}

/** Every choice of a tree. */
function choicesOf({ root, levels }: AnswerTree): ReadonlySet<ChoiceKey> {
  const keys = new Set<ChoiceKey>()
  const visit = (node: ChoiceNode, path: readonly (readonly [FieldId, LabelId])[]): void => {
    const field = levels[path.length]!
    keys.add(choiceKey({ field: field.id, given: Object.fromEntries(path) }))
    for (const [at, { next }] of node.options.entries()) if (next) visit(next, [...path, [field.id, field.labels[at]!.id]])
  }
  visit(root, [])
  return keys
}

/** Whether a prior is there for whatever a sample may be answered; a question that has none lacks none. */
export function isWholePrior(question: Pick<Question, 'method' | 'tree'>, prior: readonly Conditional[] | undefined): boolean {
  if (!hasPrior(question)) return true
  const contentFree = prior?.filter(({ pool }) => pool === undefined)
  if (!question.tree) return contentFree !== undefined && contentFree.length > 0
  const kept = new Set(contentFree?.map(choiceKey))
  return [...choicesOf(question.tree)].every((key) => kept.has(key))
}

function withTree(question: Question, tree: AnswerTree): Question {
  return { ...question, tree, treeFor: () => tree }
}

/** The tree without the choices that lead to nothing wanted; null where nothing is left. */
function pruned(node: ChoiceNode, levels: readonly Field[], wanted: ReadonlySet<ChoiceKey>, path: readonly (readonly [FieldId, LabelId])[]): ChoiceNode | null {
  const field = levels[path.length]!
  let useful = wanted.has(choiceKey({ field: field.id, given: Object.fromEntries(path) }))
  const options = node.options.map((option, at) => {
    const next = option.next && pruned(option.next, levels, wanted, [...path, [field.id, field.labels[at]!.id]])
    useful ||= next !== null
    return { ...option, next }
  })
  return useful ? { ...node, options } : null
}
