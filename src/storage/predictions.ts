import type { Prediction, PredictionSet } from '../domain/prediction.ts'
import type { Milliseconds, Timestamp } from '../domain/units.ts'
import { type Database, withDatabase } from './database.ts'
import { datasetsState } from './datasets.ts'
import { observe, type Observable } from './observable.ts'
import { fromBatch } from './batchReader.ts'
import {
  FAILED,
  idsOf,
  type PredictionBatch,
  predictionIdsRecord,
  predictionTextsRecord,
  predictionValuesRecord,
  toBatch,
} from './predictionRecord.ts'
import { priorLength } from './priors.ts'
import { parseRecord, stamped } from './record.ts'
import { StorageError } from './storageError.ts'
import { type StoredBlock, storedBlock, StoredPredictions } from './storedPredictions.ts'

/** Predictions in one record, once compacted. */
const FULL = 500

/**
 * Appends the predictions of one run, whose plan must be saved; `run/predictionSink.ts` says what is promised.
 * Compacts now and then, with the first append what earlier sessions left.
 */
export function predictionSink(runId: string): { append(predictions: readonly Prediction[]): Promise<void> } {
  let sinceCompaction = FULL
  return {
    async append(predictions) {
      if (predictions.length === 0) return
      const stranger = predictions.find((prediction) => prediction.runId !== runId)
      if (stranger) throw new Error(`a prediction of run ${stranger.runId} does not belong to run ${runId}`)
      await appendPredictions(runId, predictions)
      sinceCompaction += predictions.length
      if (sinceCompaction < FULL) return
      sinceCompaction = 0
      await compactPredictions(runId)
    },
  }
}

async function appendPredictions(runId: string, predictions: readonly Prediction[]): Promise<void> {
  await withDatabase((database) =>
    database.transaction('rw', [database.runs, ...predictionTables(database)], async () => {
      if ((await database.runs.where('id').equals(runId).count()) === 0) throw new StorageError('gone', `no plan holds run ${runId}`)
      await addPredictions(database, runId, predictions)
    }),
  )
}

/** Adds predictions within a transaction over the prediction tables. */
export async function addPredictions(database: Database, runId: string, predictions: readonly Prediction[]): Promise<void> {
  for (let at = 0; at < predictions.length; at += FULL) {
    const part = predictions.slice(at, at + FULL)
    await putBatch(database, toBatch(runId, part, part.length === FULL))
  }
}

/** Every sample's latest prediction, a failed one only where none succeeded, in the order in which samples were first answered. */
export async function readPredictions(runId: string): Promise<readonly Prediction[]> {
  return [...(await readPredictionSet(runId)).values()]
}

/**
 * The same, each made when it is asked for: of a large run all of them take long to make and much to keep.
 * @param before what was read of the run earlier: only records that were added or put together since are read.
 */
export async function readPredictionSet(runId: string, before?: PredictionSet): Promise<PredictionSet> {
  const known = new Map<number, StoredBlock>()
  if (before instanceof StoredPredictions) for (const block of before.blocks) if (!block.small) known.set(block.key, block)
  return new StoredPredictions(await withDatabase((database) =>
    database.transaction('r', predictionTables(database), async () => {
      const keys = await database.predictionIds.where('runId').equals(runId).primaryKeys()
      const unread = keys.filter((key) => !known.has(key))
      const batches = await batchesOf(database, unread)
      const read = new Map(unread.map((key, at) => [key, storedBlock(key, batches[at]!)]))
      return keys.map((key) => (read.get(key) ?? known.get(key))!)
    }),
  ))
}

/** When a run's last answers came, and what each took: at least so many where there are, of failed samples none. Reads no texts. */
export async function readTimings(runId: string, least: number): Promise<readonly { readonly at: Timestamp; readonly duration: Milliseconds }[]> {
  return withDatabase((database) =>
    database.transaction('r', predictionTables(database), async () => {
      const keys = await database.predictionIds.where('runId').equals(runId).reverse().primaryKeys()
      const timings: { at: Timestamp; duration: Milliseconds }[] = []
      for (const key of keys) {
        if (timings.length >= least) break
        const kinds = parseRecord(predictionIdsRecord, await database.predictionIds.get(key)).kinds
        const { times, durations } = parseRecord(predictionValuesRecord, await database.predictionValues.get(key))
        for (let at = 0; at < times.length; at++) if (kinds[at] !== FAILED) timings.push({ at: times[at]!, duration: durations[at]! })
      }
      return timings
    }),
  )
}

/** Which samples have a prediction; `failed` only where none succeeded. Reads no numbers and no texts. */
export async function readPredictedIds(runId: string): Promise<ReadonlyMap<string, 'done' | 'failed'>> {
  return withDatabase((database) => predictedIds(database, runId))
}

export interface RunVersion {
  /** Another one whenever predictions were added or replaced, a prior came, or a data set was changed; it may change without (records are put together). */
  readonly version: string
  /** How many predictions there are about: those of small records are counted once a record. */
  readonly size: number
}

/** What a run's answers are at, live, and the data sets that they are set beside: counts alone do not tell when one is replaced. Reads no answers and no samples. */
export function observeRunVersion(runId: string): Observable<RunVersion> {
  return observe((database) => runVersion(database, runId))
}

/** The same, now. */
export function readRunVersion(runId: string): Promise<RunVersion> {
  return withDatabase((database) => runVersion(database, runId))
}

async function runVersion(database: Database, runId: string): Promise<RunVersion> {
  const batches = database.predictionIds.where('runId').equals(runId)
  const [keys, small, prior, datasets] = await Promise.all([
    batches.primaryKeys(),
    database.predictionIds.where('[runId+small]').equals([runId, 1]).count(),
    priorLength(database, runId),
    datasetsState(database),
  ])
  return { version: `${keys.at(-1) ?? 0} ${keys.length} ${prior} ${datasets}`, size: (keys.length - small) * FULL + small }
}

/**
 * Puts a run's small records together into records of 500; the rest into one. One transaction: nobody sees it half
 * done. The sink does it every 500 predictions.
 */
export async function compactPredictions(runId: string): Promise<void> {
  await withDatabase((database) =>
    database.transaction('rw', predictionTables(database), async () => {
      const keys = await database.predictionIds.where('[runId+small]').equals([runId, 1]).primaryKeys()
      if (keys.length < 2) return
      const predictions = (await batchesOf(database, keys)).flatMap(fromBatch)
      // Later predictions are to stay later: the last keys are used again, the others go.
      const needed = Math.ceil(predictions.length / FULL)
      for (const table of predictionTables(database)) await table.bulkDelete(keys)
      for (const [at, key] of keys.slice(-needed).entries()) {
        const part = predictions.slice(at * FULL, (at + 1) * FULL)
        await putBatch(database, toBatch(runId, part, part.length === FULL), key)
      }
    }),
  )
}

/** Removes all predictions of a run, within a transaction over the prediction tables. */
export async function removePredictions(database: Database, runId: string): Promise<void> {
  for (const table of predictionTables(database)) await table.where('runId').equals(runId).delete()
}

export function predictionTables(database: Database) {
  return [database.predictionIds, database.predictionValues, database.predictionTexts]
}

export async function predictedIds(database: Database, runId: string): Promise<ReadonlyMap<string, 'done' | 'failed'>> {
  const stored = await database.predictionIds.where('runId').equals(runId).toArray()
  const states = new Map<string, 'done' | 'failed'>()
  for (const record of stored) {
    for (const [id, state] of idsOf(parseRecord(predictionIdsRecord, record))) {
      if (states.get(id) !== 'done') states.set(id, state)
    }
  }
  return states
}

async function putBatch(database: Database, { ids, values, texts }: PredictionBatch, key?: number): Promise<void> {
  const used = await database.predictionIds.put(stamped(predictionIdsRecord, ids), key)
  await database.predictionValues.put(stamped(predictionValuesRecord, values), used)
  if (texts) await database.predictionTexts.put(stamped(predictionTextsRecord, texts), used)
}

async function batchesOf(database: Database, keys: readonly number[]): Promise<readonly PredictionBatch[]> {
  const [ids, values, texts] = await Promise.all(predictionTables(database).map((table) => table.bulkGet([...keys])))
  return keys.map((_, at) => ({
    ids: parseRecord(predictionIdsRecord, ids?.[at]),
    values: parseRecord(predictionValuesRecord, values?.[at]),
    texts: texts?.[at] === undefined ? null : parseRecord(predictionTextsRecord, texts[at]),
  }))
}
