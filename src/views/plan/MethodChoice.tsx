import type { ReactElement } from 'react'
import type { Dataset } from '../../domain/dataset.ts'
import { givenFields, type Method } from '../../domain/method.ts'
import { type AddressOf, navigate } from '../../state/address.ts'
import { useDatasetCoverage } from '../../state/datasetCoverage.ts'
import { useLanguage } from '../../state/language.ts'
import { builtInMethods, classifierMethod, studyMethods } from '../../prompt/builtInMethods.ts'
import { type PlanDraft, planMethods, shamMethods } from '../../state/planning.ts'
import { planMessages } from '../messages/plan.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Checkbox, Select } from '../parts/Field.tsx'
import { MethodSteps } from './MethodSteps.tsx'
import { PromptPreview } from './PromptPreview.tsx'

interface MethodChoiceProps {
  readonly address: AddressOf<'plan'>
  readonly draft: PlanDraft
  /** What examples can be drawn from. */
  readonly datasets: readonly Dataset[]
}

/** How the models are asked, each with its steps as a chain and the very prompt. */
export function MethodChoice({ address, draft, datasets }: MethodChoiceProps): ReactElement {
  const messages = useMessages(planMessages)
  const causal = draft.models.some(({ model }) => model.kind === 'causal')
  const classifier = draft.models.some(({ model }) => model.kind === 'classifier')
  const chosen = draft.methods.map(({ id }) => id)
  function toggle(ids: readonly string[], on: boolean): void {
    const methods = planMethods.map((method) => method.id).filter((other) => (ids.includes(other) ? on : chosen.includes(other)))
    if (methods.length > 0) navigate({ ...address, dataset: draft.dataset.id, methods })
  }
  const item = (method: Method): ReactElement => (
    <MethodItem key={method.id} method={method} checked={chosen.includes(method.id)} draft={draft} onChange={(on) => toggle([method.id], on)} />
  )
  const shams = (['arbitrary', 'permuted'] as const).map((kind) => ({ kind, ids: shamMethods[kind].map(({ id }) => id), example: shamMethods[kind][0] }))
  const studied = [...studyMethods.map(({ id }) => id), ...shams.flatMap(({ ids }) => ids)]
  return (
    <section className="panel section" aria-labelledby="plan-methods">
      <h2 id="plan-methods">{messages.methods}</h2>
      {!causal && <p className="small muted">{messages.methodsNeedCausal}</p>}
      {classifier && <MethodItem method={classifierMethod} checked draft={draft} onChange={null} />}
      {causal && builtInMethods.map(item)}
      {causal && (
        <details className="study-methods" open={studied.some((id) => chosen.includes(id)) || undefined}>
          <summary className="small">{messages.studyMethods}</summary>
          {studyMethods.map(item)}
          {shams.map(({ kind, ids, example }) => example && (
            <MethodItem
              key={kind}
              method={{ ...example, name: { zh: planMessages.zh.shams[kind](ids.length), en: planMessages.en.shams[kind](ids.length) } }}
              checked={ids.every((id) => chosen.includes(id))}
              draft={draft}
              onChange={(on) => toggle(ids, on)}
            />
          ))}
        </details>
      )}
      {causal && (
        <Select
          label={messages.shots}
          hint={messages.shotsHint}
          value={draft.shots?.datasetId ?? ''}
          options={[{ value: '', label: messages.noShotsWanted }, ...datasets.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(id) => navigate({ ...address, dataset: draft.dataset.id, shots: id === '' ? undefined : id })}
        />
      )}
    </section>
  )
}

interface MethodItemProps {
  readonly method: Method
  readonly checked: boolean
  readonly draft: PlanDraft
  /** Null: it follows from the model and cannot be changed. */
  readonly onChange: ((on: boolean) => void) | null
}

function MethodItem({ method, checked, draft, onChange }: MethodItemProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(planMessages)
  const coverage = useDatasetCoverage(draft.dataset.id)
  const example = coverage.status === 'ready' ? coverage.value.example : null
  const source = checked && givenFields(method, 'run').length > 0 ? sourceOf(draft) : undefined
  const context = draft.models.some(({ model }) => model.kind === 'classifier' && model.readsContext)
  return (
    <div className="method" data-chosen={checked || undefined}>
      <Checkbox
        label={method.name[language]}
        hint={<>{method.summary[language]} <span className="badge">{messages[method.asking]}</span>{source && <> {messages.toldBy(source.name[language])}</>}</>}
        checked={checked}
        disabled={onChange === null}
        onChange={(on) => onChange?.(on)}
      />
      <MethodSteps method={method} />
      {example && <PromptPreview method={method} example={example} context={context} />}
    </div>
  )
}

/** The method of the plan whose answers others are told. */
function sourceOf({ source, methods }: PlanDraft): Method | undefined {
  return source?.kind === 'method' ? methods.find(({ id }) => id === source.method) : undefined
}
