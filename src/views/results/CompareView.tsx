import type { ReactElement } from 'react'
import type { Plan, Run } from '../../domain/plan.ts'
import type { FieldId } from '../../domain/scheme.ts'
import { type AddressOf, navigate } from '../../state/address.ts'
import { useLanguage } from '../../state/language.ts'
import type { RunKey } from '../../state/results/metricsService.ts'
import type { RunSelection } from '../../state/results/runSelection.ts'
import { usePlansBeside } from '../../state/results/usePublished.ts'
import { useRunVersion } from '../../state/results/useResults.ts'
import { useRunHeader } from '../../state/results/useRunResults.ts'
import { lastDraft } from '../../state/plan/keptDraft.ts'
import { compareMessages } from '../messages/compare.ts'
import { evidenceMessages } from '../messages/evidence.ts'
import { resultsMessages } from '../messages/results.ts'
import { useMessages } from '../messages/useMessages.ts'
import { LinkButton } from '../parts/Button.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { Failure } from '../parts/Failure.tsx'
import { Select } from '../parts/Field.tsx'
import { Notice } from '../parts/Notice.tsx'
import { runName } from '../parts/runName.ts'
import { EvidenceView } from './EvidenceView.tsx'
import { DevChoice } from './SetViews.tsx'
import { Comparison, type ComparisonProps } from './Comparison.tsx'

interface CompareViewProps {
  readonly address: AddressOf<'results'>
  readonly selection: RunSelection
  readonly runKey: RunKey
  readonly fields: readonly FieldId[]
}

/** A second run over the same data, chosen and set beside the first. */
export function CompareView({ address, selection, runKey, fields }: CompareViewProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(resultsMessages)
  const words = useMessages(compareMessages)
  const evidence = useMessages(evidenceMessages)
  const plans = usePlansBeside(selection)
  const others = plans.status !== 'ready' ? [] : plans.value
    .filter(({ plan }) => plan.dataset.hash === selection.plan.dataset.hash)
    .flatMap(({ plan, runs }) => runs.filter(({ id }) => id !== selection.run.id).map((run) => ({ plan, run })))
  const chosen = others.find(({ run }) => run.id === address.against)
  const nameOf = (run: Run): string => runName(run, language)
  const twice = (run: Run): boolean => others.some((other) => other.run.id !== run.id && nameOf(other.run) === nameOf(run)) || nameOf(selection.run) === nameOf(run)
  if (plans.status === 'ready' && others.length === 0) {
    return (
      <EmptyState title={words.compareNone} actions={<LinkButton to={lastDraft({ dataset: selection.plan.dataset.id })}>{messages.toPlan}</LinkButton>}>
        {words.compareNoneText}
      </EmptyState>
    )
  }
  const planned = plans.status !== 'ready' ? [] : plans.value.filter(({ plan }) => plan.id === selection.plan.id).flatMap(({ plan, runs }) => runs.map((run) => ({ plan, run })))
  return (
    <>
      {planned.length > 0 && <div className="evidence__choices"><DevChoice address={address} selection={selection} /></div>}
      {planned.length > 0 && <EvidenceView kind="family" address={address} selection={selection} runs={planned} />}
      <h2>{words.anyComparison}</h2>
      <div className="compare__choice">
        <p><span className="badge">{words.first}</span> {nameOf(selection.run)}</p>
        <div className="row">
          <span className="badge">{words.second}</span>
          <Select
            label={words.compareWith}
            labelHidden
            value={chosen?.run.id ?? ''}
            options={[{ value: '', label: words.chooseOther }, ...others.map(({ plan, run }) => ({ value: run.id, label: twice(run) ? `${nameOf(run)} (${evidence.otherPlan(plan.id.slice(0, 8))})` : nameOf(run) }))]}
            onChange={(against) => navigate({ ...address, against: against === '' ? undefined : against })}
          />
        </div>
      </div>
      {!chosen && address.against !== undefined && plans.status === 'ready' && <Notice kind="warning" title={messages.unknownOther(address.against.slice(0, 24))}>{messages.unknownOtherText}</Notice>}
      {chosen && (
        <BesideIt key={chosen.run.id} address={address} selection={selection} first={runKey} plan={chosen.plan} run={chosen.run} fields={fields} />
      )}
    </>
  )
}

interface BesideItProps {
  readonly address: AddressOf<'results'>
  readonly selection: RunSelection
  readonly first: RunKey
  readonly plan: Plan
  readonly run: Run
  readonly fields: readonly FieldId[]
}

function BesideIt({ address, selection, first, plan, run, fields }: BesideItProps): ReactElement {
  const messages = useMessages(resultsMessages)
  const version = useRunVersion(run.id)
  if (version === null) return <p className="muted">{messages.loading}</p>
  // each run's own: what a file states and what is parsed are not one kind of answer
  const reading = { ...first.reading, parser: plan.reading.parser }
  return <ReadBeside address={address} selection={selection} first={first} second={{ plan: plan.id, run: run.id, reading, version }} beside={{ plan, run, reading }} fields={fields} />
}

/** The second run, where it can be read as the first one is. */
function ReadBeside({ second, ...shown }: ComparisonProps): ReactElement {
  const messages = useMessages(resultsMessages)
  const { value: header, error } = useRunHeader(second)
  if (error) return <Failure title={messages.failed} error={error} />
  if (header === undefined) return <p className="muted">{messages.loading}</p>
  if (header?.readable === false) return <Notice kind="warning" title={messages.unreadableTitle}>{messages.unreadableText}</Notice>
  return <Comparison {...shown} second={second} />
}
