import { observePlans, type PlanWithRuns } from '../../storage/plans.ts'
import { observePredictionCount } from '../../storage/predictions.ts'
import { type Live, useLive } from '../liveQuery.ts'
import { atMostEvery, type Kept, useKept } from '../useKept.ts'

/** One plan with its runs; null where there is none of that id. */
export function usePlan(id: string): Live<PlanWithRuns | null> {
  return useLive(`plan ${id}`, () => ({
    subscribe: (next, error) => observePlans().subscribe((plans) => next(plans.find(({ plan }) => plan.id === id) ?? null), error),
  }))
}

export interface PredictionCount {
  readonly done: number
  readonly failed: number
}

/** How far a run is, at most twice a second. */
export function usePredictionCount(runId: string): Kept<PredictionCount> {
  return useKept(runId, runId, () => atMostEvery(500, observePredictionCount(runId)))
}

/**
 * What figures of a run are asked with: it changes when predictions were added, at most every two seconds, so that a
 * live run is read again no more often than it can be looked at.
 */
export function useRunVersion(runId: string): string | null {
  const { value } = useKept(runId, runId, () => atMostEvery(2_000, observePredictionCount(runId)))
  return value ? `${value.done} ${value.failed}` : null
}
