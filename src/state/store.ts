import { useSyncExternalStore } from 'react'

/** What is only true while the page lives, and says when it changes. A change is a new state: nothing within one is altered. */
export abstract class Store<State> {
  protected state: State
  private readonly listeners = new Set<() => void>()

  constructor(state: State) {
    this.state = state
  }

  readonly get = (): State => this.state

  /** Calls back at each change; @returns what ends that. */
  readonly subscribe = (changed: () => void): (() => void) => {
    this.listeners.add(changed)
    return () => this.listeners.delete(changed)
  }

  protected set(state: State): void {
    this.state = state
    this.notify()
  }

  protected notify(): void {
    for (const changed of this.listeners) changed()
  }
}

/** The state of a store, live. */
export function useStore<State>(store: Pick<Store<State>, 'get' | 'subscribe'>): State {
  return useSyncExternalStore(store.subscribe, store.get)
}
