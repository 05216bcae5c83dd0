import { type ReactElement, useMemo } from 'react'
import type { ModelCard } from '../../engine/modelCard.ts'
import { useLanguage } from '../../state/language.ts'
import { modelMessages } from '../messages/model.ts'
import { useMessages } from '../messages/useMessages.ts'
import { DataTable } from '../parts/DataTable.tsx'
import { Notice } from '../parts/Notice.tsx'
import { formatBytes, formatCount } from '../parts/numbers.ts'
import type { TableColumn } from '../parts/tableColumn.ts'

/** What an embedded model's card says, as lines of a list of facts. */
export function CardFacts({ card }: { readonly card: ModelCard }): ReactElement {
  const messages = useMessages(modelMessages)
  const language = useLanguage()
  return (
    <>
      <dt>{messages.licence}</dt>
      <dd>{card.licence}</dd>
      <dt>{messages.languages}</dt>
      <dd>{card.languages.join(', ')}</dd>
      <dt>{messages.revision}</dt>
      <dd className="mono">{card.revision}</dd>
      <dt>{messages.trainedOn}</dt>
      <dd>{card.trainedOn[language]}</dd>
    </>
  )
}

/** Its limits, figures and files. */
export function CardTables({ card }: { readonly card: ModelCard }): ReactElement {
  const messages = useMessages(modelMessages)
  const language = useLanguage()
  const figureColumns = useMemo<readonly TableColumn<ModelCard['figures'][number]>[]>(
    () => [
      { id: 'name', header: messages.figureColumns.name, value: (figure) => figure.name[language] },
      { id: 'value', header: messages.figureColumns.value, align: 'end', value: (figure) => figure.value, render: (figure) => figure.value.toFixed(3) },
      { id: 'n', header: messages.figureColumns.n, align: 'end', value: (figure) => figure.n ?? null, render: (figure) => (figure.n === undefined ? '' : formatCount(figure.n, language)) },
      { id: 'on', header: messages.figureColumns.on, value: (figure) => figure.on?.[language] ?? null },
    ],
    [messages, language],
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
      <section className="section">
        <h3>{messages.figures}</h3>
        {card.figures.length === 0 ? (
          <p className="muted small">{messages.noFigures}</p>
        ) : (
          <DataTable columns={figureColumns} rows={card.figures} keyOf={(figure) => `${figure.name.en} ${figure.on?.en ?? ''}`} caption={messages.figuresCaption} captionHidden file={`${card.id}-figures`} />
        )}
      </section>
      <details>
        <summary className="small">{messages.files(formatCount(card.files.length, language))}</summary>
        <DataTable columns={fileColumns} rows={card.files} keyOf={(file) => file.path} caption={messages.files(formatCount(card.files.length, language))} captionHidden />
      </details>
    </>
  )
}
