import { type ReactElement, useMemo } from 'react'
import type { Dataset, Problem } from '../../domain/dataset.ts'
import type { Scheme } from '../../domain/scheme.ts'
import type { AddressOf } from '../../state/address.ts'
import { useProblems } from '../../state/data/datasets.ts'
import { dataMessages } from '../messages/data.ts'
import { useMessages } from '../messages/useMessages.ts'
import type { TableColumn } from '../parts/tableColumn.ts'
import { FindingTable } from './FindingTable.tsx'

/** Rows that did not become samples: where, why, and as they stood. They can be downloaded. */
export function ProblemList({ dataset, scheme, address }: { readonly dataset: Dataset; readonly scheme: Scheme; readonly address: AddressOf<'data'> }): ReactElement {
  const messages = useMessages(dataMessages)
  const raw = useMemo((): TableColumn<Problem> => (
    { id: 'raw', header: messages.findingColumns.raw, value: (problem) => problem.raw, render: (problem) => <span className="mono table__raw" title={problem.raw}>{problem.raw}</span> }
  ), [messages])
  return (
    <FindingTable
      findings={useProblems(dataset.id)}
      scheme={scheme}
      address={address}
      none={messages.noProblems}
      caption={messages.problemsCaption}
      file={`${dataset.name}-problems`}
      last={raw}
    />
  )
}
