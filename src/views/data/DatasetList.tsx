import { type ReactElement, useMemo } from 'react'
import type { Dataset } from '../../domain/dataset.ts'
import { formatAddress } from '../../state/address.ts'
import { useDatasets } from '../../state/data/datasets.ts'
import { useLanguage } from '../../state/language.ts'
import { SampleTrial } from '../home/SampleTrial.tsx'
import { dataMessages } from '../messages/data.ts'
import { partsMessages } from '../messages/parts.ts'
import { useMessages } from '../messages/useMessages.ts'
import { DataTable } from '../parts/DataTable.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { Failure } from '../parts/Failure.tsx'
import { formatCount, formatMoment } from '../parts/numbers.ts'
import type { TableColumn } from '../parts/tableColumn.ts'
import { datasetNames } from './datasetNames.ts'

/** All datasets of this browser. */
export function DatasetList(): ReactElement | null {
  const datasets = useDatasets()
  const language = useLanguage()
  const messages = useMessages(dataMessages)
  const parts = useMessages(partsMessages)
  const listed = useMemo(() => (datasets.status === 'ready' ? datasets.value : []), [datasets])
  const columns = useMemo<readonly TableColumn<Dataset>[]>(
    () => [
      { id: 'name', header: messages.columnsOf.name, value: (dataset) => datasetNames(listed, language)(dataset) },
      { id: 'samples', header: messages.columnsOf.samples, align: 'end', value: (dataset) => dataset.samples, render: (dataset) => formatCount(dataset.samples, language) },
      { id: 'problems', header: messages.columnsOf.problems, align: 'end', value: (dataset) => dataset.problems, render: (dataset) => formatCount(dataset.problems, language) },
      { id: 'notices', header: messages.columnsOf.notices, align: 'end', value: (dataset) => dataset.notices, render: (dataset) => formatCount(dataset.notices, language) },
      { id: 'format', header: messages.columnsOf.format, value: (dataset) => (dataset.standIn ? messages.standIn : messages.formats[dataset.source.format]) },
      { id: 'imported', header: messages.columnsOf.imported, value: (dataset) => dataset.importedAt, render: (dataset) => formatMoment(dataset.importedAt, language) },
    ],
    [messages, language, listed],
  )
  if (datasets.status === 'loading') return null
  if (datasets.status === 'failed') return <Failure title={parts.readFailed} error={datasets.error} />
  if (datasets.value.length === 0) {
    return <EmptyState title={messages.none} actions={<SampleTrial quiet />}>{messages.noneText}</EmptyState>
  }
  return (
    <section className="section">
      <h2>{messages.listTitle}</h2>
      <DataTable
        columns={columns}
        rows={datasets.value}
        keyOf={(dataset) => dataset.id}
        hrefOf={(dataset) => formatAddress({ screen: 'data', dataset: dataset.id })}
        caption={messages.listCaption}
        captionHidden
      />
    </section>
  )
}
