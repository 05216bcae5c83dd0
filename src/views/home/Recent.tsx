import type { ReactElement } from 'react'
import type { Plan } from '../../domain/plan.ts'
import { useDatasets } from '../../state/data/datasets.ts'
import { type Language, useLanguage } from '../../state/language.ts'
import { usePlans } from '../../state/plan/plans.ts'
import { datasetNames } from '../data/datasetNames.ts'
import { homeMessages } from '../messages/home.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Failure } from '../parts/Failure.tsx'
import { Link } from '../parts/Link.tsx'
import { formatCount, formatMoment } from '../parts/numbers.ts'

const SHOWN = 5

/** The newest datasets and plans of this browser. Nothing at all where there never was one: the intro says what to do. */
export function Recent(): ReactElement | null {
  const datasets = useDatasets()
  const plans = usePlans()
  const language = useLanguage()
  const messages = useMessages(homeMessages)
  if (datasets.status === 'failed') return <Failure kind="warning" title={messages.storageClosed} error={datasets.error} />
  if (datasets.status !== 'ready' || plans.status !== 'ready') return null
  if (datasets.value.length === 0 && plans.value.length === 0) return null
  const nameOf = datasetNames(datasets.value, language)
  return (
    <div className="columns">
      <section className="section">
        <h2>{messages.recentData}</h2>
        {datasets.value.length === 0 && <p className="muted small">{messages.noData}</p>}
        <ul className="recent">
          {datasets.value.slice(0, SHOWN).map((dataset) => (
            <li key={dataset.id}>
              <Link to={{ screen: 'data', dataset: dataset.id }}>{nameOf(dataset)}</Link>
              {dataset.demonstration && <span className="badge">{messages.demonstration}</span>}
              <span className="recent__facts">{messages.samples(formatCount(dataset.samples, language))} · {formatMoment(dataset.importedAt, language)}</span>
            </li>
          ))}
        </ul>
      </section>
      <section className="section">
        <h2>{messages.recentPlans}</h2>
        {plans.value.length === 0 && <p className="muted small">{messages.noPlans}</p>}
        <ul className="recent">
          {plans.value.slice(0, SHOWN).map(({ plan }) => (
            <li key={plan.id}>
              <Link to={{ screen: 'results', plan: plan.id }}>{plan.dataset.name}</Link>
              {plan.dataset.demonstration && <span className="badge">{messages.demonstration}</span>}
              <span className="recent__facts">
                {messages.planSummary(
                  plan.models.map(({ ref }) => ref.id).join(', '),
                  methodsOf(plan, language, messages),
                )}
                {' · '}
                {messages.samples(formatCount(plan.sampleIds.length, language))} · {formatMoment(plan.createdAt, language)}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

/** Methods that are named; of more, how many: a plan with controls has a dozen. */
const NAMED = 3

function methodsOf({ methods }: Plan, language: Language, messages: (typeof homeMessages)['zh']): string {
  const names = methods.map(({ name }) => name[language])
  const named = names.slice(0, names.length > NAMED + 1 ? NAMED : names.length).join(language === 'zh' ? '、' : ', ')
  return names.length > NAMED + 1 ? messages.andMore(named, formatCount(names.length - NAMED, language)) : named
}
