import { type ReactElement, useMemo } from 'react'
import type { Dataset, Notice as Noticed } from '../../domain/dataset.ts'
import type { Scheme } from '../../domain/scheme.ts'
import { type AddressOf, formatAddress } from '../../state/address.ts'
import { useNotices } from '../../state/datasets.ts'
import { useLanguage } from '../../state/language.ts'
import { dataMessages } from '../messages/data.ts'
import { errorSentence } from '../messages/errors.ts'
import { findingKinds, findingSentence } from '../messages/findings.ts'
import { partsMessages } from '../messages/parts.ts'
import { useMessages } from '../messages/useMessages.ts'
import { DataTable } from '../parts/DataTable.tsx'
import { Notice } from '../parts/Notice.tsx'
import type { TableColumn } from '../parts/tableColumn.ts'
import { KindFilter } from './KindFilter.tsx'

/** Samples that were taken and deserve a look: gold that contradicts the matrix, unknown labels, odd characters, doubles. */
export function NoticeList({ dataset, scheme, address }: { readonly dataset: Dataset; readonly scheme: Scheme; readonly address: AddressOf<'data'> }): ReactElement {
  const messages = useMessages(dataMessages)
  const parts = useMessages(partsMessages)
  const language = useLanguage()
  const notices = useNotices(dataset.id)
  const all = notices.status === 'ready' ? notices.value : none
  const shown = useMemo(() => all.filter((notice) => address.code === undefined || notice.code === address.code), [all, address.code])
  const columns = useMemo<readonly TableColumn<Noticed>[]>(
    () => [
      { id: 'sample', header: messages.findingColumns.sample, width: '9rem', value: (notice) => notice.sampleId, render: (notice) => <span className="mono">{notice.sampleId}</span> },
      { id: 'row', header: messages.findingColumns.row, align: 'end', width: '5rem', value: (notice) => notice.row },
      { id: 'kind', header: messages.findingColumns.kind, width: '12rem', value: (notice) => findingKinds[language][notice.code], render: (notice) => <span className="finding__reason">{findingKinds[language][notice.code]}</span> },
      { id: 'column', header: messages.findingColumns.column, width: '11rem', value: (notice) => notice.column ?? messages.wholeRow },
      { id: 'reason', header: messages.findingColumns.reason, value: (notice) => findingSentence(notice, language, scheme), render: (notice) => <span className="finding__reason">{findingSentence(notice, language, scheme)}</span> },
    ],
    [messages, language, scheme],
  )
  if (notices.status === 'failed') return <Notice kind="error" title={parts.readFailed}>{errorSentence(notices.error, language)}</Notice>
  if (notices.status === 'loading') return <p className="muted small">{parts.loading}</p>
  if (all.length === 0) return <p className="muted">{messages.noNotices}</p>
  return (
    <div className="section">
      <KindFilter address={address} findings={all} />
      <DataTable
        columns={columns}
        rows={shown}
        keyOf={(notice) => `${notice.row} ${notice.code} ${notice.column ?? ''}`}
        hrefOf={(notice) => formatAddress({ screen: 'data', dataset: dataset.id, sample: notice.sampleId })}
        caption={messages.noticesCaption}
        captionHidden
        file={`${dataset.name}-notices`}
        height="32rem"
      />
    </div>
  )
}

const none: readonly Noticed[] = []
