import type { Method } from '../domain/method.ts'
import type { Answer, Answers, Conditional, Missing, Prediction, Reading } from '../domain/prediction.ts'
import { type DerivedField, type Field, type FieldId, fieldOf, labelIndex, type LabelId, type Scheme } from '../domain/scheme.ts'
import type { Probability } from '../domain/units.ts'
import { type ConditionalTable, conditionalTable, independentTable, type Scores } from './conditionalTable.ts'
import { type Decision, decide, firstBest, hasTie, type Joint, jointOfTable } from './decision.ts'
import { priorEntries } from './meanPrior.ts'
import { derivedIndex, type MethodLevels, methodLevels, pathLabelsOf } from './methodLevels.ts'
import { literalAnswers } from './literalAnswer.ts'
import { parseAnswer } from './parseAnswer.ts'
import { statedAnswers } from './statedAnswers.ts'

/**
 * All that readings of a run may subtract, one conditional for each step and path: of the same run on inputs that say nothing
 * (`contentFree`; only paths that it knows can be answered under it, so it is asked with every level exhaustive), and means
 * over records (`recordsPrior`), marked by their pool.
 */
export type Priors = readonly Conditional[]

/** Labels told to the model by the method's give steps. */
export type GivenLabels = Readonly<Record<FieldId, LabelId>>

/**
 * Reads a raw prediction: an answer for each field that the method answers, in step order.
 *
 * - guided, rule `joint`: the best path of the joint levels (the matrix's best cell), then what follows behind it; rule
 *   `path`: the best label at each level behind the best before. Probabilities of a joint level are its marginal over the
 *   cells, those of a derived field the joint summed by the cells' labels, both for display: the winner is the cell's, and
 *   need not be the marginal's. Probabilities of later levels stand behind the winning path, or are summed over the paths
 *   (`later: marginal`, see `marginalLater`). A level that was not asked
 *   there is `notAsked`. Equal scores go to the first in label order and carry `tie`.
 * - classified: each field by itself; a derived field by its table, its probabilities from the product of its parts (or
 *   an output of its own where the parts have none).
 * - free: parsed (parseAnswer), or by parser 0 taken at its letter (literalAnswers); no probabilities.
 * - stated (imported): as its file states it, or its words parsed (statedAnswers).
 * - failed: every field `failed`, with the reason as `found`.
 *
 * @param given what the prediction says it was told, where nothing else is said.
 * @param priors needed exactly where the reading's prior is not `none`; a path it lacks is `notAsked`. Written answers have no prior.
 * @throws on a NaN, and on conditionals that are not the method's: a corrupt record, never an answer.
 */
export function readPrediction(
  prediction: Prediction,
  scheme: Scheme,
  method: Method,
  reading: Reading,
  priors?: Priors,
  given: GivenLabels = prediction.given ?? {},
): Answers {
  const levels = methodLevels(scheme, method)
  const { outcome } = prediction
  switch (outcome.kind) {
    case 'guided':
      return guidedAnswers(levels, guidedReading(levels, outcome.conditionals, reading, priors), given)
    case 'classified':
      return classifiedAnswers(scheme, levels, classifiedReading(scheme, outcome.conditionals, reading, priors), given)
    case 'free':
      return reading.parser === 0 ? literalAnswers(outcome.text, scheme, method, given) : parseAnswer(outcome.text, scheme, method, outcome.finish, given)
    case 'stated':
      return statedAnswers(scheme, levels, outcome.fields, reading.parser, given)
    case 'failed':
      return everyField(levels, { kind: 'failed', found: outcome.reason })
  }
}

/** A guided prediction under a reading: its conditionals after the prior, their joint, and what they choose. */
export interface GuidedReading {
  readonly table: ConditionalTable
  readonly joint: Joint
  readonly decision: Decision
}

/** @throws where the reading wants a prior and none is there, and as `readPrediction` does. */
export function guidedReading(levels: MethodLevels, conditionals: readonly Conditional[], reading: Reading, priors?: Priors): GuidedReading {
  const wanted = priorsFor(reading, priors)
  const table = conditionalTable(levels, conditionals, wanted && priorTable(levels, wanted))
  const joint = jointOfTable(levels, table)
  return { table, joint, decision: decide(levels, table, joint, reading) }
}

/** A classifier's log-probabilities by field, after the prior. */
export function classifiedReading(scheme: Scheme, conditionals: readonly Conditional[], reading: Reading, priors?: Priors): ReadonlyMap<FieldId, Scores> {
  const labelsOf = (id: FieldId) => scheme.fields.find((field) => field.id === id)?.labels.length
  const wanted = priorsFor(reading, priors)
  return independentTable(conditionals, labelsOf, wanted && independentTable(wanted, labelsOf))
}

/** A prior is the same list for every sample of a run, and long: it is laid out once. */
const priorTables = new WeakMap<Priors, { readonly levels: MethodLevels; readonly table: ConditionalTable }>()

export function priorTable(levels: MethodLevels, priors: Priors): ConditionalTable {
  const known = priorTables.get(priors)
  if (known?.levels === levels) return known.table
  const table = withFallback(levels, priors)
  priorTables.set(priors, { levels, table })
  return table
}

/** Of a mean over records: a later field's conditional behind nothing stands for all paths that have none of their own. */
function withFallback(levels: MethodLevels, priors: Priors): ConditionalTable {
  const own: Conditional[] = []
  const behindAny: (Scores | undefined)[] = []
  for (const conditional of priors) {
    const level = levels.levelOf.get(conditional.field)
    if (level !== undefined && level > 0 && Object.keys(conditional.given).length === 0) behindAny[level] = conditional.logProbabilities
    else own.push(conditional)
  }
  const table = conditionalTable(levels, own)
  return { at: (level, node) => table.at(level, node) ?? behindAny[level] }
}

/** What a reading subtracts, out of all that is kept: chosen once for each list and prior. */
const chosenPriors = new WeakMap<Priors, Map<string, Priors>>()

export function priorsFor(reading: Reading, priors: Priors | undefined): Priors | undefined {
  if (reading.prior === 'none') return undefined
  if (!priors) throw new Error(`reading with prior ${reading.prior} needs the prior's log-probabilities`)
  const name = reading.prior === 'pool' ? `pool ${reading.pool}` : reading.prior
  const known = chosenPriors.get(priors) ?? new Map<string, Priors>()
  chosenPriors.set(priors, known)
  const chosen = known.get(name) ?? priorEntries(reading, priors)
  known.set(name, chosen)
  return chosen
}

/** Whether a reading's prior is among what is kept of a run. */
export function hasPriorFor(reading: Reading, priors: Priors | undefined): boolean {
  return reading.prior === 'none' || (priors !== undefined && priorEntries(reading, priors).length > 0)
}

function guidedAnswers(levels: MethodLevels, { table, joint, decision }: GuidedReading, given: GivenLabels): Answers {
  const answers: Record<FieldId, Answer> = {}
  const chosen: Record<FieldId, LabelId> = { ...given }
  let node = 0
  levels.levels.forEach((field, level) => {
    const index = decision.labels[level]!
    if (index < 0) {
      answers[field.id] = { kind: 'notAsked' }
      return
    }
    chosen[field.id] = field.labels[index]!.id
    const probabilities = probabilitiesAt(level, node)
    answers[field.id] = chosenAnswer(field, index, probabilities, decision.ties[level] === 1)
    node = node * field.labels.length + index
  })
  function probabilitiesAt(level: number, node: number): readonly Probability[] | undefined {
    if (level > 0 && level < levels.jointLevels) return marginal(levels, joint, level)
    if (level < levels.jointLevels || !decision.later) return exponentials(table.at(level, node))
    const summedOver = decision.later.probabilities[level - levels.jointLevels]
    return summedOver && Array.from(summedOver)
  }
  const path = winningPath(levels, decision)
  for (const [at, field] of levels.derived.entries()) {
    const byPath = levels.pathLabels[at] ?? pathLabelsOf(levels.jointFields, field, given)
    const index = byPath && path >= 0 ? byPath[path]! : derivedIndex(field, chosen)
    const tie = byPath !== undefined && decision.bestPaths.some((other) => byPath[other] !== index)
    answers[field.id] = index < 0 ? { kind: 'notAsked' } : chosenAnswer(field, index, summed(joint, byPath, field), tie)
  }
  return inStepOrder(levels, answers)
}

/** The path of the joint levels that was chosen, or -1 where it was not asked to its end. */
function winningPath(levels: MethodLevels, { labels }: Decision): number {
  let path = 0
  for (let level = 0; level < levels.jointLevels; level++) {
    if (labels[level]! < 0) return -1
    path = path * levels.levels[level]!.labels.length + labels[level]!
  }
  return path
}

function classifiedAnswers(scheme: Scheme, levels: MethodLevels, scores: ReadonlyMap<FieldId, Scores>, given: GivenLabels): Answers {
  const answers: Record<FieldId, Answer> = {}
  const chosen: Record<FieldId, LabelId> = { ...given }
  for (const field of levels.levels) {
    const own = scores.get(field.id)
    answers[field.id] = ownAnswer(field, own)
    if (own) chosen[field.id] = field.labels[firstBest(own)]!.id
  }
  for (const field of levels.derived) {
    const index = derivedIndex(field, chosen)
    const tie = field.from.some((part) => isTie(answers[part]))
    answers[field.id] = index < 0 ? ownAnswer(field, scores.get(field.id)) : chosenAnswer(field, index, product(scheme, field, answers), tie)
  }
  return inStepOrder(levels, answers)
}

/** A classifier's answer to a field that it has outputs for. */
function ownAnswer(field: Field, scores: Scores | undefined): Answer {
  if (!scores) return { kind: 'notAsked' }
  const index = firstBest(scores)
  return chosenAnswer(field, index, exponentials(scores), hasTie(scores, index))
}

function chosenAnswer(field: Field, index: number, probabilities: readonly Probability[] | undefined, tie: boolean): Answer {
  const label = field.labels[index]!.id
  if (!probabilities) return tie ? { kind: 'chosen', label, tie } : { kind: 'chosen', label }
  return tie ? { kind: 'chosen', label, probabilities, tie } : { kind: 'chosen', label, probabilities }
}

function exponentials(scores: Scores | undefined): readonly Probability[] | undefined {
  if (!scores) return undefined
  const probabilities: Probability[] = []
  for (let label = 0; label < scores.length; label++) probabilities.push(Math.exp(scores[label]!))
  return probabilities
}

/** Probabilities of a joint level's labels, summed over the paths; undefined where not every path was asked. */
function marginal(levels: MethodLevels, joint: Joint, level: number): readonly Probability[] | undefined {
  if (!joint.complete) return undefined
  const labels = levels.jointFields[level]!.labels.length
  const sums = new Array<Probability>(labels).fill(0)
  // Consecutive paths share this level's label for as long as the levels below it run through theirs.
  let below = 1
  for (let later = level + 1; later < levels.jointLevels; later++) below *= levels.jointFields[later]!.labels.length
  for (let path = 0; path < joint.scores.length; path++) {
    sums[Math.floor(path / below) % labels]! += Math.exp(joint.scores[path]!)
  }
  return sums
}

/** The joint summed by a derived field's labels; undefined where not every path was asked. */
function summed(joint: Joint, byPath: Int32Array | undefined, field: Field): readonly Probability[] | undefined {
  if (!byPath || !joint.complete) return undefined
  const sums = new Array<Probability>(field.labels.length).fill(0)
  for (let path = 0; path < byPath.length; path++) sums[byPath[path]!]! += Math.exp(joint.scores[path]!)
  return sums
}

/** A derived field's probabilities where its parts are independent; undefined where a part has none. */
function product(scheme: Scheme, field: DerivedField, answers: Answers): readonly Probability[] | undefined {
  const sums = new Map(field.labels.map((label) => [label.id, 0]))
  for (const row of field.table) {
    let probability = 1
    for (const [at, label] of row.given.entries()) {
      const part = field.from[at]!
      const answer = answers[part]
      const own = answer?.kind === 'chosen' ? answer.probabilities?.[labelIndex(fieldOf(scheme, part), label)] : undefined
      if (own === undefined) return undefined
      probability *= own
    }
    sums.set(row.label, (sums.get(row.label) ?? 0) + probability)
  }
  return [...sums.values()]
}

function isTie(answer: Answer | undefined): boolean {
  return answer?.kind === 'chosen' && answer.tie === true
}

function everyField(levels: MethodLevels, answer: Answer & { readonly kind: Missing }): Answers {
  return Object.fromEntries(levels.answered.map((field) => [field, answer]))
}

function inStepOrder(levels: MethodLevels, answers: Readonly<Record<FieldId, Answer>>): Answers {
  const ordered: Record<FieldId, Answer> = {}
  for (const field of levels.answered) ordered[field] = answers[field] ?? { kind: 'notAsked' }
  return ordered
}
