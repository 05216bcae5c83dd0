import { readRefusedRows, type RefusedRow } from '../../storage/refusedRows.ts'
import { type Live, useOnce } from '../liveQuery.ts'

/** The records of an imported plan's files that were not taken; none where the plan came with a run file. They never change. */
export function useRefusedRows(planId: string): Live<readonly RefusedRow[]> {
  return useOnce(`refused ${planId}`, () => readRefusedRows(planId))
}
