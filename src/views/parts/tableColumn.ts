import type { ReactNode } from 'react'
import { csvCell } from '../../export/csv.ts'

/** What a cell says when it is copied or downloaded; null: nothing to say (sorted last). */
export type CellValue = string | number | null

/** One column of a DataTable. */
export interface TableColumn<Row> {
  readonly id: string
  readonly header: string
  /** How the column's figures were made: shown when hovering over its name. */
  readonly title?: string
  readonly value: (row: Row) => CellValue
  /** What it is sorted by, where that is not `value` (a label's place in its list). */
  readonly order?: (row: Row) => CellValue
  /** What is shown, where that is not `value`. */
  readonly render?: (row: Row) => ReactNode
  /** end: numbers. */
  readonly align?: 'start' | 'end'
  /** A CSS width; needed where the table scrolls. */
  readonly width?: string
}

/** A table's text with a header line, each cell as export/csv.ts writes it: no cell is run as a formula where it is pasted. */
export function delimitedText<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[], separator: ',' | '\t'): string {
  const line = (values: readonly CellValue[]): string => values.map((value) => csvCell(value, separator)).join(separator)
  return [line(columns.map((column) => column.header)), ...rows.map((row) => line(columns.map((column) => column.value(row))))].join('\r\n')
}

/** Numbers by size, text as a Chinese dictionary has it (numbers inside it by size); null last. */
export function compareValues(a: CellValue, b: CellValue): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
}

const collator = new Intl.Collator('zh-Hans-CN', { numeric: true })
