import { type ReactElement, useMemo } from 'react'
import type { ColumnMapping, ColumnRole } from '../../domain/dataset.ts'
import { fieldOf, labelOf, type Scheme } from '../../domain/scheme.ts'
import { type Language, useLanguage } from '../../state/language.ts'
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
        value: ({ role }) => roleName(role, scheme, messages, language),
      },
    ],
    [messages, language, scheme],
  )
  const rows = useMemo(() => Object.entries(mapping).map(([column, role]) => ({ column, role })), [mapping])
  return <DataTable columns={columns} rows={rows} keyOf={({ column }) => column} caption={messages.mappingCaption} captionHidden />
}

function roleName(role: ColumnRole, scheme: Scheme, messages: (typeof dataMessages)['zh'], language: Language): string {
  if (role.kind === 'gold') return messages.goldRole(fieldOf(scheme, role.field).name[language])
  if (role.kind !== 'oneHot') return messages.roles[role.kind]
  const field = fieldOf(scheme, role.field)
  return messages.goldRole(messages.oneHotRole(field.name[language], labelOf(field, role.label)?.name[language] ?? role.label))
}
