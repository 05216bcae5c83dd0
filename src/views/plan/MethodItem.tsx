import type { ReactElement, ReactNode } from 'react'
import { givenFields, type Method } from '../../domain/method.ts'
import { useExampleSample } from '../../state/plan/exampleSample.ts'
import { useLanguage } from '../../state/language.ts'
import type { PlanDraft } from '../../state/plan/planning.ts'
import { planMessages } from '../messages/plan.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Checkbox } from '../parts/Field.tsx'
import { MethodSteps } from './MethodSteps.tsx'
import { PromptPreview } from './PromptPreview.tsx'

interface MethodItemProps {
  readonly method: Method
  readonly checked: boolean
  readonly draft: PlanDraft
  /** What it shows, in a plain sentence. */
  readonly remark?: string | undefined
  /** Why it cannot be unticked. */
  readonly fixed?: string | undefined
  /** What else can be done with it. */
  readonly action?: ReactNode
  /** Null: it follows from the model and cannot be changed. */
  readonly onChange: ((on: boolean) => void) | null
}

/** One method: its tick, its steps, its prompt. */
export function MethodItem({ method, checked, draft, remark, fixed, action, onChange }: MethodItemProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(planMessages)
  const first = useExampleSample(draft.dataset.id)
  const example = first.status === 'ready' ? first.value : null
  const source = checked && givenFields(method, 'run').length > 0 ? sourceOf(draft) : undefined
  const context = draft.models.some(({ model }) => model.kind === 'classifier' && model.readsContext)
  return (
    <div className="method" data-chosen={checked || undefined}>
      <Checkbox
        label={method.name[language]}
        hint={<>{remark ?? method.summary[language]} <span className="badge">{messages[method.asking]}</span>{source && <> {messages.toldBy(source.name[language])}</>}{fixed !== undefined && <> {fixed}</>}</>}
        checked={checked}
        disabled={onChange === null}
        onChange={(on) => onChange?.(on)}
      />
      {action && <div className="row">{action}</div>}
      <MethodSteps scheme={draft.scheme} method={method} />
      {example && <PromptPreview scheme={draft.scheme} method={method} example={example} context={context} />}
    </div>
  )
}

/** The method of the plan whose answers others are told. */
function sourceOf({ source, methods }: PlanDraft): Method | undefined {
  return source?.kind === 'method' ? methods.find(({ id }) => id === source.method) : undefined
}
