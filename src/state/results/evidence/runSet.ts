import type { Sample } from '../../../domain/dataset.ts'
import { givenFields } from '../../../domain/method.ts'
import type { Plan, Run } from '../../../domain/plan.ts'
import type { Reading } from '../../../domain/prediction.ts'
import { type Field, type FieldId, fieldOf, type Scheme } from '../../../domain/scheme.ts'
import { columnOfField, NO_GOLD, type RunColumns } from '../runColumns.ts'
import { predictedIndex } from '../runFigures.ts'
import { isAnswered } from '../runFilter.ts'

/** A run as evidence needs it: its columns, without a prediction for each sample. */
export interface EvidenceRun {
  readonly plan: Plan
  readonly runs: readonly Run[]
  readonly run: Run
  readonly reading: Reading
  readonly exploratory: boolean
  readonly samples: readonly Sample[]
  readonly columns: RunColumns
}

/** Several runs over the samples that all of them planned, in the order of the samples' ids: no result depends on which plan came first. */
export interface RunSet {
  readonly scheme: Scheme
  readonly members: readonly Member[]
  readonly samples: readonly Sample[]
  /** What is resampled together; null where no sample names a group. */
  readonly groups: Int32Array | null
  /** Samples that some of the runs did not plan. */
  readonly apart: number
}

export interface Member extends EvidenceRun {
  /** Unique in the set. */
  readonly model: string
  /** Where each of the set's samples stands in the run's columns. */
  readonly places: Int32Array
}

/** @throws without runs. */
export function runSet(runs: readonly EvidenceRun[]): RunSet {
  const [first] = runs
  if (!first) throw new Error('a set without runs')
  const positions = runs.map(({ columns }) => new Map(columns.ids.map((id, at) => [id, at])))
  const ids = first.columns.ids.filter((id) => positions.every((places) => places.has(id))).sort((one, other) => (one < other ? -1 : 1))
  const names = modelNames(runs.map(({ run }) => run))
  const members = runs.map((run, at) => ({ ...run, model: names[at]!, places: Int32Array.from(ids, (id) => positions[at]!.get(id)!) }))
  const [leader] = members
  const { groups } = first.columns
  return {
    scheme: first.plan.scheme,
    members,
    samples: Array.from(leader!.places, (place) => first.samples[place]!),
    groups: groups && Int32Array.from(leader!.places, (place) => groups[place]!),
    apart: Math.max(...runs.map(({ columns }) => columns.ids.length)) - ids.length,
  }
}

/** The model's name, with dtype and device where two of the runs' models share it. */
export function modelNames(runs: readonly Run[]): string[] {
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
    predicted.set(at, Int16Array.from(member.places, (place) => (isAnswered(column.status[place]!) ? predictedIndex(column.label[place]!, column.status[place]!) : ABSENT)))
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
