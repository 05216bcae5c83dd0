import type { Plan, Run } from '../../domain/plan.ts'
import { observePlan, type PlanWithRuns } from '../../storage/plans.ts'
import { observeRunVersion } from '../../storage/predictions.ts'
import { useActiveRunState } from '../activeRun.ts'
import { type Live, useLive } from '../liveQuery.ts'
import { atMostEvery } from '../observables.ts'
import { observeRunsLeft, type RunLeft } from '../runLeft.ts'
import { type Kept, useKept } from '../useKept.ts'
import { observePredictionCount, type PredictionCount } from './predictionCount.ts'

/** One plan with its runs; null where there is none of that id. */
export function usePlan(id: string): Live<PlanWithRuns | null> {
  return useLive(`plan ${id}`, () => ({
    subscribe: (next, error) => observePlan(id).subscribe((found) => next(found ?? null), error),
  }))
}

/** How far a run is, live. */
export function usePredictionCount(runId: string): Kept<PredictionCount> {
  return useKept(runId, runId, () => observePredictionCount(runId))
}

/**
 * What figures of a run are asked with: it changes when predictions were added or replaced, or a prior came, at most every two
 * seconds. A large run that this tab is at is read again the less often the larger it is (of 20,000 every 20 seconds, of
 * 50,000 every 50): reading takes time from asking, and its figures hardly move. When it ends they are read at once.
 */
export function useRunVersion(runId: string): string | null {
  const active = useActiveRunState()
  const asked = active.kind === 'active' && active.runId === runId
  const interval = (size: number): number => Math.max(2_000, asked && size > 5_000 ? size : size / 10)
  const { value } = useKept(runId, `${runId} ${asked}`, () => atMostEvery(({ size }) => interval(size), observeRunVersion(runId)))
  return value?.version ?? null
}

/** What is still to be asked in a plan's runs, by run, live. */
export function useRunsLeft(plan: Plan, runs: readonly Run[]): Kept<ReadonlyMap<string, RunLeft>> {
  return useKept(plan.id, plan.id, () => observeRunsLeft(plan, runs))
}
