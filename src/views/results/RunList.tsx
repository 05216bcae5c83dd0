import { type ReactElement, useMemo } from 'react'
import type { Plan, Run } from '../../domain/plan.ts'
import { formatAddress } from '../../state/address.ts'
import { type Language, useLanguage } from '../../state/language.ts'
import { usePlans } from '../../state/plan/plans.ts'
import { usePredictionCount } from '../../state/results/useResults.ts'
import { lastDraft } from '../../state/plan/keptDraft.ts'
import { datasetNames } from '../data/datasetNames.ts'
import { answersMessages } from '../messages/answers.ts'
import { resultsMessages } from '../messages/results.ts'
import { showsMessages } from '../messages/shows.ts'
import { useMessages } from '../messages/useMessages.ts'
import { LinkButton } from '../parts/Button.tsx'
import { DataTable } from '../parts/DataTable.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { Failure } from '../parts/Failure.tsx'
import { formatCount, formatMoment } from '../parts/numbers.ts'
import type { TableColumn } from '../parts/tableColumn.ts'
import { ImportRunFile } from './ImportRunFile.tsx'
import { PublishedList } from './PublishedList.tsx'

interface Row {
  readonly plan: Plan
  readonly run: Run
}

/** Every run of this browser, the newest plan first; a row leads to its results. */
export function RunList(): ReactElement {
  const language = useLanguage()
  const messages = useMessages(resultsMessages)
  const shows = useMessages(showsMessages)
  const answers = useMessages(answersMessages)
  const plans = usePlans()
  const rows = useMemo(
    () => (plans.status === 'ready' ? plans.value.flatMap(({ plan, runs }) => runs.map((run): Row => ({ plan, run }))) : []),
    [plans],
  )
  const columns = useMemo(() => {
    // one content is one dataset, however often it was taken in
    const named = (plan: Plan) => ({ ...plan.dataset, id: plan.dataset.hash, importedAt: 0 })
    const nameOf = datasetNames(rows.map(({ plan }) => named(plan)), language)
    return columnsOf(messages, answers.badge, language, (plan) => nameOf(named(plan)))
  }, [messages, answers, language, rows])
  return (
    <div className="screen run-list">
      <div className="screen__head">
        <h1>{messages.title}</h1>
        <div className="row">
          <LinkButton to={{ screen: 'answers' }}>{answers.title}</LinkButton>
          <ImportRunFile />
        </div>
      </div>
      <p className="muted prose">{shows.results}</p>
      {plans.status === 'failed' && <Failure title={messages.failed} error={plans.error} />}
      {plans.status === 'loading' && <p className="muted">{messages.loading}</p>}
      {plans.status === 'ready' && rows.length === 0 && (
        <EmptyState title={messages.none} actions={<LinkButton kind="primary" to={lastDraft()}>{messages.toPlan}</LinkButton>}>{messages.noneText}</EmptyState>
      )}
      {rows.length > 0 && (
        <DataTable
          columns={columns}
          rows={rows}
          keyOf={({ plan, run }) => `${plan.id} ${run.id}`}
          caption={messages.listCaption}
          hrefOf={({ plan, run }) => formatAddress({ screen: 'results', plan: plan.id, run: run.id })}
        />
      )}
      <PublishedList />
    </div>
  )
}

function columnsOf(messages: (typeof resultsMessages)['zh'], elsewhere: string, language: Language, datasetOf: (plan: Plan) => string): readonly TableColumn<Row>[] {
  return [
    { id: 'dataset', header: messages.dataset, value: ({ plan }) => datasetOf(plan) },
    { id: 'model', header: messages.model, value: ({ run }) => run.model.ref.id, render: ({ run: { model: { ref } } }) => <>{ref.id}{ref.origin === 'imported' && <> <span className="badge">{elsewhere}</span></>}</> },
    { id: 'method', header: messages.method, value: ({ run }) => run.method.name[language] },
    {
      id: 'progress',
      header: messages.progress,
      align: 'end',
      value: ({ plan }) => plan.sampleIds.length,
      render: ({ plan, run }) => <Count plan={plan} run={run} />,
    },
    {
      id: 'created',
      header: messages.created,
      align: 'end',
      value: ({ plan }) => formatMoment(plan.createdAt, language),
      order: ({ plan }) => plan.createdAt,
    },
  ]
}

function Count({ plan, run }: Row): ReactElement {
  const language = useLanguage()
  const messages = useMessages(resultsMessages)
  const { value } = usePredictionCount(run.id)
  const all = plan.sampleIds.length
  // another plan may hold the same run over more samples
  const done = value && Math.min(value.done + value.failed, all)
  return (
    <span className="run-count">
      {done === undefined ? '…' : messages.ofSamples(formatCount(done, language), formatCount(all, language))}
      {value && value.failed > 0 && <span className="muted"> · {messages.failedSamples(formatCount(value.failed, language))}</span>}
    </span>
  )
}
