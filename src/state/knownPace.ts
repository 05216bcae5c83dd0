import type { Milliseconds } from '../domain/units.ts'
import { readRunVersion } from '../storage/predictions.ts'
import { metricsClient } from './results/metricsClient.ts'
import type { ModelChoice } from './loadedModel.ts'
import { type Live, useOnce } from './liveQuery.ts'
import type { PlanWithRuns } from './plans.ts'
import { useServices } from './services.ts'

/** A model and method, and what a sample took with them in the newest run of this browser; null where none is known. */
export interface KnownPace {
  readonly model: string
  readonly method: string
  readonly perSample: Milliseconds | null
}

/** Paces measured here before, on this machine: never guessed from a model's size. */
export function useKnownPaces(wanted: readonly { readonly model: ModelChoice; readonly method: { readonly id: string } }[], plans: readonly PlanWithRuns[]): Live<readonly KnownPace[]> {
  const { figures } = metricsClient(useServices().startMetrics)
  const asked = wanted.map(({ model, method }) => ({ model: model.model.id, dtype: model.dtype, device: model.device, method: method.id }))
  const key = JSON.stringify([asked, plans.map(({ plan }) => plan.id)])
  return useOnce(key, () =>
    Promise.all(
      asked.map(async ({ model, dtype, device, method }): Promise<KnownPace> => {
        const found = plans
          .flatMap(({ plan, runs }) => runs.map((run) => ({ plan, run })))
          .find(({ run }) => run.model.ref.id === model && run.model.ref.dtype === dtype && run.model.ref.device === device && run.method.id === method)
        if (!found) return { model, method, perSample: null }
        const { version } = await readRunVersion(found.run.id)
        const header = await figures.open({ plan: found.plan.id, run: found.run.id, reading: found.plan.reading, version })
        return { model, method, perSample: header && header.answered >= 3 ? header.milliseconds / header.answered : null }
      }),
    ),
  )
}
