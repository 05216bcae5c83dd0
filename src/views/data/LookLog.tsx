import { type ReactElement, useMemo } from 'react'
import type { Dataset } from '../../domain/dataset.ts'
import type { Scheme } from '../../domain/scheme.ts'
import { formatAddress, parseAddress } from '../../state/address.ts'
import { useLanguage } from '../../state/language.ts'
import { type Look, useLookLog } from '../../state/data/looks.ts'
import { readingMessages, readingName } from '../messages/readings.ts'
import { resultsMessages } from '../messages/results.ts'
import { rolesMessages } from '../messages/roles.ts'
import { useMessages } from '../messages/useMessages.ts'
import { DataTable } from '../parts/DataTable.tsx'
import { Failure } from '../parts/Failure.tsx'
import { formatCount, formatMoment } from '../parts/numbers.ts'
import type { TableColumn } from '../parts/tableColumn.ts'

/** Every look at test results over a dataset. */
export function LookLog({ dataset, scheme }: { readonly dataset: Dataset; readonly scheme: Scheme }): ReactElement {
  const language = useLanguage()
  const messages = useMessages(rolesMessages)
  const { views } = useMessages(resultsMessages)
  const readings = useMessages(readingMessages)
  const looks = useLookLog(dataset)
  const columns = useMemo((): readonly TableColumn<Look>[] => [
    { id: 'at', header: messages.at, width: '11rem', value: ({ at }) => formatMoment(at, language), order: ({ at }) => at },
    { id: 'plan', header: messages.plan, width: '9rem', value: ({ planId }) => planId.slice(0, 12), render: ({ planId }) => <span className="mono">{planId.slice(0, 12)}</span> },
    { id: 'part', header: messages.part, value: ({ view }) => partName(view, views) },
    { id: 'field', header: messages.field, value: ({ field }) => scheme.fields.find(({ id }) => id === field)?.name[language] ?? field },
    { id: 'reading', header: messages.reading, value: ({ reading }) => readingName(reading, readings) },
  ], [messages, views, readings, language, scheme])
  return (
    <section className="section" aria-labelledby="looks">
      <h2 id="looks">{messages.logTitle}</h2>
      <p className="muted small prose">{messages.logText}</p>
      {looks.status === 'failed' && <Failure title={messages.failed} error={looks.error} />}
      {looks.status === 'ready' && looks.value.length === 0 && <p className="muted small">{messages.logNone}</p>}
      {looks.status === 'ready' && looks.value.length > 0 && (
        <>
          <p className="small">{messages.logCount(formatCount(looks.value.length, language))}</p>
          <DataTable
            columns={columns}
            rows={looks.value}
            keyOf={({ at, runId, view, field }) => `${at} ${runId} ${view} ${field}`}
            caption={messages.logCaption}
            captionHidden
            hrefOf={({ planId, runId }) => formatAddress({ screen: 'results', plan: planId, run: runId })}
            file={`${dataset.name}-looks`}
            height="24rem"
          />
        </>
      )}
    </section>
  )
}

/** A part's name; an older log may have parts that are called otherwise now. */
function partName(view: string, names: Readonly<Record<string, string>>): string {
  const known = parseAddress(`#/results?view=${encodeURIComponent(view)}`)
  return known.screen === 'results' && known.view === view ? (names[view] ?? view) : view
}
