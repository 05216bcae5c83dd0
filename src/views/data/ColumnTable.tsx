import type { ReactElement } from 'react'
import type { ColumnMapping, ColumnRole } from '../../domain/dataset.ts'
import { labelOf, type Scheme } from '../../domain/scheme.ts'
import { labelOfColumn } from '../../import/spreadLabels.ts'
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
  // a column that is called by a label may be that label's own
  const ownOptions = (column: string): readonly SelectOption<string>[] => scheme.fields.flatMap((field) => {
    const role = mapping[column]
    const label = role?.kind === 'oneHot' && role.field === field.id ? role.label : labelOfColumn(column, field)
    const name = label === undefined ? undefined : labelOf(field, label)?.name[language]
    return label === undefined || name === undefined ? [] : [{ value: oneHotValue(field.id, label), label: messages.oneHotRole(field.name[language], name), group: messages.oneHotGroup }]
  })
  return (
    <ColumnsTable
      caption={messages.previewCaption(formatCount(rows.length, language))}
      columns={columns}
      rows={rows}
      purposeOf={(column) => ({ value: roleValue(mapping[column]), options: [...options, ...ownOptions(column)], isUsed: mapping[column]?.kind !== 'other' })}
      labelOf={messages.roleOf}
      onChoose={(column, value) => onAssign(column, roleOf(value))}
    />
  )
}

function roleValue(role: ColumnRole | undefined): string {
  if (role === undefined) return 'other'
  if (role.kind === 'oneHot') return oneHotValue(role.field, role.label)
  return role.kind === 'gold' ? `gold ${role.field}` : role.kind
}

/** Field ids have no spaces; labels may. */
function oneHotValue(field: string, label: string): string {
  return `oneHot ${field} ${label}`
}

function roleOf(value: string): ColumnRole {
  const [, field, label] = /^oneHot (\S+) (.*)$/.exec(value) ?? []
  if (field !== undefined && label !== undefined) return { kind: 'oneHot', field, label }
  const kind = plainRoles.find((role) => role === value)
  return kind === undefined ? { kind: 'gold', field: value.slice('gold '.length) } : { kind }
}
