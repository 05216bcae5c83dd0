import type { ReactElement } from 'react'
import type { Scheme } from '../../domain/scheme.ts'
import type { AnswerMapping, AnswerRole } from '../../export/answerColumns.ts'
import type { AnswerRows } from '../../export/answerRows.ts'
import { type Language, useLanguage } from '../../state/language.ts'
import { answersMessages } from '../messages/answers.ts'
import { useMessages } from '../messages/useMessages.ts'
import { ColumnsTable } from '../parts/ColumnsTable.tsx'
import type { SelectOption } from '../parts/Field.tsx'
import { formatCount } from '../parts/numbers.ts'

interface AnswerColumnsProps {
  readonly rows: AnswerRows
  readonly mapping: AnswerMapping
  readonly scheme: Scheme
  readonly onAssign: (column: string, role: AnswerRole) => void
}

/** Records shown, and the most of a cell. */
const FIRST = 3
const LONGEST = 300

/** A file's first records; over each column, what it holds. */
export function AnswerColumns({ rows: { columns, rows }, mapping, scheme, onAssign }: AnswerColumnsProps): ReactElement {
  const messages = useMessages(answersMessages)
  const language = useLanguage()
  const options = roleOptions(messages, scheme, language)
  const first = rows.slice(0, FIRST)
  return (
    <ColumnsTable
      caption={messages.previewCaption(formatCount(first.length, language))}
      columns={columns}
      rows={first.map(({ cells }) => columns.map((column) => (cells[column] ?? '').slice(0, LONGEST)))}
      purposeOf={(column) => {
        const role = mapping[column] ?? other
        const value = JSON.stringify(role)
        const all = options.some((option) => option.value === value) ? options : [...options, { value, label: roleName(role, messages, scheme, language), group: messages.groups.probability }]
        return { value, options: all, isUsed: role.kind !== 'other' }
      }}
      labelOf={messages.roleOf}
      onChoose={(column, value) => onAssign(column, roleOf(value, scheme))}
    />
  )
}

type Messages = (typeof answersMessages)['zh']

const other: AnswerRole = { kind: 'other' }
const plain = ['id', 'text', 'other'] as const
const perField = ['said', 'raw', 'gold', 'state', 'probability'] as const

/** All roles of a column but a single label's probability, which only a column's name can say. */
function roles(scheme: Scheme): readonly AnswerRole[] {
  return [
    ...plain.map((kind): AnswerRole => ({ kind })),
    ...perField.flatMap((kind) => [...(kind === 'raw' ? [{ kind, field: null } as const] : []), ...scheme.fields.map(({ id }): AnswerRole => ({ kind, field: id }))]),
  ]
}

function roleOptions(messages: Messages, scheme: Scheme, language: Language): readonly SelectOption<string>[] {
  return roles(scheme).map((role) => ({
    value: JSON.stringify(role),
    label: roleName(role, messages, scheme, language),
    ...('field' in role && role.kind !== 'share' && { group: messages.groups[role.kind] }),
  }))
}

function roleName(role: AnswerRole, messages: Messages, scheme: Scheme, language: Language): string {
  const field = 'field' in role ? scheme.fields.find(({ id }) => id === role.field) : undefined
  if (!('field' in role)) return messages.roles[role.kind]
  if (!field) return messages.roles.rawAll
  if (role.kind !== 'share') return messages.roleKinds[role.kind](field.name[language])
  return messages.roleKinds.share(field.name[language], field.labels.find(({ id }) => id === role.label)?.name[language] ?? role.label)
}

function roleOf(value: string, scheme: Scheme): AnswerRole {
  return roles(scheme).find((role) => JSON.stringify(role) === value) ?? other
}
