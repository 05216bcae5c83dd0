import { observePlans, type PlanWithRuns } from '../../storage/plans.ts'
import { type Live, useLive } from '../liveQuery.ts'

export { deletePlan } from '../../storage/plans.ts'
export type { PlanWithRuns } from '../../storage/plans.ts'

/** All plans of this browser with their runs, the newest first. */
export function usePlans(): Live<readonly PlanWithRuns[]> {
  return useLive('plans', observePlans)
}
