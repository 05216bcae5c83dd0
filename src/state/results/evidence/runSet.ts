import { givenFields } from '../../../domain/method.ts'
import type { Plan, Run } from '../../../domain/plan.ts'
import type { Reading } from '../../../domain/prediction.ts'
import { seededRandom } from '../../../domain/random.ts'
import { type Field, type FieldId, fieldOf, type Scheme } from '../../../domain/scheme.ts'
import type { LabelIndices } from '../../../metrics/confusion.ts'
import { type BootstrapOptions, RESAMPLES } from '../../../metrics/intervals.ts'
import { columnOfField, isAnswered, NO_GOLD, type RunColumns } from '../runColumns.ts'
import { INTERVAL_SEED } from '../fieldIntervals.ts'
import { predictedIndex } from '../runFigures.ts'
import { BatchRedrawn, type BatchRun } from './batchRedrawn.ts'
import { Teller } from './teller.ts'

/** A run as evidence needs it: its columns, without a prediction or a sample for each. */
export interface EvidenceRun {
  readonly plan: Plan
  readonly runs: readonly Run[]
  readonly run: Run
  readonly reading: Reading
  readonly exploratory: boolean
  readonly columns: RunColumns
}

/** Several runs over the samples that all of them planned, in the order of the samples' ids: no result depends on which plan came first. */
export interface RunSet {
  readonly scheme: Scheme
  readonly members: readonly Member[]
  /** Samples. */
  readonly size: number
  /** What is resampled together; null where no sample names a group. */
  readonly groups: Int32Array | null
  /** Samples that some of the runs did not plan. */
  readonly apart: number
  /** Where some run is read under the mean over its own records: resamples that estimate it anew. */
  readonly redrawn: BatchRedrawn | null
  readonly teller: Teller
}

export interface Member extends EvidenceRun {
  /** Unique in the set. */
  readonly model: string
  /** Where each of the set's samples stands in the run's columns. */
  readonly places: Int32Array
}

/** @throws without runs. */
export function runSet(runs: readonly EvidenceRun[], teller = new Teller()): RunSet {
  const [first] = runs
  if (!first) throw new Error('a set without runs')
  const positions = runs.map(({ columns }) => new Map(columns.ids.map((id, at) => [id, at])))
  const ids = first.columns.ids.filter((id) => positions.every((places) => places.has(id))).sort((one, other) => (one < other ? -1 : 1))
  const names = modelNames(runs.map(({ run }) => run))
  const members = runs.map((run, at) => ({ ...run, model: names[at]!, places: Int32Array.from(ids, (id) => positions[at]!.get(id)!) }))
  const [leader] = members
  const { groups } = first.columns
  const setGroups = groups && Int32Array.from(leader!.places, (place) => groups[place]!)
  const batched = members.filter(({ reading }) => reading.prior === 'batch')
  return {
    scheme: first.plan.scheme,
    members,
    size: ids.length,
    groups: setGroups,
    redrawn: batched.length > 0 ? new BatchRedrawn(ids.length, setGroups, batched.map(batchRun), teller) : null,
    teller,
    apart: Math.max(...runs.map(({ columns }) => columns.ids.length)) - ids.length,
  }
}

function batchRun({ columns, places }: Pick<Member, 'columns' | 'places'>): BatchRun {
  return { source: columns.batch ?? null, places }
}

/** What every interval over the set is drawn with: the same seed, its groups, and answers that change with what is drawn where there are any. */
export function drawing(set: Drawn): BootstrapOptions {
  return { random: seededRandom(INTERVAL_SEED), groups: set.groups ?? undefined, redrawn: redrawnOf(set), told: (drawn) => set.teller.tell('resamples', drawn, RESAMPLES) }
}

/** What drawing takes of a set. */
export type Drawn = Pick<RunSet, 'groups' | 'redrawn' | 'members' | 'teller'>

/** Nothing is redrawn among runs that are read as they stand. */
export function redrawnOf({ redrawn, members }: Pick<RunSet, 'redrawn' | 'members'>): BatchRedrawn | undefined {
  return redrawn && members.some(({ reading }) => reading.prior === 'batch') ? redrawn : undefined
}

/** Something that follows from answers, known as such where those are redrawn. */
export function derived<Made extends LabelIndices>({ redrawn }: Pick<RunSet, 'redrawn'>, make: (answers: (predicted: LabelIndices) => LabelIndices) => Made): Made {
  const made = make((predicted) => predicted)
  redrawn?.derive(made, make)
  return made
}

/** Makes a run's answers to a field known as such, where the run is read under its own mean. */
export function registered({ redrawn }: Pick<RunSet, 'redrawn'>, member: Member, answers: LabelIndices, field: Field): void {
  if (member.reading.prior === 'batch') redrawn?.register(answers, batchRun(member), field)
}

/** The model's name, with dtype and device where two of the runs' models share it. */
function modelNames(runs: readonly Run[]): string[] {
  const kinds = new Map<string, Set<string>>()
  const full = ({ model: { ref } }: Run): string => `${ref.id} · ${ref.dtype} · ${ref.device}`
  for (const run of runs) kinds.set(run.model.ref.id, (kinds.get(run.model.ref.id) ?? new Set()).add(full(run)))
  return runs.map((run) => (kinds.get(run.model.ref.id)!.size > 1 ? full(run) : run.model.ref.id))
}

/** One task over the set's samples; gold is -1 where a run has no answer, so that all figures rest on the same records. */
export interface Task {
  readonly field: Field
  readonly gold: Int16Array
  /** Of the members that answered the field, by their place in the set. */
  readonly predicted: ReadonlyMap<number, Int16Array>
  /** Records that all figures rest on. */
  readonly records: number
  /** Records with gold that some run did not answer (failed, waiting, not asked). */
  readonly unanswered: number
}

/** The task of a field, over the records that every member which was asked it has answered. */
export function taskOf(set: RunSet, fieldId: FieldId): Task {
  const field = fieldOf(set.scheme, fieldId)
  const gold = goldOf(set, fieldId)
  const predicted = new Map<number, Int16Array>()
  set.members.forEach((member, at) => {
    const column = columnOfField(member.columns, fieldId)
    if (!column.asked || givenFields(member.run.method).includes(fieldId)) return
    const answers = Int16Array.from(member.places, (place) => (isAnswered(column.status[place]!) ? predictedIndex(column.label[place]!, column.status[place]!) : ABSENT))
    predicted.set(at, answers)
    registered(set, member, answers, field)
  })
  let records = 0
  let unanswered = 0
  for (let record = 0; record < gold.length; record++) {
    if (gold[record]! < 0) continue
    let all = true
    for (const answers of predicted.values()) all &&= answers[record] !== ABSENT
    if (all) records++
    else {
      unanswered++
      gold[record] = NO_GOLD
    }
  }
  for (const answers of predicted.values()) for (let record = 0; record < answers.length; record++) if (answers[record] === ABSENT) answers[record] = -1
  return { field, gold, predicted, records, unanswered }
}

const ABSENT = -9

/** The gold label's index of each of the set's samples, -1 where there is none in the list. */
export function goldOf({ members }: RunSet, fieldId: FieldId): Int16Array {
  const [leader] = members
  const column = columnOfField(leader!.columns, fieldId)
  return Int16Array.from(leader!.places, (place) => Math.max(column.gold[place]!, NO_GOLD))
}

/** The fields that some run of the set answered and that have gold, in scheme order. */
export function tasksOf(set: RunSet): Task[] {
  return set.scheme.fields.map(({ id }) => taskOf(set, id)).filter(({ predicted, records }) => predicted.size > 0 && records > 0)
}

/** Runs that tell their model gold labels, their own or shuffled ones: oracles and their controls are no candidates for a baseline. */
export function isOracle({ method }: Run): boolean {
  return givenFields(method, 'gold').length + givenFields(method, 'shuffled').length > 0
}

/** A run's name within its set: the method's, with the model's where there are several. */
export function nameOf(set: RunSet, { model, run }: Member, language: 'zh' | 'en'): string {
  return new Set(set.members.map((member) => member.model)).size > 1 ? `${model} · ${run.method.name[language]}` : run.method.name[language]
}
