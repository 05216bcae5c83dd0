import type { Observable } from '../storage/observable.ts'

/** A promise as what is said once; its signal goes when nobody listens any more. */
export function once<Value>(read: (signal: AbortSignal) => Promise<Value>): Observable<Value> {
  return several(async (next, signal) => next(await read(signal)))
}

/** Values that come one after the other, until done or nobody listens. */
export function several<Value>(make: (next: (value: Value) => void, signal: AbortSignal) => Promise<void>): Observable<Value> {
  return {
    subscribe(next, error) {
      const ending = new AbortController()
      const whileWanted = (value: Value): void => {
        if (!ending.signal.aborted) next(value)
      }
      make(whileWanted, ending.signal).catch((reason: unknown) => {
        if (!ending.signal.aborted) error?.(reason)
      })
      return () => ending.abort()
    },
  }
}

/** The first value at once, then at most one in so many milliseconds (after that value), the newest always at last. */
export function atMostEvery<Value>(milliseconds: (value: Value) => number, source: Observable<Value>): Observable<Value> {
  return {
    subscribe(next, error) {
      let waiting: { readonly value: Value } | null = null
      let timer: ReturnType<typeof setTimeout> | undefined
      const say = (value: Value): void => {
        next(value)
        timer = setTimeout(() => {
          timer = undefined
          if (waiting) {
            const { value: newest } = waiting
            waiting = null
            say(newest)
          }
        }, milliseconds(value))
      }
      const end = source.subscribe((value) => {
        if (timer === undefined) say(value)
        else waiting = { value }
      }, error)
      return () => {
        clearTimeout(timer)
        end()
      }
    },
  }
}

/** What is read anew each time the source says something: the answer to an earlier question is dropped. */
export function readAgain<Said, Value>(source: Observable<Said>, read: (said: Said) => Promise<Value>): Observable<Value> {
  return {
    subscribe(next, error) {
      let newest = 0
      const end = source.subscribe((said) => {
        const asked = ++newest
        read(said).then((value) => {
          if (asked === newest) next(value)
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

/** What several say, by name, once each has said something. */
export function together<Value>(sources: ReadonlyMap<string, Observable<Value>>): Observable<ReadonlyMap<string, Value>> {
  return {
    subscribe(next, error) {
      const said = new Map<string, Value>()
      const ends = [...sources].map(([name, source]) =>
        source.subscribe((value) => {
          said.set(name, value)
          if (said.size === sources.size) next(new Map(said))
        }, error),
      )
      return () => ends.forEach((end) => end())
    },
  }
}

/** One subscription for all listeners, from the first to the last; who comes later is told the newest value at once. */
export function shared<Value>(source: Observable<Value>): Observable<Value> {
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
