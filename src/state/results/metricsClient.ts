import { lineTo } from '../../engine/workerLine.ts'
import type { FieldId } from '../../domain/scheme.ts'
import type { FieldCalibration, FieldIntervals } from '../../metrics/figures.ts'
import { onePerPage } from '../onePerPage.ts'
import { RecentReads } from '../recentReads.ts'
import type { Differences, MetricsService, RunKey } from './metricsService.ts'
import { oneAtATime } from './oneAtATime.ts'
import type { RunFilter } from './runFilter.ts'

/** The main thread's side of two metrics workers: one answers at once, the other takes the seconds that resampling needs. */
export interface MetricsClient {
  /** @throws WorkerLost where the worker dies; the next question has another. */
  readonly figures: Pick<MetricsService, 'ahead' | 'count' | 'left' | 'reread' | 'open' | 'figures' | 'rows' | 'sample' | 'ids' | 'overlaps' | 'compare'>
  /** Field by field. @throws the signal's reason where it is aborted before the resampling begins. */
  intervals(key: RunKey, filter: RunFilter, field: FieldId, signal: AbortSignal): Promise<FieldIntervals>
  calibration(key: RunKey, filter: RunFilter, field: FieldId, signal: AbortSignal): Promise<FieldCalibration>
  differences(first: RunKey, second: RunKey, filter: RunFilter, field: FieldId, signal: AbortSignal): Promise<Differences>
}

/** One client for each way to start workers, for the page's whole life. */
export const metricsClient = onePerPage((startWorker: () => Worker): MetricsClient => {
  const reading = lineTo<MetricsService>(startWorker)
  const resampling = lineTo<MetricsService>(startWorker)
  const inTurn = oneAtATime()
  // of some runs, readings and filters with all of their fields: for going back to them
  const finished = new RecentReads<FieldIntervals>(60)
  return {
    figures: {
      ahead: (...asked) => reading.ask((service) => service.ahead(...asked)),
      count: (...asked) => reading.ask((service) => service.count(...asked)),
      left: (...asked) => reading.ask((service) => service.left(...asked)),
      open: (...asked) => reading.ask((service) => service.open(...asked)),
      figures: (...asked) => reading.ask((service) => service.figures(...asked)),
      rows: (...asked) => reading.ask((service) => service.rows(...asked)),
      sample: (...asked) => reading.ask((service) => service.sample(...asked)),
      ids: (...asked) => reading.ask((service) => service.ids(...asked)),
      overlaps: (...asked) => reading.ask((service) => service.overlaps(...asked)),
      compare: (...asked) => reading.ask((service) => service.compare(...asked)),
      reread: (...asked) => reading.ask((service) => service.reread(...asked)),
    },
    intervals: async (key, filter, field, signal) => {
      const question = JSON.stringify([key, filter, field])
      const known = finished.get(question)
      if (known) return known
      const arrays = await reading.ask((service) => service.labels(key, filter, field))
      const intervals = await inTurn(signal, () => resampling.ask((service) => service.intervals(arrays)))
      return finished.keep(question, Promise.resolve(intervals))
    },
    calibration: async (key, filter, field, signal) => {
      const arrays = await reading.ask((service) => service.confidences(key, filter, field))
      return inTurn(signal, () => resampling.ask((service) => service.calibration(arrays)))
    },
    differences: async (first, second, filter, field, signal) => {
      const arrays = await reading.ask((service) => service.pair(first, second, filter, field))
      return inTurn(signal, () => resampling.ask((service) => service.differences(arrays)))
    },
  }
})
