import type { ReactElement } from 'react'
import { useActiveRunState } from '../../state/run/activeRun.ts'
import type { AddressOf } from '../../state/address.ts'
import { usePlan } from '../../state/results/useResults.ts'
import { answersMessages } from '../messages/answers.ts'
import { runMessages } from '../messages/run.ts'
import { useMessages } from '../messages/useMessages.ts'
import { LinkButton } from '../parts/Button.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { Failure } from '../parts/Failure.tsx'
import { PlanList } from './PlanList.tsx'
import { PlanRun } from './PlanRun.tsx'
import '../parts/lists.css'
import '../results/results.css'
import './run.css'

/** A plan while it runs (or may be gone on with); without one in the address the one that is running, else all of them. */
export default function RunScreen({ address }: { readonly address: AddressOf<'run'> }): ReactElement {
  const active = useActiveRunState()
  const plan = address.plan ?? (active.kind === 'active' ? active.planId : undefined)
  return <div className="screen">{plan === undefined ? <PlanList /> : <OnePlan key={plan} id={plan} />}</div>
}

function OnePlan({ id }: { readonly id: string }): ReactElement {
  const messages = useMessages(runMessages)
  const answers = useMessages(answersMessages)
  const live = usePlan(id)
  if (live.status === 'loading') return <p className="muted">{messages.loading}</p>
  if (live.status === 'failed') return <Failure title={messages.failed} error={live.error} />
  if (live.value === null) {
    return (
      <EmptyState title={messages.unknownPlan} actions={<LinkButton to={{ screen: 'run' }}>{messages.title}</LinkButton>}>{messages.unknownPlanText}</EmptyState>
    )
  }
  if (live.value.plan.imported) {
    return (
      <EmptyState title={answers.nothingToRun} actions={<LinkButton kind="primary" to={{ screen: 'results', plan: id }}>{answers.toResults}</LinkButton>}>{answers.nothingToRunText}</EmptyState>
    )
  }
  return <PlanRun plan={live.value.plan} runs={live.value.runs} />
}
