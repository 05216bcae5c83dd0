import { type Remote, wrap } from 'comlink'
import type { FieldId } from '../../domain/scheme.ts'
import type { Differences, FieldIntervals, MetricsService, RunKey } from './metricsService.ts'
import type { RunFilter } from './runFilter.ts'

/** The main thread's side of two metrics workers: one answers at once, the other takes the seconds that resampling needs. */
export interface MetricsClient {
  readonly figures: Remote<MetricsService>
  /** Field by field; a newer question than this one, or the signal, gives it up (null). */
  intervals(key: RunKey, filter: RunFilter, field: FieldId, signal: AbortSignal): Promise<FieldIntervals | null>
  differences(first: RunKey, second: RunKey, filter: RunFilter, field: FieldId, signal: AbortSignal): Promise<Differences | null>
}

const clients = new WeakMap<() => Worker, MetricsClient>()

/** One client for each way to start workers, for the page's whole life. */
export function metricsClient(startWorker: () => Worker): MetricsClient {
  const started = clients.get(startWorker)
  if (started) return started
  // the workers are held here, or the browser might collect their proxies with calls in flight
  const figures = wrap<MetricsService>(startWorker())
  const resampling = new Queue(startWorker)
  const client: MetricsClient = {
    figures,
    intervals: async (key, filter, field, signal) => {
      const arrays = await figures.labels(key, filter, field)
      return resampling.run(signal, (service) => service.intervals(arrays))
    },
    differences: async (first, second, filter, field, signal) => {
      const arrays = await figures.pair(first, second, filter, field)
      return resampling.run(signal, (service) => service.differences(arrays))
    },
  }
  clients.set(startWorker, client)
  return client
}

/** One question at a time, so that those nobody waits for any more are never asked. */
class Queue {
  private readonly startWorker: () => Worker
  private service: Remote<MetricsService> | null = null
  private last: Promise<unknown> = Promise.resolve()

  constructor(startWorker: () => Worker) {
    this.startWorker = startWorker
  }

  run<Result>(signal: AbortSignal, ask: (service: Remote<MetricsService>) => Promise<Result>): Promise<Result | null> {
    const turn = this.last.then(() => {
      if (signal.aborted) return null
      this.service ??= wrap<MetricsService>(this.startWorker())
      return ask(this.service)
    })
    this.last = turn.catch(() => undefined)
    return turn
  }
}
