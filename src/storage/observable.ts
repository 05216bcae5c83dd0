import { liveQuery } from 'dexie'
import { type Database, database, reopen } from './database.ts'
import { isConnectionLost, storageError } from './storageError.ts'

/** Something that tells its present value, and each later one, until it is left. Nobody outside needs to know Dexie. */
export interface Observable<Value> {
  /** @returns what ends the subscription. After `error` (a StorageError, where storage says it) no value follows. */
  subscribe(next: (value: Value) => void, error?: (error: unknown) => void): () => void
}

/** A query that is asked again whenever what it read has changed, in this tab, another one or a worker. */
export function observe<Value>(query: (database: Database) => Promise<Value>): Observable<Value> {
  return {
    subscribe(next, error) {
      let left = false
      let current: { unsubscribe(): void } | null = null
      const start = (mayReopen: boolean): void => {
        current = liveQuery(() => query(database)).subscribe({
          next: (value) => {
            mayReopen = true
            if (!left) next(value)
          },
          error: (problem: unknown) => {
            if (left) return
            const fail = (cause: unknown) => {
              if (!left) error?.(storageError(cause))
            }
            if (!mayReopen || !isConnectionLost(problem)) fail(problem)
            else
              reopen().then(() => {
                if (!left) start(false)
              }, fail)
          },
        })
      }
      start(true)
      return () => {
        left = true
        current?.unsubscribe()
      }
    },
  }
}
