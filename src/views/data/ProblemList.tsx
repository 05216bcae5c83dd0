import { type ReactElement, useMemo } from 'react'
import type { Dataset, Problem } from '../../domain/dataset.ts'
import type { Scheme } from '../../domain/scheme.ts'
import type { AddressOf } from '../../state/address.ts'
import { useProblems } from '../../state/datasets.ts'
import { useLanguage } from '../../state/language.ts'
import { dataMessages } from '../messages/data.ts'
import { errorSentence } from '../messages/errors.ts'
import { findingKinds, findingSentence } from '../messages/findings.ts'
import { partsMessages } from '../messages/parts.ts'
import { useMessages } from '../messages/useMessages.ts'
import { DataTable } from '../parts/DataTable.tsx'
import { Notice } from '../parts/Notice.tsx'
import type { TableColumn } from '../parts/tableColumn.ts'
import { KindFilter } from './KindFilter.tsx'

/** Rows that did not become samples: where, why, and as they stood. They can be downloaded. */
export function ProblemList({ dataset, scheme, address }: { readonly dataset: Dataset; readonly scheme: Scheme; readonly address: AddressOf<'data'> }): ReactElement {
  const messages = useMessages(dataMessages)
  const parts = useMessages(partsMessages)
  const language = useLanguage()
  const problems = useProblems(dataset.id)
  const all = problems.status === 'ready' ? problems.value : none
  const shown = useMemo(() => all.filter((problem) => address.code === undefined || problem.code === address.code), [all, address.code])
  const columns = useMemo<readonly TableColumn<Problem>[]>(
    () => [
      { id: 'row', header: messages.findingColumns.row, align: 'end', width: '5rem', value: (problem) => problem.row },
      { id: 'kind', header: messages.findingColumns.kind, width: '11rem', value: (problem) => findingKinds[language][problem.code], render: (problem) => <span className="finding__reason">{findingKinds[language][problem.code]}</span> },
      { id: 'column', header: messages.findingColumns.column, width: '9rem', value: (problem) => problem.column ?? messages.wholeRow },
      { id: 'reason', header: messages.findingColumns.reason, value: (problem) => findingSentence(problem, language, scheme), render: (problem) => <span className="finding__reason">{findingSentence(problem, language, scheme)}</span> },
      { id: 'raw', header: messages.findingColumns.raw, value: (problem) => problem.raw, render: (problem) => <span className="mono finding__raw" title={problem.raw}>{problem.raw}</span> },
    ],
    [messages, language, scheme],
  )
  if (problems.status === 'failed') return <Notice kind="error" title={parts.readFailed}>{errorSentence(problems.error, language)}</Notice>
  if (problems.status === 'loading') return <p className="muted small">{parts.loading}</p>
  if (all.length === 0) return <p className="muted">{messages.noProblems}</p>
  return (
    <div className="section">
      <KindFilter address={address} findings={all} />
      <DataTable
        columns={columns}
        rows={shown}
        keyOf={(problem) => `${problem.row} ${problem.code}`}
        caption={messages.problemsCaption}
        captionHidden
        file={`${dataset.name}-problems`}
        height="32rem"
      />
    </div>
  )
}

const none: readonly Problem[] = []
