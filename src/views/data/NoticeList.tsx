import { type ReactElement, useMemo } from 'react'
import type { Dataset, Notice } from '../../domain/dataset.ts'
import type { Scheme } from '../../domain/scheme.ts'
import { type AddressOf, formatAddress } from '../../state/address.ts'
import { useNotices } from '../../state/data/datasets.ts'
import { dataMessages } from '../messages/data.ts'
import { useMessages } from '../messages/useMessages.ts'
import type { TableColumn } from '../parts/tableColumn.ts'
import { FindingTable } from './FindingTable.tsx'

/** Samples that were taken and deserve a look: gold that contradicts the matrix, unknown labels, odd characters, doubles. */
export function NoticeList({ dataset, scheme, address }: { readonly dataset: Dataset; readonly scheme: Scheme; readonly address: AddressOf<'data'> }): ReactElement {
  const messages = useMessages(dataMessages)
  const sample = useMemo((): TableColumn<Notice> => (
    { id: 'sample', header: messages.findingColumns.sample, width: '9rem', value: ({ sampleId }) => sampleId, render: ({ sampleId }) => <span className="mono">{sampleId}</span> }
  ), [messages])
  return (
    <FindingTable
      findings={useNotices(dataset.id)}
      scheme={scheme}
      address={address}
      none={messages.noNotices}
      caption={messages.noticesCaption}
      file={`${dataset.name}-notices`}
      first={sample}
      hrefOf={({ sampleId }) => formatAddress({ screen: 'data', dataset: dataset.id, sample: sampleId })}
    />
  )
}
