import type { Run } from '../../domain/plan.ts'
import type { Milliseconds } from '../../domain/units.ts'
import type { Estimate } from '../../run/progress.ts'
import type { RunLeft } from '../run/runLeft.ts'

/** What is left of a plan: the time of what has a pace, and how many samples there are beside. */
export interface PlanLeft {
  readonly time: Milliseconds
  /** In runs whose pace is not known: no run like them was timed on this page. */
  readonly untimed: number
}

/**
 * The time left of a whole plan. Null while the current run's own is not known, or where it is the only one left.
 * @param current the run that is being asked. @param paceOf what a sample of a run takes, where that was measured.
 */
export function planLeft(
  current: { readonly id: string; readonly estimate: Estimate },
  runs: readonly Run[],
  left: ReadonlyMap<string, RunLeft>,
  paceOf: (run: Run) => Milliseconds | undefined,
): PlanLeft | null {
  if (current.estimate.kind !== 'known') return null
  const others = runs.filter(({ id }) => id !== current.id && (left.get(id)?.samples ?? 0) > 0)
  if (others.length === 0) return null
  let [time, untimed] = [current.estimate.left, 0]
  for (const run of others) {
    const samples = left.get(run.id)?.samples ?? 0
    const each = paceOf(run)
    if (each === undefined) untimed += samples
    else time += samples * each
  }
  return { time, untimed }
}
