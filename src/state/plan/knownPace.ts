import type { Milliseconds } from '../../domain/units.ts'
import { paceWith, wallPace } from '../../run/wallPace.ts'
import { readTimings } from '../../storage/predictions.ts'
import type { ModelChoice } from '../models/loadedModel.ts'
import { type Live, useOnce } from '../liveQuery.ts'
import { workersOf } from '../models/modelSettings.ts'
import type { PlanWithRuns } from './plans.ts'

/** A model and method, and what a sample will take with them by the newest run of this browser; null where none is known. */
export interface KnownPace {
  readonly model: string
  readonly method: string
  readonly perSample: Milliseconds | null
}

/** Answers that a pace is taken from: the last ones of a run. */
const LATEST = 500

/** Paces measured here before, on this machine, for as many engines as will be asked now: never guessed from a model's size. */
export function useKnownPaces(wanted: readonly { readonly model: ModelChoice; readonly method: { readonly id: string } }[], plans: readonly PlanWithRuns[]): Live<readonly KnownPace[]> {
  const key = JSON.stringify([wanted.map(({ model, method }) => [model.model.id, model.dtype, model.device, model.graph, method.id]), plans.map(({ plan }) => plan.id)])
  return useOnce(key, () => Promise.all(wanted.map(({ model, method }) => knownPace(model, method.id, plans))))
}

/** @param plans the newest first. */
async function knownPace(choice: ModelChoice, method: string, plans: readonly PlanWithRuns[]): Promise<KnownPace> {
  const { model, dtype, device, graph = 'rewritten' } = choice
  const runs = plans.flatMap((plan) => plan.runs).filter((run) => run.model.ref.id === model.id && run.model.ref.dtype === dtype && run.model.ref.device === device && run.method.id === method)
  for (const run of runs) {
    const pace = wallPace(await readTimings(run.id, LATEST))
    if (!pace) continue
    const { workers, threads, trial } = await workersOf(choice)
    return { model: model.id, method, perSample: paceWith(pace, { device, dtype, graph, workers, threads }, trial?.ways ?? []) }
  }
  return { model: model.id, method, perSample: null }
}
