import * as v from 'valibot'
import type { Dataset } from '../domain/dataset.ts'
import type { Reading } from '../domain/prediction.ts'
import type { Sha256, Timestamp } from '../domain/units.ts'
import { type Database, withDatabase } from './database.ts'
import { observe, type Observable } from './observable.ts'
import { parseRecord, type RecordType, stamped } from './record.ts'

/** One look at results over a dataset's test samples: what was open, when. Kept for as long as the dataset's results may be told of. */
export interface Look {
  readonly datasetId: string
  /** The dataset's content: the same file taken in again is looked at again. Absent of looks that were logged before it was kept. */
  readonly datasetHash?: Sha256
  readonly at: Timestamp
  readonly planId: string
  readonly runId: string
  /** Which part of the results was open: overview, classes, compare … */
  readonly view: string
  /** The figures were those of this field, where the part is about one. */
  readonly field: string
  readonly reading: Pick<Reading, 'prior' | 'rule' | 'parser'>
}

const lookRecord: RecordType<Look> = {
  name: 'looks',
  version: 1,
  schema: v.object({
    datasetId: v.string(),
    datasetHash: v.exactOptional(v.string()),
    at: v.number(),
    planId: v.string(),
    runId: v.string(),
    view: v.string(),
    field: v.string(),
    reading: v.object({ prior: v.picklist(['none', 'contentFree', 'pool', 'batch']), rule: v.picklist(['joint', 'path']), parser: v.number() }),
  }),
  upgrades: {},
}

export async function logLook(look: Look): Promise<void> {
  await withDatabase((database) => database.looks.add(stamped(lookRecord, look)))
}

/** What is looked at: a data set, or the same content under another id. */
type LookedAt = Pick<Dataset, 'id' | 'hash'>

/** Every look at the test results of a data set, the earliest first. They outlive its plans, and the data set itself. */
export function lookLog(dataset: LookedAt): Promise<readonly Look[]> {
  return withDatabase((database) => looksAt(database, dataset))
}

/** The same, live. */
export function observeLookLog(dataset: LookedAt): Observable<readonly Look[]> {
  return observe((database) => looksAt(database, dataset))
}

/** All are read: there are as many as somebody opened pages. */
async function looksAt({ looks }: Database, { id, hash }: LookedAt): Promise<readonly Look[]> {
  const all = (await looks.toArray()).map((record) => parseRecord(lookRecord, record))
  return all.filter(({ datasetId, datasetHash }) => datasetId === id || datasetHash === hash).sort((one, other) => one.at - other.at)
}
