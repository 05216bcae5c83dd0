import { useCallback, useRef, useSyncExternalStore } from 'react'
import type { Observable } from '../storage/observable.ts'
import { once } from './observables.ts'

/** A value that comes from outside and may change. */
export type Live<Value> =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly value: Value }
  | { readonly status: 'failed'; readonly error: unknown }

const loading = { status: 'loading' } as const

/**
 * What an observable says now. A new `key` is a new question: it loads again. Between two keys the value is `loading`,
 * never the other key's value.
 * @param key of what `source` asks; the source itself may be a new closure at each render.
 */
export function useLive<Value>(key: string, source: () => Observable<Value>): Live<Value> {
  const latest = useRef<{ key: string; value: Live<Value> }>({ key, value: loading })
  const subscribe = useCallback(
    (changed: () => void) => {
      latest.current = { key, value: loading }
      const set = (value: Live<Value>): void => {
        latest.current = { key, value }
        changed()
      }
      return source().subscribe(
        (value) => set({ status: 'ready', value }),
        (error) => set({ status: 'failed', error }),
      )
    },
    // `source` asks what `key` says: a new closure over the same key is the same question
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [key],
  )
  return useSyncExternalStore(subscribe, () => (latest.current.key === key ? latest.current.value : loading))
}

/** The same for what is read once. */
export function useOnce<Value>(key: string, read: () => Promise<Value>): Live<Value> {
  return useLive(key, () => once(read))
}
