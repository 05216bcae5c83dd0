import type { ReactElement } from 'react'
import type { Plan, Run } from '../../domain/plan.ts'
import type { AddressOf } from '../../state/address.ts'
import { useLanguage } from '../../state/language.ts'
import { useLogLook } from '../../state/data/looks.ts'
import type { RunHeader, RunKey } from '../../state/results/metricsService.ts'
import { type RunSelection, runSelection } from '../../state/results/runSelection.ts'
import { knownAddress, unknownChoices, unknownRun } from '../../state/results/unknownChoices.ts'
import { useRunVersion } from '../../state/results/useResults.ts'
import { useRunHeader } from '../../state/results/useRunResults.ts'
import { resultsMessages } from '../messages/results.ts'
import { useMessages } from '../messages/useMessages.ts'
import { LinkButton } from '../parts/Button.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { Failure } from '../parts/Failure.tsx'
import { Notice } from '../parts/Notice.tsx'
import { formatCount } from '../parts/numbers.ts'
import { Tabs } from '../parts/Tabs.tsx'
import { DashboardHead } from './DashboardHead.tsx'
import { RunViews } from './RunViews.tsx'
import { ownViews, setViews, SetViews } from './SetViews.tsx'
import { UnknownNotice, UnknownRun } from './UnknownChoices.tsx'
import { UnreadableRun } from './UnreadableRun.tsx'

interface DashboardProps {
  readonly address: AddressOf<'results'>
  readonly plan: Plan
  readonly runs: readonly Run[]
  /** They lie in the site itself. */
  readonly published: boolean
}

const runViews = ['overview', 'stances', 'classes', 'confusion', 'charts', 'leaning', 'slices', 'chain', 'overlap', 'samples', 'parsing', 'export'] as const
const togetherViews = ['compare', ...setViews] as const

/** The results of one run: its head, its parts, and the part that is open. */
export function Dashboard({ address: wanted, plan, runs, published }: DashboardProps): ReactElement {
  const messages = useMessages(resultsMessages)
  const gone = unknownRun(wanted, runs)
  const unknown = unknownChoices(wanted, plan)
  const address = knownAddress(wanted, unknown)
  if (gone !== null) return <UnknownRun address={address} plan={plan} runs={runs} run={gone} />
  const selection = runSelection(address, plan, runs, published)
  if (!selection) return <div className="screen"><EmptyState title={messages.none} /></div>
  return (
    <div className="screen results">
      <DashboardHead address={address} selection={selection} runs={runs} />
      <div className="results__parts">
        {([[messages.parts, runViews], [messages.together, togetherViews]] as const).map(([label, views]) => (
          <Tabs key={label} label={label} current={address.view} tabs={views.filter((view) => view !== 'parsing' || selection.run.method.asking === 'free').map((view) => ({ id: view, label: messages.views[view], to: { ...address, view, sample: undefined } }))} />
        ))}
      </div>
      <UnknownNotice unknown={unknown} address={address} selection={selection} />
      <OpenedRun key={selection.run.id} address={address} selection={selection} />
    </div>
  )
}

interface OpenedRunProps {
  readonly address: AddressOf<'results'>
  readonly selection: RunSelection
}

/** Waits until it is known how far the run is: figures are asked for that state of it. */
function OpenedRun({ address, selection }: OpenedRunProps): ReactElement {
  const messages = useMessages(resultsMessages)
  const version = useRunVersion(selection.run.id)
  if (version === null) return <p className="muted">{messages.loading}</p>
  const key = { plan: selection.plan.id, run: selection.run.id, reading: selection.reading, version }
  return <ReadRun address={address} selection={selection} runKey={key} />
}

/** Waits for the worker to have read the run. */
function ReadRun({ address, selection, runKey }: OpenedRunProps & { readonly runKey: RunKey }): ReactElement {
  const messages = useMessages(resultsMessages)
  const { value: header, error } = useRunHeader(runKey)
  if (error) return <UnreadableRun selection={selection}><Failure title={messages.failed} error={error} /></UnreadableRun>
  if (header === undefined) return <p className="muted">{messages.loading}</p>
  if (header === null || !header.dataset) {
    return (
      <UnreadableRun selection={selection}>
        <Notice kind="warning" title={messages.datasetGone} actions={<LinkButton small to={{ screen: 'data' }}>{messages.dataset}</LinkButton>}>
          {messages.datasetGoneText}
        </Notice>
      </UnreadableRun>
    )
  }
  if (!header.readable) {
    return (
      <UnreadableRun selection={selection}>
        <Notice
          kind="warning"
          title={messages.unreadableTitle}
          actions={<LinkButton small to={{ ...address, prior: selection.plan.reading.prior === 'none' ? undefined : 'none' }}>{messages.withoutPrior}</LinkButton>}
        >
          {messages.unreadableText}
        </Notice>
      </UnreadableRun>
    )
  }
  return <ReadableRun address={address} selection={selection} runKey={runKey} header={header} />
}

/** A run's results, open: a look at them is logged. */
function ReadableRun({ address, selection, runKey, header }: OpenedRunProps & { readonly runKey: RunKey; readonly header: RunHeader }): ReactElement {
  const language = useLanguage()
  const messages = useMessages(resultsMessages)
  useLogLook(selection, address.view)
  const evidence = [...ownViews, ...setViews].find((view) => view === address.view)
  return (
    <>
      {header.missing > 0 && (
        <Notice kind="warning" title={messages.samplesGone(formatCount(header.missing, language), formatCount(selection.plan.sampleIds.length, language))}>
          {messages.samplesGoneText}
        </Notice>
      )}
      {evidence ? <SetViews view={evidence} address={address} selection={selection} /> : <RunViews address={address} selection={selection} runKey={runKey} header={header} />}
    </>
  )
}
