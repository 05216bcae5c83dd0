import type { ReactElement } from 'react'
import type { Dataset } from '../../domain/dataset.ts'
import { metricNames } from '../../domain/plan.ts'
import { priorKinds } from '../../domain/prediction.ts'
import { fieldOf } from '../../domain/scheme.ts'
import { type AddressOf, navigate } from '../../state/address.ts'
import { useLanguage } from '../../state/language.ts'
import type { PlanDraft } from '../../state/plan/planning.ts'
import { datasetNames } from '../data/datasetNames.ts'
import { figuresMessages } from '../messages/figures.ts'
import { planMessages } from '../messages/plan.ts'
import { readingMessages } from '../messages/readings.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Select } from '../parts/Field.tsx'
import { PrimaryWarning } from './PrimaryWarning.tsx'

interface FigureChoiceProps {
  readonly address: AddressOf<'plan'>
  readonly draft: PlanDraft
  /** What a prior's pool can be drawn from. */
  readonly datasets: readonly Dataset[]
}

/** The figure that is named beforehand, and how raw answers are read. */
export function FigureChoice({ address, draft, datasets }: FigureChoiceProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(planMessages)
  const readings = useMessages(readingMessages)
  const later = draft.reading.later ?? 'chosen'
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
          options={draft.fields.map((id) => ({ value: id, label: fieldOf(draft.scheme, id).name[language] }))}
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
      <PrimaryWarning address={address} draft={draft} />
      <div className="row row--end">
        <Select
          label={readings.priorLabel}
          value={draft.reading.prior}
          options={priorKinds.map((value) => ({ value, label: readings.prior[value] }))}
          onChange={(prior) => change({ prior })}
        />
        {draft.pool !== undefined && (
          <Select
            label={messages.poolFrom}
            value={draft.pool}
            options={datasets.map((each) => ({ value: each.id, label: datasetNames(datasets, language)(each) }))}
            onChange={(pool) => change({ pool })}
          />
        )}
        <Select
          label={readings.ruleLabel}
          value={draft.reading.rule}
          options={(['joint', 'path'] as const).map((value) => ({ value, label: readings.rule[value] }))}
          onChange={(rule) => change({ rule })}
        />
        <Select
          label={readings.laterLabel}
          value={later}
          options={(['chosen', 'marginal'] as const).map((value) => ({ value, label: readings.later[value] }))}
          onChange={(next) => change({ later: next })}
        />
      </div>
      <p className="small muted prose">{readings.priorText[draft.reading.prior]}{draft.pool !== undefined && ` ${messages.poolHint}`}</p>
      <p className="small muted prose">{readings.laterText[later]}</p>
    </section>
  )
}
