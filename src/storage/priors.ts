import * as v from 'valibot'
import type { Conditional } from '../domain/prediction.ts'
import { type Database, withDatabase } from './database.ts'
import { type RecordType, parseRecord, stamped } from './record.ts'

/** What a reading may subtract: what a run's model answers where there is nothing to read, and its means over pools (`Conditional.pool`). */
interface PriorRecord {
  readonly runId: string
  readonly conditionals: readonly Conditional[]
}

const priorRecord: RecordType<PriorRecord> = {
  name: 'priors',
  version: 1,
  schema: v.object({
    runId: v.string(),
    conditionals: v.array(
      v.object({ field: v.string(), given: v.record(v.string(), v.string()), logProbabilities: v.instance(Float32Array), pool: v.exactOptional(v.string()) }),
    ),
  }),
  upgrades: {},
}

/** Keeps the log-probabilities that a run's model gives to inputs without content. Replaces earlier ones. */
export async function savePriors(runId: string, conditionals: readonly Conditional[]): Promise<void> {
  await withDatabase((database) => putPriors(database, runId, conditionals))
}

async function putPriors(database: Database, runId: string, conditionals: readonly Conditional[]): Promise<void> {
  await database.priors.put(stamped(priorRecord, { runId, conditionals }))
}

/** Adds those of choices that are not kept yet, within a transaction. */
export async function addPriors(database: Database, runId: string, conditionals: readonly Conditional[]): Promise<void> {
  const stored = await database.priors.get(runId)
  const kept = stored === undefined ? [] : parseRecord(priorRecord, stored).conditionals
  const known = new Set(kept.map(choiceOf))
  await putPriors(database, runId, [...kept, ...conditionals.filter((conditional) => !known.has(choiceOf(conditional)))])
}

function choiceOf({ field, given, pool }: Conditional): string {
  return JSON.stringify([pool ?? null, field, Object.entries(given).sort(([one], [other]) => (one < other ? -1 : 1))])
}

/** How many conditionals are kept; 0 where there is no prior. */
export async function priorLength(database: Database, runId: string): Promise<number> {
  const stored = await database.priors.get(runId)
  return stored === undefined ? 0 : parseRecord(priorRecord, stored).conditionals.length
}

/** What `savePriors` kept, or undefined where the run has not come to it. */
export async function readPriors(runId: string): Promise<readonly Conditional[] | undefined> {
  const stored = await withDatabase((database) => database.priors.get(runId))
  return stored === undefined ? undefined : parseRecord(priorRecord, stored).conditionals
}
