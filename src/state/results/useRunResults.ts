import { useEffect } from 'react'
import type { FieldId } from '../../domain/scheme.ts'
import type { FieldCalibration, FieldIntervals, RunFigures } from '../../metrics/figures.ts'
import type { AddressOf } from '../address.ts'
import { once, several } from '../observables.ts'
import { useServices } from '../services.ts'
import { type Kept, useKept } from '../useKept.ts'
import { metricsClient, type MetricsClient } from './metricsClient.ts'
import type { ComparisonFigures, Differences, RunHeader, RunKey, SampleDetail, SampleRows } from './metricsService.ts'
import { kindsIn, type OverlapKind } from './overlapChoice.ts'
import { readAhead } from './readAhead.ts'
import type { Reread } from './reread.ts'
import type { RunFilter } from './runFilter.ts'

function useMetrics(): MetricsClient {
  return metricsClient(useServices().startMetrics)
}

/** Which run and reading; versions of the same run may stand in for each other until the newest is there. */
function groupOf({ plan, run, reading }: RunKey): string {
  return JSON.stringify([plan, run, reading])
}

/** Has what the address opens read ahead (`readAhead`), once for each plan: whatever is chosen later is asked for at once. */
export function useReadAhead(address: AddressOf<'results'>): void {
  const services = useServices()
  useEffect(() => {
    readAhead(services, address)
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [services, address.plan])
}

/** What a run is about; null where there is no such run. */
export function useRunHeader(key: RunKey): Kept<RunHeader | null> {
  const { figures } = useMetrics()
  return useKept(groupOf(key), JSON.stringify(key), () => once(() => figures.open(key)))
}

/** All figures over what the filter leaves. */
export function useRunFigures(key: RunKey, filter: RunFilter): Kept<RunFigures> {
  const { figures } = useMetrics()
  return useKept(groupOf(key), JSON.stringify([key, filter]), () => once(() => figures.figures(key, filter)))
}

/** Intervals by field, as they are finished; asked only once `wanted` is true, so that figures come first. */
export function useRunIntervals(key: RunKey, filter: RunFilter, fields: readonly FieldId[], wanted: boolean): Kept<Readonly<Record<FieldId, FieldIntervals>>> {
  const client = useMetrics()
  const question = JSON.stringify([key, filter, fields, wanted])
  return useKept(question, question, () =>
    several(async (next, signal) => {
      let found: Record<FieldId, FieldIntervals> = {}
      if (!wanted) return
      for (const field of fields) {
        found = { ...found, [field]: await client.intervals(key, filter, field, signal) }
        next(found)
      }
    }),
  )
}

/** What the probabilities of one field's answers are worth, asked only once `wanted` is true. */
export function useRunCalibration(key: RunKey, filter: RunFilter, field: FieldId, wanted: boolean): Kept<FieldCalibration> {
  const client = useMetrics()
  const question = JSON.stringify([key, filter, field, wanted])
  return useKept(question, question, () =>
    several(async (next, signal) => {
      if (wanted) next(await client.calibration(key, filter, field, signal))
    }),
  )
}

/** Lines `from` to `to` of the sample list. */
export function useSampleRows(key: RunKey, filter: RunFilter, from: number, to: number): Kept<SampleRows> {
  const { figures } = useMetrics()
  const group = JSON.stringify([groupOf(key), filter])
  return useKept(group, JSON.stringify([key, filter, from, to]), () => once(() => figures.rows(key, filter, from, to)))
}

/** Where the samples of a page of the list also stand; undefined until it is known. The version tells when a data set was changed, too. */
export function useOverlaps({ plan, run, reading, version }: RunKey, dev: string | undefined, ids: readonly string[]): { readonly sources: readonly OverlapKind[]; of(id: string): readonly OverlapKind[] } | undefined {
  const { figures } = useMetrics()
  const question = JSON.stringify([plan, run, dev, version, ids])
  const { value } = useKept(JSON.stringify([plan, run, dev]), question, () => once(async () => {
    const { sources, bits } = ids.length === 0 ? { sources: [], bits: null } : await figures.overlaps({ plan, run, reading, version }, dev, ids)
    return { sources, of: new Map(ids.map((id, at) => [id, kindsIn(bits?.[at] ?? 0)])) }
  }))
  return value && { sources: value.sources, of: (id) => value.of.get(id) ?? [] }
}

/** One sample with its answer and its neighbours; null where the run has no such sample. */
export function useSampleDetail(key: RunKey, filter: RunFilter, id: string): Kept<SampleDetail | null> {
  const { figures } = useMetrics()
  return useKept(groupOf(key), JSON.stringify([key, filter, id]), () => once(() => figures.sample(key, filter, id)))
}

/** Two runs beside each other on one field. */
export function useComparison(first: RunKey, second: RunKey, filter: RunFilter): Kept<ComparisonFigures> {
  const { figures } = useMetrics()
  const group = JSON.stringify([groupOf(first), groupOf(second)])
  return useKept(group, JSON.stringify([first, second, filter]), () => once(() => figures.compare(first, second, filter, filter.field)))
}

/** One run under two readings, on one field. */
export function useReread(first: RunKey, second: RunKey, filter: RunFilter): Kept<Reread> {
  const { figures } = useMetrics()
  const group = JSON.stringify([groupOf(first), groupOf(second)])
  return useKept(group, JSON.stringify([first, second, filter]), () => once(() => figures.reread(first, second, filter, filter.field)))
}

/** Differences of the benchmark's figures by field, with intervals and tests, as they are finished. */
export function useDifferences(first: RunKey, second: RunKey, filter: RunFilter, fields: readonly FieldId[], wanted: boolean): Kept<Readonly<Record<FieldId, Differences>>> {
  const client = useMetrics()
  const question = JSON.stringify([first, second, filter, fields, wanted])
  return useKept(question, question, () =>
    several(async (next, signal) => {
      let found: Record<FieldId, Differences> = {}
      if (!wanted) return
      for (const field of fields) {
        found = { ...found, [field]: await client.differences(first, second, filter, field, signal) }
        next(found)
      }
    }),
  )
}
