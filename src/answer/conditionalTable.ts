import type { Conditional } from '../domain/prediction.ts'
import type { FieldId } from '../domain/scheme.ts'
import type { LogProbability } from '../domain/units.ts'
import type { MethodLevels } from './methodLevels.ts'

/** Log-probabilities of one choice's labels, in label order. */
export type Scores = Float32Array | Float64Array

/**
 * Conditionals by level and node. A node is the choices before it, as a number: the label indices in mixed radix, so
 * that behind node n and label i of level l stands node `n * labels(l) + i` of level l + 1.
 */
export interface ConditionalTable {
  /** Undefined where it was not asked (or, under a prior, where the prior does not know the path). */
  at(level: number, node: number): Scores | undefined
}

/**
 * The conditionals of a guided answer. With `prior`, its log-probabilities are subtracted step by step and path by path,
 * and the rest is renormalised. @throws on NaN, a wrong number of labels, or a conditional that is not the method's.
 */
export function conditionalTable(
  method: MethodLevels,
  conditionals: readonly Conditional[],
  prior?: ConditionalTable,
): ConditionalTable {
  const tables: Scores[][] = []
  for (const conditional of conditionals) {
    const level = method.levelOf.get(conditional.field)
    if (level === undefined) throw new Error(`a conditional of ${conditional.field}, which the method does not choose`)
    const scores = checked(conditional, method.levels[level]!.labels.length)
    ;(tables[level] ??= [])[nodeOf(method, level, conditional)] = scores
  }
  if (!prior) return { at: (level, node) => tables[level]?.[node] }
  return { at: (level, node) => corrected(tables[level]?.[node], prior.at(level, node)) }
}

/** The conditionals of a classifier: each field by itself, whatever stands before it. Fields that no output answers are absent. */
export function independentTable(
  conditionals: readonly Conditional[],
  labelsOf: (field: FieldId) => number | undefined,
  prior?: ReadonlyMap<FieldId, Scores>,
): ReadonlyMap<FieldId, Scores> {
  const table = new Map<FieldId, Scores>()
  for (const conditional of conditionals) {
    const labels = labelsOf(conditional.field)
    if (labels === undefined) continue
    const scores = checked(conditional, labels)
    const used = prior ? corrected(scores, prior.get(conditional.field)) : scores
    if (used) table.set(conditional.field, used)
  }
  return table
}

/** What a conditional stands behind is one object for many of them (storage/predictionRecord.ts): its node is looked for once. */
const nodes = new WeakMap<MethodLevels, WeakMap<Conditional['given'], number>[]>()

function nodeOf(method: MethodLevels, level: number, conditional: Conditional): number {
  let byLevel = nodes.get(method)
  if (!byLevel) nodes.set(method, (byLevel = method.levels.map(() => new WeakMap())))
  const known = byLevel[level]!.get(conditional.given)
  if (known !== undefined) return known
  const node = findNode(method, level, conditional)
  byLevel[level]!.set(conditional.given, node)
  return node
}

function findNode(method: MethodLevels, level: number, conditional: Conditional): number {
  let node = 0
  for (let before = 0; before < level; before++) {
    const field = method.levels[before]!
    const label = conditional.given[field.id]
    const index = label === undefined ? undefined : method.indexOf[before]!.get(label)
    if (index === undefined) throw new Error(`a conditional of ${conditional.field} stands behind no label of ${field.id}`)
    node = node * field.labels.length + index
  }
  return node
}

function checked({ field, logProbabilities }: Conditional, labels: number): Float32Array {
  if (logProbabilities.length !== labels) {
    throw new Error(`${field} has ${labels} labels, its conditional ${logProbabilities.length}`)
  }
  let best = -Infinity
  for (let label = 0; label < labels; label++) {
    const value = logProbabilities[label]!
    if (!(value < Infinity)) throw new Error(`a log-probability of ${field} is ${value}`)
    if (value > best) best = value
  }
  if (best === -Infinity) throw new Error(`no label of ${field} has a probability above 0`)
  return logProbabilities
}

function corrected(scores: Scores | undefined, prior: Scores | undefined): Scores | undefined {
  if (!scores || !prior) return undefined
  const rest = new Float64Array(scores.length)
  for (let label = 0; label < scores.length; label++) {
    const usual = prior[label]!
    if (!Number.isFinite(usual)) throw new Error(`a prior log-probability is ${usual}`)
    rest[label] = scores[label]! - usual
  }
  const total = logSumExp(rest)
  for (let label = 0; label < rest.length; label++) rest[label]! -= total
  return rest
}

/** log of the sum of exponentials; -Infinity for none. */
export function logSumExp(values: ArrayLike<LogProbability>): LogProbability {
  let best = -Infinity
  for (let at = 0; at < values.length; at++) if (values[at]! > best) best = values[at]!
  if (best === -Infinity) return best
  let sum = 0
  for (let at = 0; at < values.length; at++) sum += Math.exp(values[at]! - best)
  return best + Math.log(sum)
}
