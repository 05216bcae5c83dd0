import type { Field } from '../../domain/scheme.ts'
import type { StanceMatrix } from '../../domain/stanceMatrix.ts'
import { type Confusion, columnsFor, countAt } from '../../metrics/confusion.ts'
import type { Cell, Column, Table } from '../table.ts'
import type { TableLanguage } from './words.ts'

/** How often each gold label met each answer: rows gold, columns answers, two more for what named no label. */
export function confusionCounts({ caption, field, table, corner, outOfScheme, unparsed, language }: {
  readonly caption: string
  readonly field: Field
  readonly table: Confusion
  /** Over the rows' labels. */
  readonly corner: string
  readonly outOfScheme: string
  readonly unparsed: string
  readonly language: TableLanguage
}): Table {
  const { labels } = field
  const answered = [...labels.map(({ id, name }) => ({ header: name[language], key: id })), { header: outOfScheme, key: 'outOfScheme' }, { header: unparsed, key: 'unparsed' }]
  return {
    caption,
    columns: [{ header: corner, key: 'gold' }, ...answered.map((column): Column => ({ ...column, align: 'end' }))],
    rows: labels.map(({ name }, row): Cell[] => [name[language], ...Array.from({ length: columnsFor(labels.length) }, (_, column) => countAt(table, row, column))]),
  }
}

/** A value for each cell of a stance matrix: rows explicit, columns implicit. @param values by stance; a share where `shares`. */
export function matrixCells({ caption, matrix, values, shares = false, language }: {
  readonly caption: string
  readonly matrix: StanceMatrix
  readonly values: (stance: string) => number | null
  readonly shares?: boolean
  readonly language: TableLanguage
}): Table {
  const { explicit, implicit } = matrix
  const columns = implicit.labels.map(({ id, name }): Column => ({ header: name[language], key: id, align: 'end', ...(shares && { scale: 'percent' as const }) }))
  return {
    caption,
    columns: [{ header: `${explicit.name[language]} \\ ${implicit.name[language]}`, key: 'explicit' }, ...columns],
    rows: explicit.labels.map((said, row): Cell[] => [said.name[language], ...implicit.labels.map((_, column) => values(matrix.cells[row]![column]!))]),
  }
}
