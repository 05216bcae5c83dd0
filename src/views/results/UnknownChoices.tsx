import type { ReactElement } from 'react'
import type { Plan, Run } from '../../domain/plan.ts'
import { fieldOf } from '../../domain/scheme.ts'
import type { AddressOf } from '../../state/address.ts'
import { useLanguage } from '../../state/language.ts'
import type { RunSelection } from '../../state/results/runSelection.ts'
import type { UnknownChoice } from '../../state/results/unknownChoices.ts'
import { resultsMessages } from '../messages/results.ts'
import { useMessages } from '../messages/useMessages.ts'
import { LinkButton } from '../parts/Button.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { Notice } from '../parts/Notice.tsx'
import { runName } from '../parts/runName.ts'

interface UnknownRunProps {
  readonly address: AddressOf<'results'>
  readonly plan: Plan
  readonly runs: readonly Run[]
  /** As the address names it. */
  readonly run: string
}

/** In place of a run that the plan does not have: those that it has. */
export function UnknownRun({ address, plan, runs, run }: UnknownRunProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(resultsMessages)
  return (
    <div className="screen">
      <h1>{plan.dataset.name}</h1>
      <EmptyState
        title={messages.unknownRun(run.slice(0, 24))}
        actions={
          <>
            {runs.map((other) => <LinkButton key={other.id} to={{ ...address, run: other.id, sample: undefined }}>{runName(other, language)}</LinkButton>)}
            <LinkButton kind="quiet" to={{ screen: 'results' }}>{messages.allResults}</LinkButton>
          </>
        }
      >
        {messages.unknownRunText}
      </EmptyState>
    </div>
  )
}

interface UnknownNoticeProps {
  readonly unknown: readonly UnknownChoice[]
  /** Without them. */
  readonly address: AddressOf<'results'>
  readonly selection: RunSelection
}

/** What else the address names and is not here: what is shown instead, and the address without it. */
export function UnknownNotice({ unknown, address, selection: { plan, field } }: UnknownNoticeProps): ReactElement | null {
  const language = useLanguage()
  const messages = useMessages(resultsMessages)
  if (unknown.length === 0) return null
  const noField = unknown.some(({ name }) => name === 'field')
  return (
    <Notice
      kind="warning"
      title={messages.unknownChoices(unknown.map(({ name, value }) => `${name}=${value}`).join(' · '))}
      actions={
        <>
          {noField && plan.scheme.fields.map(({ id, name }) => <LinkButton key={id} small to={{ ...address, field: id }}>{name[language]}</LinkButton>)}
          <LinkButton small kind="quiet" to={address}>{messages.withoutUnknown}</LinkButton>
        </>
      }
    >
      {noField ? messages.unknownField(fieldOf(plan.scheme, field).name[language]) : messages.unknownChoicesText}
    </Notice>
  )
}
