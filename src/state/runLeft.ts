import type { Plan, Run } from '../domain/plan.ts'
import { nothingLeft } from '../run/nothingLeft.ts'
import { observeRunVersion, readPredictedIds, readPredictions } from '../storage/predictions.ts'
import { readPriors } from '../storage/priors.ts'
import type { Observable } from './liveQuery.ts'
import { atMostEvery } from './useKept.ts'

/** What is still to be asked in a run of a plan. Failed samples are not asked again by themselves. */
export interface RunLeft {
  /** Samples without any prediction. */
  readonly samples: number
  /** All samples have one, and the plan's reading needs more: answers that another plan did not ask, or the prior. */
  readonly more: boolean
}

/** The same that a run itself asks before it loads a model. */
export async function runLeft(plan: Plan, run: Run): Promise<RunLeft> {
  if (run.model.ref.origin === 'imported') return { samples: 0, more: false }
  const done = await readPredictedIds(run.id)
  const samples = plan.sampleIds.filter((id) => !done.has(id)).length
  if (samples > 0) return { samples, more: false }
  return { samples, more: !(await nothingLeft(plan, run, { done, priors: await readPriors(run.id), predictions: () => readPredictions(run.id) })) }
}

/** What is left of a plan's runs, by run, live; told less often the larger they are: a reading may need all answers to say it. */
export function observeRunsLeft(plan: Plan, runs: readonly Run[]): Observable<ReadonlyMap<string, RunLeft>> {
  return {
    subscribe(next, error) {
      const left = new Map<string, RunLeft>()
      const asked = new Map<string, string>()
      const ends = runs.map((run) =>
        atMostEvery(({ size }) => (size > 5_000 ? size / 2 : 1_000 + size / 10), observeRunVersion(run.id)).subscribe(({ version }) => {
          asked.set(run.id, version)
          runLeft(plan, run).then((value) => {
            // the answer to a later question may have come first
            if (asked.get(run.id) !== version) return
            left.set(run.id, value)
            if (left.size === runs.length) next(new Map(left))
          }, (reason: unknown) => error?.(reason))
        }, error),
      )
      return () => {
        asked.clear()
        ends.forEach((end) => end())
      }
    },
  }
}
