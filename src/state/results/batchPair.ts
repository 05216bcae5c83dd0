import { type FieldId, fieldOf } from '../../domain/scheme.ts'
import { BATCH_RECORDS } from './batchIntervals.ts'
import { BatchRedrawn, type BatchRun } from './evidence/batchRedrawn.ts'
import { Teller } from './evidence/teller.ts'
import type { RunColumns } from './runColumns.ts'

/** What two runs beside each other are redrawn from, where one of them is read under the mean over its own records. */
export interface BatchPair {
  readonly field: FieldId
  /** Null for a run that is read as it stands. */
  readonly first: BatchRun | null
  readonly second: BatchRun | null
}

/** @param places of the records compared, in each run's order. Undefined unless one of them is read under its own mean. */
export function batchPair(field: FieldId, runs: readonly (readonly [columns: RunColumns, places: readonly number[]])[]): { readonly batch?: BatchPair } {
  const [first, second] = runs.map(([{ batch }, places]): BatchRun | null => batch ? { source: (batch.predictions?.length ?? Infinity) <= BATCH_RECORDS ? batch : null, places: Int32Array.from(places) } : null)
  return first || second ? { batch: { field, first: first ?? null, second: second ?? null } } : {}
}

/** The resamples of such a pair. */
export function redrawnPair({ batch, gold, first, second, groups }: { readonly batch?: BatchPair; readonly gold: Int16Array; readonly first: Int16Array; readonly second: Int16Array; readonly groups: Int32Array | null }): BatchRedrawn | undefined {
  if (!batch) return undefined
  const pairs = [[first, batch.first], [second, batch.second]] as const
  const redrawn = new BatchRedrawn(gold.length, groups, pairs.flatMap(([, run]) => run ?? []), new Teller())
  for (const [answers, run] of pairs) if (run?.source) redrawn.register(answers, run, fieldOf(run.source.scheme, batch.field))
  return redrawn
}
