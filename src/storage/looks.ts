import * as v from 'valibot'
import type { Reading } from '../domain/prediction.ts'
import type { Timestamp } from '../domain/units.ts'
import { withDatabase } from './database.ts'
import { observe, type Observable } from './observable.ts'
import { parseRecord, type RecordType, stamped } from './record.ts'

/** One look at results over a dataset's test samples: what was open, when. Kept for as long as the dataset's results may be told of. */
export interface Look {
  readonly datasetId: string
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

/** Every look at the test results of a data set, the earliest first. They outlive its plans. */
export async function lookLog(datasetId: string): Promise<readonly Look[]> {
  const stored = await withDatabase((database) => database.looks.where('datasetId').equals(datasetId).toArray())
  return inOrder(stored)
}

/** The same, live. */
export function observeLookLog(datasetId: string): Observable<readonly Look[]> {
  return observe(async (database) => inOrder(await database.looks.where('datasetId').equals(datasetId).toArray()))
}

function inOrder(stored: readonly unknown[]): readonly Look[] {
  return stored.map((record) => parseRecord(lookRecord, record)).sort((one, other) => one.at - other.at)
}
