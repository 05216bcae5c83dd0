import type { ReactElement } from 'react'
import { Select, type SelectOption } from './Field.tsx'
import { TableFrame } from './TableFrame.tsx'
import './columnsTable.css'

/** What one column of a file is used for. */
interface Purpose {
  readonly value: string
  readonly options: readonly SelectOption<string>[]
  readonly isUsed: boolean
}

interface ColumnsTableProps {
  readonly caption: string
  readonly columns: readonly string[]
  /** A file's first rows, a cell for each column. */
  readonly rows: readonly (readonly string[])[]
  readonly purposeOf: (column: string) => Purpose
  /** What is asked of a column. */
  readonly labelOf: (column: string) => string
  readonly onChoose: (column: string, value: string) => void
}

/** The first rows of a file; over each column, what it is used for. */
export function ColumnsTable({ caption, columns, rows, purposeOf, labelOf, onChoose }: ColumnsTableProps): ReactElement {
  return (
    <TableFrame className="columns-table" caption={caption}>
      <thead>
        <tr>
          {columns.map((column) => {
            const { value, options, isUsed } = purposeOf(column)
            return (
              <th key={column} scope="col" data-used={isUsed || undefined}>
                <span className="columns-table__name mono">{column}</span>
                <Select label={labelOf(column)} labelHidden value={value} options={options} onChange={(chosen) => onChoose(column, chosen)} />
              </th>
            )
          })}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {columns.map((column, at) => <td key={column} title={row[at]}><span className="columns-table__cell">{row[at]}</span></td>)}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  )
}
