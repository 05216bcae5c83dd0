import { useCallback, useState, useSyncExternalStore } from 'react'
import type { Observable } from '../storage/observable.ts'

/** A value that stays on screen while the next one is being made. */
export interface Kept<Value> {
  /** Undefined until there is a first one. */
  readonly value: Value | undefined
  /** The value answers an earlier question of the same group. */
  readonly stale: boolean
  readonly error: Error | undefined
}

const nothing = { value: undefined, stale: false, error: undefined } as const

/**
 * What an observable says, kept on screen through changes of the question: where a filter changes, the old figures
 * stay (and say so) until the new ones are there.
 * @param group of which an old value may stay; a value of another group is never shown.
 * @param key the question; the source may be a new closure over the same key at each render.
 */
export function useKept<Value>(group: string, key: string, source: () => Observable<Value>): Kept<Value> {
  const [store] = useState(() => new KeptStore<Value>())
  const subscribe = useCallback(
    (changed: () => void) => store.ask(group, key, source(), changed),
    // `source` asks what `group` and `key` say
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [store, group, key],
  )
  return useSyncExternalStore(subscribe, () => store.read(group, key))
}

class KeptStore<Value> {
  private group = ''
  private key = ''
  private fresh: Kept<Value> = nothing
  private old: Kept<Value> = nothing

  ask(group: string, key: string, source: Observable<Value>, changed: () => void): () => void {
    const set = (kept: Kept<Value>): void => {
      this.group = group
      this.key = key
      this.fresh = kept
      this.old = { ...kept, stale: true }
      changed()
    }
    return source.subscribe(
      (value) => set({ value, stale: false, error: undefined }),
      (error) => set({ value: undefined, stale: false, error: error instanceof Error ? error : new Error(String(error)) }),
    )
  }

  read(group: string, key: string): Kept<Value> {
    if (this.group !== group) return nothing
    return this.key === key ? this.fresh : this.old
  }
}
