import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactElement, useEffect, useRef } from 'react'
import type { Field } from '../../domain/scheme.ts'
import { type AddressOf, formatAddress } from '../../state/address.ts'
import { useLanguage } from '../../state/language.ts'
import type { RunKey } from '../../state/results/metricsService.ts'
import type { RunFilter } from '../../state/results/runFilter.ts'
import { useOverlaps, useSampleRows } from '../../state/results/useRunResults.ts'
import { resultsMessages } from '../messages/results.ts'
import { sampleFiltersMessages } from '../messages/sampleFilters.ts'
import { samplesMessages } from '../messages/samples.ts'
import { useMessages } from '../messages/useMessages.ts'
import { SampleListRow } from './SampleListRow.tsx'

interface SampleListProps {
  readonly address: AddressOf<'results'>
  readonly runKey: RunKey
  readonly filter: RunFilter
  readonly field: Field
}

const PAGE = 100
const ROW_HEIGHT = 44

/** The samples that pass the filter, in the order asked. Only what can be seen is fetched from the worker, and drawn. */
export function SampleList({ address, runKey, filter, field }: SampleListProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(samplesMessages)
  const shared = useMessages(resultsMessages)
  const filters = useMessages(sampleFiltersMessages)
  const scroller = useRef<HTMLDivElement>(null)
  const first = useSampleRows(runKey, filter, 0, 0)
  const total = first.value?.total ?? 0
  // nothing here is memoised that its functions could leave stale
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtual = useVirtualizer({ count: total, getScrollElement: () => scroller.current, estimateSize: () => ROW_HEIGHT, overscan: 10 })
  const drawn = virtual.getVirtualItems()
  const from = Math.floor((drawn[0]?.index ?? 0) / PAGE) * PAGE
  const page = useSampleRows(runKey, filter, from, from + 2 * PAGE)
  const overlaps = useOverlaps(runKey, address.dev, page.value?.rows.map(({ id }) => id) ?? [])
  // a sample that is closed leaves the focus nowhere where it stood in the list's place: its row gets it, or the list until the row is drawn
  const open = useRef(address.sample)
  const closed = useRef<string>(undefined)
  useEffect(() => {
    if (open.current !== undefined && address.sample === undefined && document.activeElement === document.body) {
      closed.current = open.current
      scroller.current?.focus()
    }
    open.current = address.sample
    if (closed.current === undefined || document.activeElement !== scroller.current) return
    const place = page.value?.rows.findIndex(({ id }) => id === closed.current) ?? -1
    if (page.value && place >= 0) virtual.scrollToIndex(page.value.from + place)
    const href = formatAddress({ ...address, sample: closed.current })
    const row = [...(scroller.current?.querySelectorAll('a') ?? [])].find((link) => link.getAttribute('href') === href)
    if (!row) return
    closed.current = undefined
    row.focus()
  })
  const asked = overlaps !== undefined && overlaps.sources.length > 0
  if (!first.value && !first.error) return <p className="muted">{shared.loading}</p>
  if (total === 0) return <p className="muted">{messages.noMatch}</p>
  return (
    // a scrolling box must be reachable by keyboard
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={scroller} className="sample-list" tabIndex={0} role="region" aria-label={messages.samplesCaption} data-overlap={asked || undefined} data-stale={first.stale || undefined}>
      <div className="sample-list__head" aria-hidden="true">
        <span>{messages.text}</span>
        <span>{messages.gold}</span>
        <span>{messages.answer}</span>
        {asked && <span title={filters.overlapHint}>{filters.standsIn}</span>}
        <span>{messages.confidence}</span>
      </div>
      <ul style={{ height: virtual.getTotalSize() }}>
        {drawn.map(({ index, start }) => {
          const row = page.value?.rows[index - page.value.from]
          return (
            <li key={index} style={{ height: ROW_HEIGHT, transform: `translateY(${start}px)` }} aria-setsize={total} aria-posinset={index + 1}>
              {row && (
                <SampleListRow
                  row={row}
                  field={field}
                  language={language}
                  href={formatAddress({ ...address, sample: row.id })}
                  current={row.id === address.sample}
                  {...(asked && { overlap: overlaps.of(row.id) })}
                />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
