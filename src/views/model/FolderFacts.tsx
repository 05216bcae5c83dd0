import { type ReactElement, useMemo } from 'react'
import type { FolderGraph, FolderModel } from '../../engine/modelFolder.ts'
import { useLanguage } from '../../state/language.ts'
import { errorSentence } from '../messages/errors.ts'
import { modelMessages } from '../messages/model.ts'
import { useMessages } from '../messages/useMessages.ts'
import { DataTable } from '../parts/DataTable.tsx'
import { formatBytes } from '../parts/numbers.ts'
import type { TableColumn } from '../parts/tableColumn.ts'

/** The graphs found in a folder, and what is wrong with them. */
export function FolderFacts({ folder }: { readonly folder: FolderModel }): ReactElement {
  const messages = useMessages(modelMessages)
  const language = useLanguage()
  const columns = useMemo<readonly TableColumn<FolderGraph>[]>(
    () => [
      { id: 'dtype', header: messages.graphColumns.dtype, value: (graph) => graph.dtype },
      { id: 'path', header: messages.graphColumns.path, value: (graph) => graph.path, render: (graph) => <span className="mono">{graph.path}</span> },
      { id: 'bytes', header: messages.graphColumns.bytes, align: 'end', value: (graph) => graph.bytes, render: (graph) => formatBytes(graph.bytes) },
      { id: 'problem', header: messages.graphColumns.problem, value: (graph) => (graph.problem ? errorSentence(graph.problem, language) : messages.graphSound) },
    ],
    [messages, language],
  )
  return (
    <section className="section">
      <h3>{messages.graphs}</h3>
      <DataTable columns={columns} rows={folder.graphs} keyOf={(graph) => graph.path} caption={messages.graphs} captionHidden />
    </section>
  )
}
