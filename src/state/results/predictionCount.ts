import { observeRunVersion, readPredictedIds } from '../../storage/predictions.ts'
import type { Observable } from '../liveQuery.ts'
import { atMostEvery } from '../useKept.ts'

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
  return {
    subscribe(next, error) {
      let newest = 0
      const end = atMostEvery(({ size }) => size > 5_000 ? size / 4 : Math.max(500, size / 20), observeRunVersion(runId)).subscribe(() => {
        const asked = ++newest
        readPredictedIds(runId).then((ids) => {
          // left, or the answer to a later question came first
          if (asked !== newest) return
          const failed = [...ids.values()].filter((state) => state === 'failed').length
          next({ done: ids.size - failed, failed })
        }, (reason: unknown) => {
          if (asked === newest) error?.(reason)
        })
      }, error)
      return () => {
        newest = 0
        end()
      }
    },
  }
}

/** One subscription for all listeners, from the first to the last; who comes later is told the newest value at once. */
function shared<Value>(source: Observable<Value>): Observable<Value> {
  const listeners = new Set<{ next(value: Value): void; error?: ((error: unknown) => void) | undefined }>()
  let newest: { readonly value: Value } | null = null
  let end: (() => void) | null = null
  const stop = (): void => {
    end?.()
    end = null
    newest = null
  }
  return {
    subscribe(next, error) {
      const listener = { next, error }
      listeners.add(listener)
      if (newest) next(newest.value)
      end ??= source.subscribe(
        (value) => {
          newest = { value }
          for (const each of listeners) each.next(value)
        },
        (reason) => {
          const failed = [...listeners]
          listeners.clear()
          stop()
          for (const each of failed) each.error?.(reason)
        },
      )
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) stop()
      }
    },
  }
}
