import type { Plan, Run } from '../../domain/plan.ts'
import { type KeptRun, nothingLeft } from '../../run/nothingLeft.ts'
import type { Observable } from '../../storage/observable.ts'
import { observeRunVersion, readPredictedIds, readPredictions } from '../../storage/predictions.ts'
import { readPriors } from '../../storage/priors.ts'
import { atMostEvery, readAgain, together } from '../observables.ts'

/** What is still to be asked in a run of a plan. Failed samples are not asked again by themselves. */
export interface RunLeft {
  /** Samples without any prediction. */
  readonly samples: number
  /** All samples have one, and the plan's reading needs more: answers that another plan did not ask, or the prior. */
  readonly more: boolean
}

/** The same that a run itself asks before it loads a model. @param known which samples have a prediction, where that is known already. */
export async function runLeft(plan: Plan, run: Run, known?: KeptRun['done']): Promise<RunLeft> {
  if (run.model.ref.origin === 'imported') return { samples: 0, more: false }
  const done = known ?? (await readPredictedIds(run.id))
  const samples = plan.sampleIds.filter((id) => !done.has(id)).length
  if (samples > 0) return { samples, more: false }
  return { samples, more: !(await nothingLeft(plan, run, { done, priors: await readPriors(run.id), predictions: () => readPredictions(run.id) })) }
}

/**
 * What is left of a plan's runs, by run, live; told less often the larger they are: a reading may need all answers to say it.
 * @param leftOf asks it of one run.
 */
export function observeRunsLeft(runs: readonly Run[], leftOf: (run: Run) => Promise<RunLeft>): Observable<ReadonlyMap<string, RunLeft>> {
  return together(new Map(runs.map((run) => {
    const changes = atMostEvery(({ size }) => Math.min(1_000 + size / 10, 5_000), observeRunVersion(run.id))
    return [run.id, readAgain(changes, () => leftOf(run))]
  })))
}
