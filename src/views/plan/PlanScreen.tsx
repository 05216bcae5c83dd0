import type { ReactElement } from 'react'
import type { Method } from '../../domain/method.ts'
import type { AddressOf } from '../../state/address.ts'
import { useAvailableModels } from '../../state/models/availableModels.ts'
import { usePlannable } from '../../state/data/datasets.ts'
import { useModelState } from '../../state/models/loadedModel.ts'
import { useOwnMethods } from '../../state/plan/ownMethods.ts'
import { useSchemeOf } from '../../state/data/schemes.ts'
import { hasChoices } from '../../state/plan/keptDraft.ts'
import { planDraft } from '../../state/plan/planning.ts'
import { planMessages } from '../messages/plan.ts'
import { schemesMessages } from '../messages/schemes.ts'
import { useMessages } from '../messages/useMessages.ts'
import { LinkButton } from '../parts/Button.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { Failure } from '../parts/Failure.tsx'
import { Notice } from '../parts/Notice.tsx'
import { DatasetChoice } from './DatasetChoice.tsx'
import { FamilyChoice } from './FamilyChoice.tsx'
import { FigureChoice } from './FigureChoice.tsx'
import { MethodChoice } from './MethodChoice.tsx'
import { ModelChoices } from './ModelChoices.tsx'
import { PlanSummary } from './PlanSummary.tsx'
import { ShotChoice } from './ShotChoice.tsx'
import { SpreadChoice } from './SpreadChoice.tsx'
import '../parts/lists.css'
import { ScreenHead } from '../parts/ScreenHead.tsx'
import './plan.css'

/** What to run is chosen here; every choice stands in the address bar until the plan is frozen. */
export default function PlanScreen({ address }: { readonly address: AddressOf<'plan'> }): ReactElement {
  const messages = useMessages(planMessages)
  const schemes = useMessages(schemesMessages)
  const datasets = usePlannable()
  const models = useAvailableModels()
  const state = useModelState()
  const remembered = useOwnMethods()
  const own = remembered.status === 'ready' ? (remembered.value ?? []) : []
  const failed = [datasets, models].find((live) => live.status === 'failed')
  const dataset = datasets.status === 'ready' ? (datasets.value.find(({ id }) => id === address.dataset) ?? datasets.value[0]) : undefined
  const scheme = useSchemeOf(dataset)
  const lost = models.status === 'ready' ? address.models.filter((id) => !models.value.some((model) => model.id === id)) : []
  return (
    <div className="screen plan">
      <ScreenHead title={messages.title} shows={messages.intro} />
      {hasChoices(address) && <div className="row"><LinkButton small kind="quiet" to={{ screen: 'plan', dataset: address.dataset }}>{messages.anew}</LinkButton></div>}
      {failed?.status === 'failed' && <Failure title={messages.failed} error={failed.error} />}
      {!failed && (datasets.status === 'loading' || models.status === 'loading') && <p className="muted">{messages.loading}</p>}
      {datasets.status === 'ready' && !dataset && (
        <EmptyState title={messages.noDataset} actions={<LinkButton kind="primary" to={{ screen: 'data' }}>{messages.toData}</LinkButton>}>{messages.noDatasetText}</EmptyState>
      )}
      {dataset && address.dataset !== undefined && dataset.id !== address.dataset && <Notice kind="warning" title={messages.unknownDataset}>{messages.unknownDatasetText(dataset.name)}</Notice>}
      {models.status === 'ready' && lost.length > 0 && <Notice kind="warning" title={messages.unknownModels(lost.join(' · '))}>{messages.unknownModelsText}</Notice>}
      {scheme.status === 'failed' && <Failure title={messages.failed} error={scheme.error} />}
      {dataset && scheme.status === 'ready' && scheme.value === null && (
        <Notice kind="warning" title={schemes.gone} actions={<LinkButton to={{ screen: 'data' }}>{messages.toData}</LinkButton>}>{schemes.goneText(dataset.schemeId)}</Notice>
      )}
      {datasets.status === 'ready' && dataset && models.status === 'ready' && scheme.status === 'ready' && scheme.value && (
        <Choices address={address} draft={planDraft(address, { dataset, scheme: scheme.value, available: models.value, state, own })} own={own} datasets={datasets.value} available={models.value} />
      )}
    </div>
  )
}

interface ChoicesProps {
  readonly own: readonly Method[]
  readonly address: AddressOf<'plan'>
  readonly draft: ReturnType<typeof planDraft>
  readonly datasets: Parameters<typeof DatasetChoice>[0]['datasets']
  readonly available: Parameters<typeof ModelChoices>[0]['available']
}

function Choices({ address, draft, datasets, available, own }: ChoicesProps): ReactElement {
  return (
    <div className="plan__columns">
      <div className="plan__choices">
        <DatasetChoice address={address} draft={draft} datasets={datasets} />
        <ModelChoices address={address} draft={draft} available={available} />
        <MethodChoice address={address} draft={draft} own={own} available={available} />
        <ShotChoice address={address} draft={draft} datasets={datasets} />
        <SpreadChoice address={address} draft={draft} />
        <FigureChoice address={address} draft={draft} datasets={datasets} />
        <FamilyChoice address={address} draft={draft} />
      </div>
      <PlanSummary draft={draft} />
    </div>
  )
}
