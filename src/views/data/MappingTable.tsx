import { type ReactElement, useMemo } from 'react'
import type { ColumnMapping, ColumnRole } from '../../domain/dataset.ts'
import { fieldOf, type Scheme } from '../../domain/scheme.ts'
import { useLanguage } from '../../state/language.ts'
import { dataMessages } from '../messages/data.ts'
import { useMessages } from '../messages/useMessages.ts'
import { DataTable } from '../parts/DataTable.tsx'
import type { TableColumn } from '../parts/tableColumn.ts'

interface MappedColumn {
  readonly column: string
  readonly role: ColumnRole
}

/** What each column of the file was used for. */
export function MappingTable({ scheme, mapping }: { readonly scheme: Scheme; readonly mapping: ColumnMapping }): ReactElement {
  const messages = useMessages(dataMessages)
  const language = useLanguage()
  const columns = useMemo<readonly TableColumn<MappedColumn>[]>(
    () => [
      { id: 'column', header: messages.mappingColumns.column, value: ({ column }) => column, render: ({ column }) => <span className="mono">{column}</span> },
      {
        id: 'role',
        header: messages.mappingColumns.role,
        value: ({ role }) => (role.kind === 'gold' ? messages.goldRole(fieldOf(scheme, role.field).name[language]) : messages.roles[role.kind]),
      },
    ],
    [messages, language, scheme],
  )
  const rows = useMemo(() => Object.entries(mapping).map(([column, role]) => ({ column, role })), [mapping])
  return <DataTable columns={columns} rows={rows} keyOf={({ column }) => column} caption={messages.mappingCaption} captionHidden />
}
