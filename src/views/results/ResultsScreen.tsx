import type { ReactElement } from 'react'
import type { AddressOf } from '../../state/address.ts'
import { useShownPlan } from '../../state/results/usePublished.ts'
import { useReadAhead } from '../../state/results/useRunResults.ts'
import { resultsMessages } from '../messages/results.ts'
import { useMessages } from '../messages/useMessages.ts'
import { LinkButton } from '../parts/Button.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { Failure } from '../parts/Failure.tsx'
import { Dashboard } from './Dashboard.tsx'
import { RunList } from './RunList.tsx'
import '../parts/lists.css'
import './results.css'

/** All runs of this browser, or the results of one. */
export default function ResultsScreen({ address }: { readonly address: AddressOf<'results'> }): ReactElement {
  return address.plan === undefined ? <RunList /> : <PlanResults address={address} plan={address.plan} />
}

function PlanResults({ address, plan }: { readonly address: AddressOf<'results'>; readonly plan: string }): ReactElement {
  const messages = useMessages(resultsMessages)
  useReadAhead(address)
  const live = useShownPlan(plan)
  if (live.status === 'loading') return <p className="screen muted">{messages.loading}</p>
  if (live.status === 'failed') return <div className="screen"><Failure title={messages.failed} error={live.error} /></div>
  if (live.value === null) {
    return (
      <div className="screen">
        <EmptyState title={messages.unknownPlan} actions={<LinkButton to={{ screen: 'results' }}>{messages.allResults}</LinkButton>}>
          {messages.unknownPlanText}
        </EmptyState>
      </div>
    )
  }
  return <Dashboard address={address} plan={live.value.plan} runs={live.value.runs} published={live.value.published} />
}
