import { type ReactElement, useMemo } from 'react'
import type { ModelCard } from '../../engine/modelCard.ts'
import { useLanguage } from '../../state/language.ts'
import { modelMessages } from '../messages/model.ts'
import { modelCardMessages } from '../messages/modelCard.ts'
import { useMessages } from '../messages/useMessages.ts'
import { DataTable } from '../parts/DataTable.tsx'
import { Notice } from '../parts/Notice.tsx'
import { formatBytes, formatCount } from '../parts/numbers.ts'
import type { TableColumn } from '../parts/tableColumn.ts'
import { CardFigures } from './CardFigures.tsx'

/** An embedded model's limits, figures, training data and files. */
export function CardTables({ card }: { readonly card: ModelCard }): ReactElement {
  const messages = useMessages(modelMessages)
  const words = useMessages(modelCardMessages)
  const language = useLanguage()
  const dataColumns = useMemo<readonly TableColumn<ModelCard['data'][number]>[]>(
    () => [
      { id: 'name', header: words.dataColumns.name, value: ({ name }) => name },
      { id: 'licence', header: words.dataColumns.licence, value: ({ licence }) => licence },
      { id: 'rows', header: words.dataColumns.rows, align: 'end', value: ({ rows }) => rows, render: ({ rows }) => formatCount(rows, language) },
    ],
    [words, language],
  )
  const fileColumns = useMemo<readonly TableColumn<ModelCard['files'][number]>[]>(
    () => [
      { id: 'path', header: messages.fileColumns.path, value: (file) => file.path, render: (file) => <span className="mono">{file.path}</span> },
      { id: 'bytes', header: messages.fileColumns.bytes, align: 'end', value: (file) => file.bytes, render: (file) => formatBytes(file.bytes) },
      { id: 'sha', header: messages.fileColumns.sha, value: (file) => file.sha256, render: (file) => <span className="mono" title={file.sha256}>{file.sha256.slice(0, 16)}…</span> },
    ],
    [messages],
  )
  return (
    <>
      <Notice title={messages.limits}>{card.limits[language]}</Notice>
      <CardFigures card={card} />
      {card.data.length > 0 && (
        <details>
          <summary className="small">{words.data}</summary>
          <DataTable columns={dataColumns} rows={card.data} keyOf={({ name }) => name} caption={words.data} captionHidden />
        </details>
      )}
      <details>
        <summary className="small">{messages.files(formatCount(card.files.length, language))}</summary>
        <DataTable columns={fileColumns} rows={card.files} keyOf={(file) => file.path} caption={messages.files(formatCount(card.files.length, language))} captionHidden />
      </details>
    </>
  )
}
