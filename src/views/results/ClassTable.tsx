import { type ReactElement, useMemo } from 'react'
import type { Field, Label } from '../../domain/scheme.ts'
import type { ClassScores } from '../../metrics/classification.ts'
import type { Interval } from '../../metrics/intervals.ts'
import type { FieldFigures, FieldIntervals } from '../../metrics/figures.ts'
import { type AddressOf, formatAddress } from '../../state/address.ts'
import { type Language, useLanguage } from '../../state/language.ts'
import { resultsMessages } from '../messages/results.ts'
import { useMessages } from '../messages/useMessages.ts'
import { DataTable } from '../parts/DataTable.tsx'
import { formatCount, formatShare } from '../parts/numbers.ts'
import type { TableColumn } from '../parts/tableColumn.ts'
import { IntervalText } from './IntervalText.tsx'

interface ClassTableProps {
  readonly address: AddressOf<'results'>
  readonly field: Field
  readonly figures: FieldFigures
  /** Undefined while they are computed. */
  readonly intervals: FieldIntervals['labels'] | undefined
  /** Name of the downloaded file, without its end. */
  readonly file: string
}

interface ClassRow extends ClassScores {
  readonly label: Label
  readonly place: number
  readonly interval: Interval | undefined
}

/** Precision, recall, F1 and support of each label; a row leads to the samples with that gold. */
export function ClassTable({ address, field, figures, intervals, file }: ClassTableProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(resultsMessages)
  const rows = useMemo(
    () => figures.all.perClass.map((scores, place): ClassRow => ({ ...scores, place, label: field.labels[place]!, interval: intervals?.recall[place] })),
    [figures, field, intervals],
  )
  const columns = useMemo(() => classColumns(messages, language, intervals === undefined), [messages, language, intervals])
  return (
    <>
      <DataTable
        columns={columns}
        rows={rows}
        keyOf={(row) => row.label.id}
        caption={messages.classCaption(field.name[language], formatCount(figures.all.records, language))}
        hrefOf={(row) => formatAddress({ ...address, view: 'samples', field: field.id, gold: row.label.id, sample: undefined })}
        file={file}
      />
      <p className="small muted prose">{messages.classMacro(formatShare(figures.all.macro.f1 ?? NaN, language), formatCount(field.labels.length, language), formatCount(rows.filter(({ f1 }) => f1 === undefined).length, language))}</p>
    </>
  )
}

type Messages = (typeof resultsMessages)['zh']

function classColumns(messages: Messages, language: Language, pending: boolean): readonly TableColumn<ClassRow>[] {
  const score = (id: 'precision' | 'recall' | 'f1', header: string, title: string): TableColumn<ClassRow> => ({
    id,
    header,
    title,
    align: 'end',
    value: (row) => row[id] ?? `— (${messages.undefinedScore[id]})`,
    order: (row) => row[id] ?? null,
    render: (row) => <ScoreBar share={row[id]} language={language} missing={messages.undefinedScore[id]} />,
  })
  const count = (id: 'support' | 'predicted' | 'correct', header: string): TableColumn<ClassRow> => ({
    id,
    header,
    align: 'end',
    value: (row) => row[id],
    render: (row) => formatCount(row[id], language),
  })
  return [
    { id: 'label', header: messages.label, value: (row) => row.label.name[language], order: (row) => row.place },
    count('support', messages.support),
    count('predicted', messages.predicted),
    count('correct', messages.correct),
    score('precision', messages.precision, messages.precisionHow),
    score('recall', messages.recall, messages.recallHow),
    {
      id: 'interval',
      header: messages.recallInterval,
      align: 'end',
      value: (row) => (row.interval ? `${row.interval.low.toFixed(4)}-${row.interval.high.toFixed(4)}` : null),
      order: (row) => row.interval?.low ?? null,
      render: (row) => row.recall === undefined ? <span title={messages.undefinedScore.recall}>—</span> : <IntervalText interval={row.interval} pending={pending} />,
    },
    score('f1', messages.f1, messages.f1How),
  ]
}

interface ScoreBarProps {
  readonly share: number | undefined
  readonly language: Language
  /** Why there may be none. */
  readonly missing: string
}

function ScoreBar({ share, language, missing }: ScoreBarProps): ReactElement {
  if (share === undefined) return <span title={missing}>— <span className="small muted">{missing}</span></span>
  return (
    <span className="score">
      <span className="score__bar" aria-hidden="true"><span style={{ width: `${share * 100}%` }} /></span>
      {formatShare(share, language)}
    </span>
  )
}
