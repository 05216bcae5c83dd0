import { observeRunVersion, readPredictedIds } from '../../storage/predictions.ts'
import type { Observable } from '../../storage/observable.ts'
import { atMostEvery, readAgain, shared } from '../observables.ts'

export interface PredictionCount {
  readonly done: number
  readonly failed: number
}

const counts = new Map<string, Observable<PredictionCount>>()

/**
 * How far a run is, live. What is kept of it is counted once for all who look, and when something has changed at most
 * twice a second, less often the larger it is: an answer a second must not read fifty thousand each time.
 */
export function observePredictionCount(runId: string): Observable<PredictionCount> {
  const known = counts.get(runId)
  if (known) return known
  const count = shared(counted(runId))
  counts.set(runId, count)
  return count
}

function counted(runId: string): Observable<PredictionCount> {
  const changes = atMostEvery(({ size }) => size > 5_000 ? size / 4 : Math.max(500, size / 20), observeRunVersion(runId))
  return readAgain(changes, async () => {
    const ids = await readPredictedIds(runId)
    const failed = [...ids.values()].filter((state) => state === 'failed').length
    return { done: ids.size - failed, failed }
  })
}
