import { type ReactElement, useMemo } from 'react'
import type { PublishedFile } from '../../export/publishedIndex.ts'
import { formatAddress } from '../../state/address.ts'
import { useLanguage } from '../../state/language.ts'
import { usePublished } from '../../state/results/usePublished.ts'
import { publishedMessages } from '../messages/published.ts'
import { resultsMessages } from '../messages/results.ts'
import { useMessages } from '../messages/useMessages.ts'
import { DataTable } from '../parts/DataTable.tsx'
import { Failure } from '../parts/Failure.tsx'
import { formatCount, formatMoment } from '../parts/numbers.ts'
import type { TableColumn } from '../parts/tableColumn.ts'

interface Row {
  readonly file: PublishedFile
  readonly run: PublishedFile['runs'][number]
}

/** The runs that were built into the site; nothing where there are none. A row leads to its results. */
export function PublishedList(): ReactElement | null {
  const language = useLanguage()
  const results = useMessages(resultsMessages)
  const messages = useMessages(publishedMessages)
  const live = usePublished()
  const rows = useMemo(() => (live.status === 'ready' ? live.value.flatMap((file) => file.runs.map((run): Row => ({ file, run }))) : []), [live])
  const columns = useMemo((): readonly TableColumn<Row>[] => [
    { id: 'dataset', header: results.dataset, value: ({ file }) => file.dataset.name },
    { id: 'model', header: results.model, value: ({ run }) => run.model },
    { id: 'method', header: results.method, value: ({ run }) => run.method[language] },
    { id: 'progress', header: results.progress, align: 'end', value: ({ run }) => run.answers, render: ({ file, run }) => results.ofSamples(formatCount(run.answers, language), formatCount(file.samples, language)) },
    { id: 'created', header: results.created, align: 'end', value: ({ file }) => formatMoment(file.createdAt, language), order: ({ file }) => file.createdAt },
  ], [results, language])
  if (live.status === 'failed') return <Failure kind="warning" title={messages.failed} error={live.error} />
  if (rows.length === 0) return null
  return (
    <section className="section" aria-labelledby="published">
      <h2 id="published">{messages.title}</h2>
      <p className="muted small">{messages.text}</p>
      <DataTable
        columns={columns}
        rows={rows}
        keyOf={({ file, run }) => `${file.plan} ${run.id}`}
        caption={messages.caption}
        hrefOf={({ file, run }) => formatAddress({ screen: 'results', plan: file.plan, run: run.id })}
      />
    </section>
  )
}
