import { type KeyboardEvent, type ReactElement, useRef, useState } from 'react'
import type { Field } from '../../domain/scheme.ts'
import { columnsFor, countAt } from '../../metrics/confusion.ts'
import type { FieldFigures } from '../../metrics/figures.ts'
import { confusionCounts } from '../../export/tables/countTables.ts'
import { type AddressOf, formatAddress } from '../../state/address.ts'
import { useLanguage } from '../../state/language.ts'
import { resultsMessages } from '../messages/results.ts'
import { useMessages } from '../messages/useMessages.ts'
import { formatCount } from '../parts/numbers.ts'
import { CopyTable } from './CopyTable.tsx'
import { ConfusionCell } from './ConfusionCell.tsx'

interface ConfusionTableProps {
  readonly address: AddressOf<'results'>
  readonly field: Field
  readonly figures: FieldFigures
  /** Name of the downloaded file, without its end. */
  readonly file: string
}

/** Gold in rows, answers in columns, two more columns for what named no label; shade: share of the row. One tab stop, arrows move. */
export function ConfusionTable({ address, field, figures, file }: ConfusionTableProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(resultsMessages)
  const [current, setCurrent] = useState({ row: 0, column: 0 })
  const table = useRef<HTMLTableElement>(null)
  const { table: counts } = figures
  const columns = [
    ...field.labels.map(({ id, name }) => ({ id, name: name[language] })),
    { id: 'outOfScheme', name: messages.outColumn },
    { id: 'unparsed', name: messages.unparsedColumn },
  ]

  function move(event: KeyboardEvent): void {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const next = {
      row: Math.max(0, Math.min(field.labels.length - 1, current.row + step.row)),
      column: Math.max(0, Math.min(columnsFor(field.labels.length) - 1, current.column + step.column)),
    }
    setCurrent(next)
    table.current?.querySelector<HTMLElement>(`[data-at="${next.row}-${next.column}"]`)?.focus()
  }

  const caption = messages.confusionCaption(field.name[language], formatCount(figures.all.records, language))
  return (
    <>
      <CopyTable file={file} table={confusionCounts({ caption, field, table: counts, corner: messages.goldAxis, outOfScheme: messages.outColumn, unparsed: messages.unparsedColumn, language })} />
      <div className="table-scroll confusion-scroll">
        <table className="confusion" ref={table} data-many={field.labels.length > 9 || undefined}>
          <caption className="table__caption">{caption}</caption>
          <thead>
            <tr>
              <th scope="col" className="confusion__corner">{messages.goldAxis}</th>
              {columns.map((column, at) => (
                <th key={column.id} scope="col" className="confusion__column" data-missing={at >= field.labels.length || undefined}>
                  <span>{column.name}</span>
                </th>
              ))}
              <th scope="col" className="confusion__column confusion__total"><span>{messages.total}</span></th>
            </tr>
          </thead>
          <tbody>
            {field.labels.map((label, row) => {
              const support = figures.all.perClass[row]?.support ?? 0
              return (
                <tr key={label.id}>
                  <th scope="row" className="confusion__row">{label.name[language]}</th>
                  {columns.map((column, at) => (
                    <ConfusionCell
                      key={column.id}
                      at={`${row}-${at}`}
                      gold={label.name[language]}
                      answer={column.name}
                      count={countAt(counts, row, at)}
                      support={support}
                      diagonal={at === row}
                      missing={at >= field.labels.length}
                      tabStop={current.row === row && current.column === at}
                      href={formatAddress({ ...address, view: 'samples', field: field.id, gold: label.id, answer: column.id, verdict: undefined, sample: undefined })}
                      onFocus={() => setCurrent({ row, column: at })}
                      onKeyDown={move}
                    />
                  ))}
                  <td className="confusion__total">{formatCount(support, language)}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </>
  )
}

const steps: Readonly<Record<string, { readonly row: number; readonly column: number }>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
}
