import { useEffect } from 'react'
import type { Dataset } from '../../domain/dataset.ts'
import { logLook, type Look, observeLookLog } from '../../storage/looks.ts'
import { type Live, useLive } from '../liveQuery.ts'
import type { RunSelection } from '../results/runSelection.ts'

export { lookLog } from '../../storage/looks.ts'
export type { Look } from '../../storage/looks.ts'

/** What this page has logged already: to come back to a tab is no further look. */
const logged = new Set<string>()

/** Logs that a part of a run's results is open, once in the page's life for each run, part, field and reading. Results over development samples are not logged. */
export function useLogLook({ plan, run, field, reading }: RunSelection, view: string): void {
  const key = JSON.stringify([plan.dataset.id, plan.id, run.id, view, field, reading])
  const wanted = plan.drawn?.role !== 'dev'
  useEffect(() => {
    if (!wanted || logged.has(key)) return
    logged.add(key)
    const { prior, rule, parser } = reading
    // a look that could not be kept must not stop anybody from looking
    void logLook({ datasetId: plan.dataset.id, datasetHash: plan.dataset.hash, at: Date.now(), planId: plan.id, runId: run.id, view, field, reading: { prior, rule, parser } }).catch(() => logged.delete(key))
    // `key` says all that is logged
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key, wanted])
}

/** Looks at a dataset's test results, the earliest first, live. */
export function useLookLog(dataset: Pick<Dataset, 'id' | 'hash'>): Live<readonly Look[]> {
  return useLive(`looks ${dataset.id} ${dataset.hash}`, () => observeLookLog(dataset))
}
