import type { Plan, Run } from '../domain/plan.ts'
import type { Conditional, Prediction } from '../domain/prediction.ts'
import { type Database, withDatabase } from './database.ts'
import { observe, type Observable } from './observable.ts'
import { planRecord, runRecord } from './planRecord.ts'
import { addPredictions, predictedIds, predictionTables, removePredictions } from './predictions.ts'
import { addPriors } from './priors.ts'
import { askPersistence } from './quota.ts'
import { putRefusedRows, type RefusedRow } from './refusedRows.ts'
import { parseRecord, stamped } from './record.ts'

/** A plan with its runs in the plan's order. */
export interface PlanWithRuns {
  readonly plan: Plan
  readonly runs: readonly Run[]
}

/** Saves a frozen plan and its runs. Saving the same again changes nothing. */
export async function savePlan(plan: Plan, runs: readonly Run[]): Promise<void> {
  void askPersistence()
  await withDatabase((database) =>
    database.transaction('rw', [database.plans, database.runs], () => putPlan(database, plan, runs)),
  )
}

/** All plans, the newest first. */
export function observePlans(): Observable<readonly PlanWithRuns[]> {
  return observe(async (database) => {
    const ids = await database.plans.toCollection().primaryKeys()
    const plans = await knownPlans(database, ids)
    const runs = parsedRuns(await database.runs.toArray())
    return [...plans]
      .sort((one, other) => other.createdAt - one.createdAt)
      .map((plan) => ({ plan, runs: runs.filter(({ planId }) => planId === plan.id) }))
  })
}

/** One plan, live; undefined where there is none of that id. */
export function observePlan(id: string): Observable<PlanWithRuns | undefined> {
  return observe(async (database) => {
    const [plan] = await knownPlans(database, await database.plans.where('id').equals(id).primaryKeys())
    return plan && { plan, runs: parsedRuns(await runsOf(database, id).toArray()) }
  })
}

export async function readPlan(id: string): Promise<PlanWithRuns | undefined> {
  return withDatabase((database) =>
    database.transaction('r', [database.plans, database.runs], async () => {
      const [plan] = await knownPlans(database, await database.plans.where('id').equals(id).primaryKeys())
      return plan && { plan, runs: parsedRuns(await runsOf(database, id).toArray()) }
    }),
  )
}

/** A run by its id. Several plans may hold it, asking the same question: any of them is named in `planId`. */
export async function readRun(id: string): Promise<Run | undefined> {
  const stored = await withDatabase((database) => database.runs.where('id').equals(id).first())
  return stored === undefined ? undefined : parseRecord(runRecord, stored).run
}

/** Removes a plan, its runs, and the predictions of those runs that no other plan holds. */
export async function deletePlan(id: string): Promise<void> {
  await withDatabase((database) =>
    database.transaction('rw', [database.plans, database.runs, database.priors, database.refusedRows, ...predictionTables(database)], async () => {
      const runs = parsedRuns(await runsOf(database, id).toArray())
      await database.plans.delete(id)
      known.delete(id)
      await runsOf(database, id).delete()
      await database.refusedRows.delete(id)
      for (const run of runs) {
        if ((await database.runs.where('id').equals(run.id).count()) > 0) continue
        await removePredictions(database, run.id)
        await database.priors.delete(run.id)
      }
    }),
  )
}

/** What a run file, or files of other people's answers, bring; by run id. */
export interface ImportedRuns extends PlanWithRuns {
  readonly predictions: ReadonlyMap<string, readonly Prediction[]>
  readonly priors?: ReadonlyMap<string, readonly Conditional[]>
  /** Of other people's answers: the records that were not taken. */
  readonly refused?: readonly RefusedRow[]
}

/**
 * Takes in a plan made elsewhere, all of it or nothing. Samples that are done here already keep their prediction, priors that
 * are here theirs.
 * @returns how many predictions were new.
 */
export async function importRun({ plan, runs, predictions, priors, refused }: ImportedRuns): Promise<number> {
  void askPersistence()
  return withDatabase((database) =>
    database.transaction('rw', [database.plans, database.runs, database.priors, database.refusedRows, ...predictionTables(database)], async () => {
      await putPlan(database, plan, runs)
      if (refused && refused.length > 0) await putRefusedRows(database, plan.id, refused)
      let added = 0
      for (const { id } of runs) {
        const known = await predictedIds(database, id)
        const fresh = (predictions.get(id) ?? []).filter(
          ({ sampleId, outcome }) => known.get(sampleId) === undefined || (known.get(sampleId) === 'failed' && outcome.kind !== 'failed'),
        )
        await addPredictions(database, id, fresh)
        added += fresh.length
        const prior = priors?.get(id)
        if (prior) await addPriors(database, id, prior)
      }
      return added
    }),
  )
}

async function putPlan(database: Database, plan: Plan, runs: readonly Run[]): Promise<void> {
  const stranger = runs.find(({ planId }) => planId !== plan.id)
  if (stranger) throw new Error(`run ${stranger.id} belongs to plan ${stranger.planId}, not ${plan.id}`)
  // The id is over everything but the date: what is there already is the same plan, made earlier.
  if ((await database.plans.get(plan.id)) === undefined) {
    await database.plans.put(stamped(planRecord, { id: plan.id, plan }))
    known.delete(plan.id)
  }
  await database.runs.bulkPut(runs.map((run, place) => stamped(runRecord, { planId: plan.id, id: run.id, place, run })))
}

/** A plan is all that its id is the hash of, tens of thousands of sample ids among it: in a page's life it is read and parsed once. */
const known = new Map<string, Plan>()

async function knownPlans(database: Database, ids: readonly string[]): Promise<readonly Plan[]> {
  const unread = ids.filter((id) => !known.has(id))
  if (unread.length > 0) {
    for (const stored of await database.plans.bulkGet(unread)) {
      // deleted meanwhile: the query is asked again
      if (stored === undefined) continue
      const { plan } = parseRecord(planRecord, stored)
      known.set(plan.id, plan)
    }
  }
  return ids.flatMap((id) => known.get(id) ?? [])
}

function runsOf(database: Database, planId: string) {
  return database.runs.where('[planId+id]').between([planId, ''], [planId, []])
}

function parsedRuns(stored: readonly unknown[]): readonly Run[] {
  return stored
    .map((record) => parseRecord(runRecord, record))
    .sort((one, other) => one.place - other.place)
    .map(({ run }) => run)
}
