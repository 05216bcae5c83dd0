import type { Plan, Run } from '../../domain/plan.ts'
import type { PredictionCount } from '../../storage/predictedIds.ts'
import { observePlan, type PlanWithRuns } from '../../storage/plans.ts'
import { observeRunVersion } from '../../storage/predictions.ts'
import { useActiveRunState } from '../run/activeRun.ts'
import { type Live, useLive } from '../liveQuery.ts'
import { atMostEvery } from '../observables.ts'
import { observeRunsLeft, type RunLeft } from '../run/runLeft.ts'
import { useServices } from '../services.ts'
import { type Kept, useKept } from '../useKept.ts'
import { metricsClient } from './metricsClient.ts'
import { observePredictionCount } from './predictionCount.ts'

/** One plan with its runs; null where there is none of that id. */
export function usePlan(id: string): Live<PlanWithRuns | null> {
  return useLive(`plan ${id}`, () => ({
    subscribe: (next, error) => observePlan(id).subscribe((found) => next(found ?? null), error),
  }))
}

/** How far a run is, live. */
export function usePredictionCount(runId: string): Kept<PredictionCount> {
  const { figures } = metricsClient(useServices().startMetrics)
  return useKept(runId, runId, () => observePredictionCount(runId, figures.count))
}

/**
 * What figures of a run are asked with: it changes when predictions were added or replaced, a prior came, or a data set was changed, at most every two
 * seconds; of a large run that this tab is at every ten: what is new is read alone, but all figures are added up again, which takes
 * time from asking, and they hardly move. When it ends they are read at once.
 */
export function useRunVersion(runId: string): string | null {
  const active = useActiveRunState()
  const asked = active.kind === 'active' && active.runId === runId
  const { value } = useKept(runId, `${runId} ${asked}`, () => atMostEvery(({ size }) => (asked && size > 5_000 ? 10_000 : 2_000), observeRunVersion(runId)))
  return value?.version ?? null
}

/** What is still to be asked in a plan's runs, by run, live. */
export function useRunsLeft(plan: Plan, runs: readonly Run[]): Kept<ReadonlyMap<string, RunLeft>> {
  const { figures } = metricsClient(useServices().startMetrics)
  return useKept(plan.id, plan.id, () => observeRunsLeft(runs, (run) => figures.left(plan.id, run.id)))
}
