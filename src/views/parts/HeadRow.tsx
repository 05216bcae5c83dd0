import type { ReactElement, ReactNode } from 'react'

interface HeadRowProps {
  readonly columns: readonly ReactNode[]
  /** The first column of numbers; all behind it are numbers, too. None where absent. */
  readonly numbersFrom?: number
}

/** The heading of a plain table. */
export function HeadRow({ columns, numbersFrom = columns.length }: HeadRowProps): ReactElement {
  return (
    <thead>
      <tr>{columns.map((column, at) => <th key={at} scope="col" data-align={at >= numbersFrom ? 'end' : undefined}>{column}</th>)}</tr>
    </thead>
  )
}
