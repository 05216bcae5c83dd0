import type { ReactElement } from 'react'
import { metricNames } from '../../domain/plan.ts'
import { fieldOf } from '../../domain/scheme.ts'
import { type AddressOf, navigate } from '../../state/address.ts'
import { useLanguage } from '../../state/language.ts'
import { type PlanDraft, planScheme } from '../../state/planning.ts'
import { figuresMessages } from '../messages/figures.ts'
import { planMessages } from '../messages/plan.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Select } from '../parts/Field.tsx'

interface FigureChoiceProps {
  readonly address: AddressOf<'plan'>
  readonly draft: PlanDraft
}

/** The figure that is named beforehand, and how raw answers are read. */
export function FigureChoice({ address, draft }: FigureChoiceProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(planMessages)
  const { metrics } = useMessages(figuresMessages)
  const { field, metric } = draft.primaryMetric
  const change = (choice: Partial<AddressOf<'plan'>>): void => navigate({ ...address, dataset: draft.dataset.id, ...choice })
  return (
    <section className="panel section" aria-labelledby="plan-figures">
      <h2 id="plan-figures">{messages.figures}</h2>
      <div className="row row--end">
        <Select
          label={messages.primaryField}
          value={field}
          options={draft.fields.map((id) => ({ value: id, label: fieldOf(planScheme, id).name[language] }))}
          onChange={(next) => change({ metric: `${next}.${metric}` })}
        />
        <Select
          label={messages.primaryMetric}
          value={metric}
          options={metricNames.map((name) => ({ value: name, label: metrics[name] }))}
          onChange={(next) => change({ metric: `${field}.${next}` })}
        />
      </div>
      <p className="small muted">{messages.metricsHint}</p>
      <div className="row row--end">
        <Select
          label={messages.prior}
          value={draft.reading.prior}
          options={(['none', 'contentFree'] as const).map((value) => ({ value, label: messages.readings.prior[value] }))}
          onChange={(prior) => change({ prior })}
        />
        <Select
          label={messages.rule}
          value={draft.reading.rule}
          options={(['joint', 'path'] as const).map((value) => ({ value, label: messages.readings.rule[value] }))}
          onChange={(rule) => change({ rule })}
        />
      </div>
    </section>
  )
}
