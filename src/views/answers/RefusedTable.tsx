import { type ReactElement, useMemo } from 'react'
import type { RefusedRow } from '../../state/answers/importedRuns.ts'
import { answersMessages } from '../messages/answers.ts'
import { useMessages } from '../messages/useMessages.ts'
import { DataTable } from '../parts/DataTable.tsx'
import type { TableColumn } from '../parts/tableColumn.ts'

interface RefusedTableProps {
  readonly rows: readonly RefusedRow[]
  /** Name of the downloaded file, without its end. */
  readonly file: string
  /** The rows are of several files. */
  readonly several: boolean
}

/** Records that were not taken: where, why, as they stood. */
export function RefusedTable({ rows, file, several }: RefusedTableProps): ReactElement {
  const messages = useMessages(answersMessages)
  const columns = useMemo((): readonly TableColumn<RefusedRow>[] => [
    ...(several ? [{ id: 'file', header: messages.file, width: '12rem', value: (row: RefusedRow) => row.file }] : []),
    { id: 'line', header: messages.line, align: 'end', width: '5rem', value: ({ line }) => line },
    { id: 'id', header: messages.id, width: '10rem', value: ({ id }) => id },
    {
      id: 'reason', header: messages.reason, width: '14rem',
      value: ({ reason, code }) => (code === null || reason === 'notAnswered' ? messages.refusals[reason] : `${messages.refusals[reason]}: ${messages.codes[code] ?? code}`),
      render: ({ reason, code }) => <span title={messages.refusalTexts[reason]}>{messages.refusals[reason]}{code !== null && reason !== 'notAnswered' && <span className="muted"> · {messages.codes[code] ?? code}</span>}</span>,
    },
    { id: 'raw', header: messages.raw, value: ({ raw }) => raw, render: ({ raw }) => <span className="mono table__raw" title={raw}>{raw}</span> },
  ], [messages, several])
  return <DataTable columns={columns} rows={rows} keyOf={(row) => `${row.file} ${row.line}`} caption={messages.refusedCaption} captionHidden file={file} height="20rem" />
}
