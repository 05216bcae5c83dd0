import type { ReactElement } from 'react'
import { listed } from '../../domain/listed.ts'
import type { MetricName } from '../../domain/plan.ts'
import { fieldOf, labelName } from '../../domain/scheme.ts'
import { type AddressOf, navigate } from '../../state/address.ts'
import { useLanguage } from '../../state/language.ts'
import type { PlanDraft } from '../../state/plan/planning.ts'
import { primaryDoubt, useAskedGold } from '../../state/plan/primaryGold.ts'
import { figuresMessages } from '../messages/figures.ts'
import { planPrimaryMessages } from '../messages/planPrimary.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button } from '../parts/Button.tsx'
import { Notice } from '../parts/Notice.tsx'
import { formatCount } from '../parts/numbers.ts'

interface PrimaryWarningProps {
  readonly address: AddressOf<'plan'>
  readonly draft: PlanDraft
}

/** Said while it can still be changed: the figure named beforehand cannot carry a conclusion over the samples to be asked, and which one can. */
export function PrimaryWarning({ address, draft }: PrimaryWarningProps): ReactElement | null {
  const language = useLanguage()
  const messages = useMessages(planPrimaryMessages)
  const name = useFigureName(draft)
  const { metrics } = useMessages(figuresMessages)
  const { value: gold } = useAskedGold(draft)
  const { field: id, metric } = draft.primaryMetric
  const field = fieldOf(draft.scheme, id)
  const doubt = gold && primaryDoubt(field, metric, gold)
  if (!doubt) return null
  const labels = doubt.rare.map(({ label, gold: count }) => messages.label(labelName(field, label, language), formatCount(count, language)))
  const change = (next: MetricName): void => navigate({ ...address, dataset: draft.dataset.id, metric: `${id}.${next}` })
  return (
    <Notice
      kind="warning"
      title={messages.title(name)}
      actions={doubt.instead.map((next) => <Button key={next} small onClick={() => change(next)}>{messages.instead(metrics[next])}</Button>)}
    >
      <p>{messages.why(formatCount(gold.samples, language), listed(labels, language))}</p>
      <p>{metric === 'supportedMacroF1' ? messages.supported : messages.list}</p>
    </Notice>
  )
}

/** The same in a line, beside the button that freezes. */
export function PrimaryRemark({ draft }: Pick<PrimaryWarningProps, 'draft'>): ReactElement | null {
  const messages = useMessages(planPrimaryMessages)
  const name = useFigureName(draft)
  const { value: gold } = useAskedGold(draft)
  const { field, metric } = draft.primaryMetric
  if (!gold || !primaryDoubt(fieldOf(draft.scheme, field), metric, gold)) return null
  return <p className="small warning-text">{messages.inSummary(name)}</p>
}

/** A draft's primary figure with its task. */
function useFigureName({ scheme, primaryMetric: { field, metric } }: PlanDraft): string {
  const language = useLanguage()
  const { metrics } = useMessages(figuresMessages)
  return `${fieldOf(scheme, field).name[language]} · ${metrics[metric]}`
}
