import type { ReactElement } from 'react'
import type { Run } from '../../domain/plan.ts'
import { type AddressOf, navigate } from '../../state/address.ts'
import { useLanguage } from '../../state/language.ts'
import type { RunSelection } from '../../state/results/runSelection.ts'
import { answersMessages } from '../messages/answers.ts'
import { readingMessages, readingName } from '../messages/readings.ts'
import { publishedMessages } from '../messages/published.ts'
import { resultsMessages } from '../messages/results.ts'
import { rolesMessages } from '../messages/roles.ts'
import { useMessages } from '../messages/useMessages.ts'
import { LinkButton } from '../parts/Button.tsx'
import { Select } from '../parts/Field.tsx'
import { Link } from '../parts/Link.tsx'
import { Notice } from '../parts/Notice.tsx'
import { formatCount, formatMoment } from '../parts/numbers.ts'
import { runName } from '../parts/runName.ts'
import { ImportedNotice } from './ImportedNotice.tsx'

interface DashboardHeadProps {
  readonly address: AddressOf<'results'>
  readonly selection: RunSelection
  readonly runs: readonly Run[]
}

/** What the results are of: data, model, method, plan; and what must be known before any figure is read. */
export function DashboardHead({ address, selection, runs }: DashboardHeadProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(resultsMessages)
  const published = useMessages(publishedMessages)
  const readings = useMessages(readingMessages)
  const answers = useMessages(answersMessages)
  const roles = useMessages(rolesMessages)
  const { plan, run, reading } = selection
  return (
    <>
      <header className="results__head">
        <p className="small muted"><Link to={{ screen: 'results' }}>{messages.allResults}</Link> / {plan.dataset.name}</p>
        <div className="screen__head">
          <h1>{runName(run, language)}</h1>
          {runs.length > 1 && (
            <Select
              label={messages.run}
              labelHidden
              value={run.id}
              options={runs.map((other) => ({ value: other.id, label: runName(other, language) }))}
              onChange={(id) => navigate({ ...address, run: id, sample: undefined, against: address.against === id ? run.id : address.against })}
            />
          )}
        </div>
        <p className="small muted inline-facts">
          <span>{plan.dataset.name}, n = {plan.sampleIds.length < plan.dataset.samples ? messages.ofDataset(formatCount(plan.sampleIds.length, language), formatCount(plan.dataset.samples, language)) : formatCount(plan.sampleIds.length, language)}</span>
          {run.model.ref.origin === 'imported' ? <><span className="badge">{answers.badge}</span><span className="badge">{answers.exploratoryBadge}</span></> : <span>{run.model.ref.dtype} · {run.model.ref.device}</span>}
          {run.model.ref.origin !== 'imported' && <span>{readingName(reading, readings)}</span>}
          {plan.drawn && <span className="badge">{roles.roles[plan.drawn.role]}</span>}
          <span>{formatMoment(plan.createdAt, language)}</span>
          {selection.published && <span className="badge">{published.badge}</span>}
          {plan.dataset.demonstration && address.view !== 'overview' && <span className="badge">{messages.demonstration}</span>}
          <span className="mono" title={messages.planHashTitle(plan.id)}>{messages.planHash(plan.id.slice(0, 12))}</span>
        </p>
      </header>
      {plan.dataset.demonstration && address.view === 'overview' && <Notice kind="warning" title={messages.demonstration}>{messages.demonstrationText}</Notice>}
      {reading.prior === 'batch' && <Notice kind="warning" title={readings.transductive}>{readings.transductiveText}</Notice>}
      {plan.imported && address.view === 'overview' && <ImportedNotice plan={plan} files={plan.imported} />}
      {selection.exploratory && (
        <Notice
          kind="warning"
          title={messages.exploratory}
          actions={<LinkButton small to={{ ...address, prior: undefined, rule: undefined, later: undefined }}>{messages.planReading}</LinkButton>}
        >
          {messages.exploratoryText}
        </Notice>
      )}
    </>
  )
}
