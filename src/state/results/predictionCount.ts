import type { Observable } from '../../storage/observable.ts'
import type { PredictionCount } from '../../storage/predictedIds.ts'
import { observeRunVersion } from '../../storage/predictions.ts'
import { atMostEvery, readAgain, shared } from '../observables.ts'
import { onePerPage } from '../onePerPage.ts'

/** Whoever counts a run's predictions when asked. */
export type CountOf = (runId: string) => Promise<PredictionCount>

const counts = onePerPage<CountOf, Map<string, Observable<PredictionCount>>>(() => new Map())

/**
 * How far a run is, live. It is counted once for all who look, and when something has changed at most twice a second.
 * @param countOf the same function for all of them.
 */
export function observePredictionCount(runId: string, countOf: CountOf): Observable<PredictionCount> {
  const known = counts(countOf)
  const count = known.get(runId) ?? shared(readAgain(atMostEvery(() => 500, observeRunVersion(runId)), () => countOf(runId)))
  known.set(runId, count)
  return count
}
