/** What a person has asked of a run. */
export type RunWish = 'go' | 'pause' | 'stop'

/**
 * Pause, resume and stop of one run. All take effect between two samples: the one in flight is finished and kept.
 * To leave at once, abort the run's signal (and end the engine).
 */
export class RunControl {
  private current: RunWish = 'go'
  private readonly listeners = new Set<() => void>()

  get wish(): RunWish {
    return this.current
  }

  pause(): void {
    if (this.current === 'go') this.set('pause')
  }

  resume(): void {
    if (this.current === 'pause') this.set('go')
  }

  /** For good: a stopped run is started anew, and goes on with what is missing. */
  stop(): void {
    this.set('stop')
  }

  /** Calls back at each change; @returns what ends that. */
  subscribe(changed: () => void): () => void {
    this.listeners.add(changed)
    return () => this.listeners.delete(changed)
  }

  private set(wish: RunWish): void {
    if (this.current === 'stop' || this.current === wish) return
    this.current = wish
    for (const changed of [...this.listeners]) changed()
  }
}
