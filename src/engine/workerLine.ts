import { proxy, type Remote, wrap } from 'comlink'

/** A worker ended by itself: out of memory, an error nobody caught, or its file is no longer on the server. */
export class WorkerLost extends Error {
  constructor(message: string) {
    super(message || 'the worker ended')
    this.name = 'WorkerLost'
  }
}

/** A worker that is called by comlink, whose calls alone would wait for ever once it is gone. */
export interface WorkerLine<Service> {
  /** @throws what the call does; WorkerLost, or the reason it was ended for, when the worker is gone before it answers. */
  ask<Result>(call: (service: Remote<Service>) => Promise<Result>): Promise<Result>
  /** Ends the worker; calls under way are rejected. */
  end(reason: Error): void
}

/** A function that a worker may call while it is at something. */
export function calledBack<Args extends unknown[]>(callback: (...args: Args) => void): (...args: Args) => void {
  return proxy(callback)
}

/** The worker is started by the first call, and another one by the next call after it has died. */
export function lineTo<Service>(startWorker: () => Worker): WorkerLine<Service> {
  let line: ReturnType<typeof connect<Service>> | null = null
  return {
    ask: (call) => {
      if (!line?.alive) line = connect(startWorker())
      return line.ask(call)
    },
    end: (reason) => line?.end(reason),
  }
}

function connect<Service>(worker: Worker): WorkerLine<Service> & { readonly alive: boolean } {
  // held with the line: a proxy that is collected drops the calls under way
  const service = wrap<Service>(worker)
  let reject: (reason: Error) => void = () => undefined
  const gone = new Promise<never>((_, rejected) => (reject = rejected))
  gone.catch(() => undefined)
  let alive = true
  const end = (reason: Error): void => {
    alive = false
    worker.terminate()
    reject(reason)
  }
  worker.addEventListener('error', ({ message }) => end(new WorkerLost(message)))
  worker.addEventListener('messageerror', () => end(new WorkerLost('what the worker sent cannot be read')))
  return {
    get alive() {
      return alive
    },
    ask: (call) => Promise.race([call(service), gone]),
    end,
  }
}
