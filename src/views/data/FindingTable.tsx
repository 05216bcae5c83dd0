import { type ReactElement, useMemo } from 'react'
import type { Finding } from '../../domain/dataset.ts'
import type { Scheme } from '../../domain/scheme.ts'
import type { AddressOf } from '../../state/address.ts'
import { useLanguage } from '../../state/language.ts'
import type { Live } from '../../state/liveQuery.ts'
import { dataMessages } from '../messages/data.ts'
import { findingKinds, findingSentence } from '../messages/findings.ts'
import { partsMessages } from '../messages/parts.ts'
import { useMessages } from '../messages/useMessages.ts'
import { DataTable } from '../parts/DataTable.tsx'
import { Failure } from '../parts/Failure.tsx'
import type { TableColumn } from '../parts/tableColumn.ts'
import { KindFilter } from './KindFilter.tsx'

interface FindingTableProps<Found extends Finding> {
  readonly findings: Live<readonly Found[]>
  readonly scheme: Scheme
  readonly address: AddressOf<'data'>
  /** What stands there where there are none. */
  readonly none: string
  readonly caption: string
  /** Name of the downloaded file, without its end. */
  readonly file: string
  /** Beside row, kind, column and reason; stable between renders. */
  readonly first?: TableColumn<Found>
  readonly last?: TableColumn<Found>
  readonly hrefOf?: (finding: Found) => string
}

/** What was found in a file, to be narrowed to one kind: where, of what kind, why. */
export function FindingTable<Found extends Finding>({ findings, scheme, address, none, caption, file, first, last, hrefOf }: FindingTableProps<Found>): ReactElement {
  const messages = useMessages(dataMessages)
  const parts = useMessages(partsMessages)
  const language = useLanguage()
  const all = findings.status === 'ready' ? findings.value : nothing
  const shown = useMemo(() => all.filter(({ code }) => address.code === undefined || code === address.code), [all, address.code])
  const columns = useMemo<readonly TableColumn<Found>[]>(
    () => [
      ...(first ? [first] : []),
      { id: 'row', header: messages.findingColumns.row, align: 'end', width: '5rem', value: ({ row }) => row },
      { id: 'kind', header: messages.findingColumns.kind, width: '12rem', value: ({ code }) => findingKinds[language][code], render: ({ code }) => <span className="finding__reason">{findingKinds[language][code]}</span> },
      { id: 'column', header: messages.findingColumns.column, width: '10rem', value: ({ column }) => column ?? messages.wholeRow },
      { id: 'reason', header: messages.findingColumns.reason, value: (finding) => findingSentence(finding, language, scheme), render: (finding) => <span className="finding__reason">{findingSentence(finding, language, scheme)}</span> },
      ...(last ? [last] : []),
    ],
    [first, last, messages, language, scheme],
  )
  if (findings.status === 'failed') return <Failure title={parts.readFailed} error={findings.error} />
  if (findings.status === 'loading') return <p className="muted small">{parts.loading}</p>
  if (all.length === 0) return <p className="muted">{none}</p>
  return (
    <div className="section">
      <KindFilter address={address} findings={all} />
      <DataTable
        columns={columns}
        rows={shown}
        keyOf={({ row, code, column }) => `${row} ${code} ${column ?? ''}`}
        {...(hrefOf && { hrefOf })}
        caption={caption}
        captionHidden
        file={file}
        height="32rem"
      />
    </div>
  )
}

const nothing: readonly never[] = []
