import { lineTo } from '../../engine/workerLine.ts'
import type { FieldId } from '../../domain/scheme.ts'
import type { Differences, FieldIntervals, MetricsService, RunKey } from './metricsService.ts'
import type { RunFilter } from './runFilter.ts'

/** The main thread's side of two metrics workers: one answers at once, the other takes the seconds that resampling needs. */
export interface MetricsClient {
  /** @throws WorkerLost where the worker dies; the next question has another. */
  readonly figures: Pick<MetricsService, 'ahead' | 'reread' | 'open' | 'figures' | 'rows' | 'sample' | 'compare'>
  /** Field by field; a newer question than this one, or the signal, gives it up (null). */
  intervals(key: RunKey, filter: RunFilter, field: FieldId, signal: AbortSignal): Promise<FieldIntervals | null>
  differences(first: RunKey, second: RunKey, filter: RunFilter, field: FieldId, signal: AbortSignal): Promise<Differences | null>
}

const clients = new WeakMap<() => Worker, MetricsClient>()

/** One client for each way to start workers, for the page's whole life. */
export function metricsClient(startWorker: () => Worker): MetricsClient {
  const started = clients.get(startWorker)
  if (started) return started
  const reading = lineTo<MetricsService>(startWorker)
  const resampling = lineTo<MetricsService>(startWorker)
  const inTurn = oneAtATime()
  const client: MetricsClient = {
    figures: {
      ahead: (...asked) => reading.ask((service) => service.ahead(...asked)),
      open: (...asked) => reading.ask((service) => service.open(...asked)),
      figures: (...asked) => reading.ask((service) => service.figures(...asked)),
      rows: (...asked) => reading.ask((service) => service.rows(...asked)),
      sample: (...asked) => reading.ask((service) => service.sample(...asked)),
      compare: (...asked) => reading.ask((service) => service.compare(...asked)),
      reread: (...asked) => reading.ask((service) => service.reread(...asked)),
    },
    intervals: async (key, filter, field, signal) => {
      const arrays = await reading.ask((service) => service.labels(key, filter, field))
      return inTurn(signal, () => resampling.ask((service) => service.intervals(arrays)))
    },
    differences: async (first, second, filter, field, signal) => {
      const arrays = await reading.ask((service) => service.pair(first, second, filter, field))
      return inTurn(signal, () => resampling.ask((service) => service.differences(arrays)))
    },
  }
  clients.set(startWorker, client)
  return client
}

/** One question at a time, so that those nobody waits for any more are never asked. */
function oneAtATime(): <Result>(signal: AbortSignal, ask: () => Promise<Result>) => Promise<Result | null> {
  let last: Promise<unknown> = Promise.resolve()
  return (signal, ask) => {
    const turn = last.then(() => (signal.aborted ? null : ask()))
    last = turn.catch(() => undefined)
    return turn
  }
}
