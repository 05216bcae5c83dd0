import * as v from 'valibot'
import { type Refusal, refusals } from '../domain/plan.ts'
import { type Database, withDatabase } from './database.ts'
import { parseRecord, type RecordType, stamped } from './record.ts'

/** A record of an imported file that no sample has an answer from. */
export interface RefusedRow {
  readonly file: string
  /** 1-based line of the file. */
  readonly line: number
  readonly reason: Refusal
  /** Of a malformed one, what is wrong with it. */
  readonly code: string | null
  readonly id: string | null
  /** As it stood, cut at 200 characters. */
  readonly raw: string
}

interface RefusedRecord {
  readonly planId: string
  readonly rows: readonly RefusedRow[]
}

const refusedRecord: RecordType<RefusedRecord> = {
  name: 'refusedRows',
  version: 1,
  schema: v.object({
    planId: v.string(),
    rows: v.array(v.object({ file: v.string(), line: v.number(), reason: v.picklist(refusals), code: v.nullable(v.string()), id: v.nullable(v.string()), raw: v.string() })),
  }),
  upgrades: {},
}

/** Keeps what an imported run's files had that was not taken, within a transaction. */
export async function putRefusedRows(database: Database, planId: string, rows: readonly RefusedRow[]): Promise<void> {
  await database.refusedRows.put(stamped(refusedRecord, { planId, rows }))
}

/** In the order of the files; empty where all was taken, or where the run came with a run file, which has the counts alone. */
export async function readRefusedRows(planId: string): Promise<readonly RefusedRow[]> {
  const stored = await withDatabase((database) => database.refusedRows.get(planId))
  return stored === undefined ? [] : parseRecord(refusedRecord, stored).rows
}
