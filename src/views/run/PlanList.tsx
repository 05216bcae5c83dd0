import type { ReactElement } from 'react'
import { useLanguage } from '../../state/language.ts'
import { type PlanWithRuns, usePlans } from '../../state/plan/plans.ts'
import { lastDraft } from '../../state/plan/keptDraft.ts'
import { runMessages } from '../messages/run.ts'
import { showsMessages } from '../messages/shows.ts'
import { useMessages } from '../messages/useMessages.ts'
import { LinkButton } from '../parts/Button.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { Failure } from '../parts/Failure.tsx'
import { Link } from '../parts/Link.tsx'
import { formatCount, formatMoment } from '../parts/numbers.ts'
import { ScreenHead } from '../parts/ScreenHead.tsx'
import { RunLine } from './RunLine.tsx'

/** Every plan of this browser with how far its runs are. */
export function PlanList(): ReactElement {
  const messages = useMessages(runMessages)
  const shows = useMessages(showsMessages)
  const plans = usePlans()
  // answers taken in from files have nothing to run
  const planned = plans.status === 'ready' ? plans.value.filter(({ plan }) => !plan.imported) : undefined
  return (
    <>
      <ScreenHead title={messages.title} shows={shows.run} />
      {plans.status === 'failed' && <Failure title={messages.failed} error={plans.error} />}
      {plans.status === 'loading' && <p className="muted">{messages.loading}</p>}
      {planned?.length === 0 && (
        <EmptyState title={messages.none} actions={<LinkButton kind="primary" to={lastDraft()}>{messages.toPlan}</LinkButton>}>{messages.noneText}</EmptyState>
      )}
      {planned?.map((each) => <PlanCard key={each.plan.id} planned={each} />)}
    </>
  )
}

function PlanCard({ planned: { plan, runs } }: { readonly planned: PlanWithRuns }): ReactElement {
  const language = useLanguage()
  const messages = useMessages(runMessages)
  return (
    <section className="panel section" aria-labelledby={`plan-${plan.id}`}>
      <div className="screen__head">
        <h2 id={`plan-${plan.id}`}><Link to={{ screen: 'run', plan: plan.id }}>{plan.dataset.name}</Link></h2>
        <span className="muted small">
          {messages.sampleCount(formatCount(plan.sampleIds.length, language))} · {formatMoment(plan.createdAt, language)} · <span className="mono">{messages.planHash(plan.id.slice(0, 12))}</span>
        </span>
      </div>
      <ul className="plain-list run-lines">
        {runs.map((run) => <RunLine key={run.id} plan={plan} run={run} current={false} />)}
      </ul>
    </section>
  )
}
