import type { PlanWithRuns } from '../../storage/plans.ts'
import type { PlannedRun } from './evidence/useEvidence.ts'

/**
 * The runs that can be set beside a plan's: its own first, as it planned them, then those of the other plans, each once. One question is one run,
 * whichever plans ask it: a run that the plan itself has is read as this plan says, never as another one does that asked it, too.
 */
export function runCandidates(planId: string, plans: readonly Pick<PlanWithRuns, 'plan' | 'runs'>[]): readonly PlannedRun[] {
  const all = plans.flatMap(({ plan, runs }) => runs.map((run): PlannedRun => ({ plan, run })))
  const found = new Map<string, PlannedRun>()
  for (const one of [...all.filter(({ plan }) => plan.id === planId), ...all]) if (!found.has(one.run.id)) found.set(one.run.id, one)
  return [...found.values()]
}
