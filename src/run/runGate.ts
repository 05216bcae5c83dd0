import type { RunControl, RunWish } from './runControl.ts'
import { Stopped } from './runCalls.ts'
import type { RunProgress } from './runRequest.ts'

/** Where a run may be paused, stopped or left: between two calls, and at once where its signal says so. */
export class RunGate {
  /** What is being done. */
  stage: RunProgress['stage'] = 'starting'
  private readonly control: RunControl
  private readonly signal: AbortSignal | undefined
  private readonly flush: () => Promise<void>
  private readonly entered: () => void
  private busy = 0

  /** @param flush makes what was answered durable. @param entered told when the stage changes. */
  constructor(control: RunControl, signal: AbortSignal | undefined, flush: () => Promise<void>, entered: () => void) {
    this.control = control
    this.signal = signal
    this.flush = flush
    this.entered = entered
  }

  /** Between two calls: waits while paused. @returns whether it did. @throws Stopped */
  async pass(): Promise<boolean> {
    let waited = false
    for (; this.wish() === 'pause'; waited = true) {
      if (this.busy === 0) {
        this.enter('paused')
        await this.flush()
      }
      if (this.wish() === 'pause') await this.changed()
    }
    if (this.wish() === 'stop') throw new Stopped()
    if (waited) this.enter('asking')
    return waited
  }

  /** A call that a pause waits for, and that need not be waited for once the run is left. @throws Stopped */
  async call<Result>(call: Promise<Result>): Promise<Result> {
    this.busy++
    try {
      return await this.leaving(call)
    } finally {
      this.busy--
    }
  }

  /** What need not be waited for once the run is left. @throws Stopped */
  leaving<Result>(call: Promise<Result>): Promise<Result> {
    const { signal } = this
    if (!signal) return call
    return new Promise<Result>((resolve, reject) => {
      const leave = () => reject(new Stopped())
      if (signal.aborted) leave()
      signal.addEventListener('abort', leave, { once: true })
      call.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
    })
  }

  enter(stage: RunProgress['stage']): void {
    if (this.stage === stage) return
    this.stage = stage
    this.entered()
  }

  private wish(): RunWish {
    return this.signal?.aborted ? 'stop' : this.control.wish
  }

  private changed(): Promise<void> {
    return new Promise((resolve) => {
      const changed = () => {
        leave()
        this.signal?.removeEventListener('abort', changed)
        resolve()
      }
      const leave = this.control.subscribe(changed)
      this.signal?.addEventListener('abort', changed)
    })
  }
}
