import type { ReactElement } from 'react'
import type { ColumnMapping, ColumnRole } from '../../domain/dataset.ts'
import type { Scheme } from '../../domain/scheme.ts'
import { useLanguage } from '../../state/language.ts'
import { dataMessages } from '../messages/data.ts'
import { useMessages } from '../messages/useMessages.ts'
import { ColumnsTable } from '../parts/ColumnsTable.tsx'
import type { SelectOption } from '../parts/Field.tsx'
import { formatCount } from '../parts/numbers.ts'

interface ColumnTableProps {
  readonly scheme: Scheme
  readonly columns: readonly string[]
  readonly mapping: ColumnMapping
  readonly rows: readonly (readonly string[])[]
  readonly onAssign: (column: string, role: ColumnRole) => void
}

const plainRoles = ['text', 'context', 'id', 'scene', 'speaker', 'tier', 'group', 'other'] as const

/** The file's first rows; over each column, what it is used for. */
export function ColumnTable({ scheme, columns, mapping, rows, onAssign }: ColumnTableProps): ReactElement {
  const messages = useMessages(dataMessages)
  const language = useLanguage()
  const options: readonly SelectOption<string>[] = [
    ...plainRoles.map((kind) => ({ value: kind, label: messages.roles[kind], group: messages.plainGroup })),
    ...scheme.fields.map((field) => ({ value: `gold ${field.id}`, label: field.name[language], group: messages.goldGroup })),
  ]
  return (
    <ColumnsTable
      caption={messages.previewCaption(formatCount(rows.length, language))}
      columns={columns}
      rows={rows}
      purposeOf={(column) => ({ value: roleValue(mapping[column]), options, isUsed: mapping[column]?.kind !== 'other' })}
      labelOf={messages.roleOf}
      onChoose={(column, value) => onAssign(column, roleOf(value))}
    />
  )
}

function roleValue(role: ColumnRole | undefined): string {
  if (role === undefined) return 'other'
  return role.kind === 'gold' ? `gold ${role.field}` : role.kind
}

function roleOf(value: string): ColumnRole {
  const kind = plainRoles.find((role) => role === value)
  return kind === undefined ? { kind: 'gold', field: value.slice('gold '.length) } : { kind }
}
