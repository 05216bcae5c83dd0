import type { ReactElement } from 'react'
import { type AddressOf, navigate } from '../../state/address.ts'
import type { AvailableModel } from '../../state/models/availableModels.ts'
import { useLanguage } from '../../state/language.ts'
import { useModelState } from '../../state/models/loadedModel.ts'
import type { PlanDraft } from '../../state/plan/planning.ts'
import { planMessages } from '../messages/plan.ts'
import { useMessages } from '../messages/useMessages.ts'
import { LinkButton } from '../parts/Button.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { Checkbox } from '../parts/Field.tsx'
import { Link } from '../parts/Link.tsx'
import { formatBytes } from '../parts/numbers.ts'

interface ModelChoicesProps {
  readonly address: AddressOf<'plan'>
  readonly draft: PlanDraft
  readonly available: readonly AvailableModel[]
}

/** Which models are asked: one at least. */
export function ModelChoices({ address, draft, available }: ModelChoicesProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(planMessages)
  const state = useModelState()
  const chosen = draft.models.map(({ model }) => model.id)
  function toggle(id: string, on: boolean): void {
    const models = available.map((model) => model.id).filter((other) => (other === id ? on : chosen.includes(other)))
    navigate({ ...address, dataset: draft.dataset.id, models })
  }
  if (available.length === 0) {
    return (
      <EmptyState title={messages.noModels} actions={<LinkButton to={{ screen: 'model' }}>{messages.toModel}</LinkButton>}>{messages.noModelsText}</EmptyState>
    )
  }
  return (
    <section className="panel section" aria-labelledby="plan-models">
      <h2 id="plan-models">{messages.models}</h2>
      {available.map((model) => {
        const last = chosen.length === 1 && chosen.includes(model.id)
        const choice = draft.models.find((candidate) => candidate.model === model)
        const runnable = model.dtypes.wasm.length > 0 || model.dtypes.webgpu.length > 0
        const facts = [
          messages.kinds[model.kind],
          choice ? `${choice.dtype} · ${choice.device}` : null,
          formatBytes(model.bytes),
          state.status === 'ready' && state.choice.model.source === model.source ? messages.loaded : null,
        ].filter((fact) => fact !== null)
        return (
          <Checkbox
            key={model.id}
            label={model.name[language]}
            hint={<>{runnable ? facts.join(' · ') : messages.cannotRun}{model.kind === 'classifier' && <><br />{messages.classifierOnly}</>}{last && <><br />{messages.lastModel}</>}</>}
            checked={chosen.includes(model.id)}
            disabled={!runnable || last}
            onChange={(on) => toggle(model.id, on)}
          />
        )
      })}
      <p><Link to={{ screen: 'model' }} className="small">{messages.openFolder}</Link></p>
    </section>
  )
}
