import { type ReactElement, useState } from 'react'
import { scoredFields } from '../../domain/method.ts'
import { sameLabels } from '../../domain/scheme.ts'
import { leaningReadings } from '../../state/results/evidence/leaningReadings.ts'
import { type AddressOf, navigate } from '../../state/address.ts'
import { useDatasets } from '../../state/data/datasets.ts'
import { useLanguage } from '../../state/language.ts'
import { devChoices, isSameDataset } from '../../state/results/devChoice.ts'
import { CROSS_FITTED } from '../../state/results/overlapChoice.ts'
import type { PlannedRun } from '../../state/results/evidence/useEvidence.ts'
import { runCandidates } from '../../state/results/runCandidates.ts'
import type { RunSelection } from '../../state/results/runSelection.ts'
import { usePlansBeside } from '../../state/results/usePublished.ts'
import { datasetNames } from '../data/datasetNames.ts'
import { evidenceMessages } from '../messages/evidence.ts'
import { resultsMessages } from '../messages/results.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Checkbox, Select } from '../parts/Field.tsx'
import { Notice } from '../parts/Notice.tsx'
import { formatCount } from '../parts/numbers.ts'
import { runName } from '../parts/runName.ts'
import { EvidenceView } from './EvidenceView.tsx'
import { FieldTabs } from './FieldTabs.tsx'

/** The parts of the results that are evidence screens; those of one run first. */
export const ownViews = ['stances', 'leaning', 'slices', 'chain', 'overlap'] as const
export const setViews = ['gains', 'ladder', 'shams', 'spread', 'agreement'] as const
export type EvidenceViewName = (typeof ownViews)[number] | (typeof setViews)[number]

/** Screens that are about one field at a time. */
const perField: ReadonlySet<EvidenceViewName> = new Set(['stances', 'leaning', 'slices', 'overlap', 'agreement'])
const withBaselines: ReadonlySet<EvidenceViewName> = new Set(['stances', 'slices', 'overlap', 'gains', 'ladder', 'shams'])

interface SetViewsProps {
  readonly view: EvidenceViewName
  readonly address: AddressOf<'results'>
  readonly selection: RunSelection
}

/** An evidence screen with what it is made from: the field, the runs, and where baselines are fitted. */
export function SetViews({ view, address, selection }: SetViewsProps): ReactElement | null {
  const results = useMessages(resultsMessages)
  const plans = usePlansBeside(selection)
  const datasets = useDatasets()
  if (plans.status !== 'ready') return null
  const { plan, run } = selection
  const together = plans.value.filter((other) => other.plan.dataset.hash === plan.dataset.hash && sameLabels(other.plan.scheme, plan.scheme))
  const candidates = runCandidates(plan.id, together)
  const chosen = address.runs.length > 0 ? candidates.filter(({ run: { id } }) => address.runs.some((part) => id.startsWith(part))) : candidates.filter(({ plan: of }) => of.id === plan.id)
  const lost = address.runs.filter((part) => !candidates.some(({ run: { id } }) => id.startsWith(part)))
  const own = ownViews.some((name) => name === view)
  const first: PlannedRun = { plan, run }
  const runs = view === 'chain' || !own ? [first, ...chosen.filter((one) => one.run.id !== run.id)] : [first]
  const named = datasets.status === 'ready' && address.dev !== undefined ? devChoices(plan, datasets.value, address.dev).taken : null
  const devRuns = named === null ? [] : plans.value.filter(({ plan: of }) => isSameDataset({ id: of.dataset.id, hash: of.dataset.hash }, named) && sameLabels(of.scheme, plan.scheme) && (of.dataset.hash !== plan.dataset.hash || of.drawn?.role === 'dev')).flatMap(({ plan: of, runs: those }) => those.map((one): PlannedRun => ({ plan: of, run: one })))
  const readings = leaningReadings(plan, run, selection.reading)
  return (
    <>
      {perField.has(view) && <FieldTabs address={address} scheme={plan.scheme} fields={scoredFields(plan.scheme, run.method)} current={selection.field} />}
      <div className="evidence__choices">
        {(view === 'chain' || !own) && <RunChoice address={address} plan={plan.id} candidates={candidates} chosen={runs} first={run.id} />}
        {withBaselines.has(view) && <DevChoice address={address} selection={selection} />}
      </div>
      {lost.length > 0 && <Notice kind="warning" title={results.unknownOther(lost.map((part) => part.slice(0, 12)).join(', '))}>{results.unknownOtherText}</Notice>}
      <EvidenceView key={view} kind={view} address={address} selection={selection} runs={runs} devRuns={view === 'gains' ? devRuns : []} {...(view === 'leaning' && { readings })} />
    </>
  )
}

interface RunChoiceProps {
  readonly address: AddressOf<'results'>
  readonly plan: string
  readonly candidates: readonly PlannedRun[]
  readonly chosen: readonly PlannedRun[]
  readonly first: string
}

/** Baselines without a model beside the run that is looked at, and beside the one that it is compared with. */
export function BaselinesBeside({ address, selection, second }: Pick<SetViewsProps, 'address' | 'selection'> & { readonly second?: PlannedRun }): ReactElement {
  const { plan, run } = selection
  return (
    <div className="section">
      <div className="evidence__choices"><DevChoice address={address} selection={selection} /></div>
      <EvidenceView kind="baselines" address={address} selection={selection} runs={second ? [{ plan, run }, second] : [{ plan, run }]} />
    </div>
  )
}

/** Which runs are set side by side; the one that is looked at always is. */
function RunChoice({ address, plan, candidates, chosen, first }: RunChoiceProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(evidenceMessages)
  const taken = new Set(chosen.map(({ run }) => run.id))
  const [alone] = useState(taken.size === 1 && candidates.length > 1)
  const choose = (id: string, wanted: boolean): void => {
    const ids = candidates.map(({ run }) => run.id).filter((each) => (each === id ? wanted : taken.has(each)))
    navigate({ ...address, runs: ids.map((each) => each.slice(0, 12)) })
  }
  return (
    // where the plan has but this run, the others are what the screen is about
    <details className="evidence__runs" open={alone || undefined}>
      <summary>{messages.runs}: {messages.chosenRuns(formatCount(taken.size, language), formatCount(candidates.length, language))}</summary>
      <p className="muted small">{messages.runsHint}</p>
      {candidates.map(({ plan: of, run }) => (
        <Checkbox
          key={run.id}
          label={`${runName(run, language)}${of.id === plan ? '' : ` (${messages.otherPlan(of.id.slice(0, 8))})`}`}
          checked={taken.has(run.id)}
          disabled={run.id === first}
          onChange={(wanted) => choose(run.id, wanted)}
        />
      ))}
    </details>
  )
}

/** Where baselines learn: by cross-fitting, or on another data set. */
export function DevChoice({ address, selection }: { readonly address: AddressOf<'results'>; readonly selection: RunSelection }): ReactElement | null {
  const language = useLanguage()
  const messages = useMessages(evidenceMessages)
  const datasets = useDatasets()
  if (datasets.status !== 'ready') return null
  const { own, others, taken, preset, unknown } = devChoices(selection.plan, datasets.value, address.dev)
  if (others.length === 0 && !own && !unknown) return null
  const nameOf = datasetNames(datasets.value, language)
  return (
    <Select
      label={messages.dev}
      hint={unknown ? <span className="warning-text">{messages.unknownDev}</span> : undefined}
      value={taken?.id ?? CROSS_FITTED}
      options={[
        ...(own ? [{ value: own.id, label: messages.ownDev(nameOf(own)) }] : []),
        { value: CROSS_FITTED, label: messages.crossFitted },
        ...others.map((other) => ({ value: other.id, label: other.roles ? messages.ownDev(nameOf(other)) : nameOf(other) })),
      ]}
      onChange={(dev) => navigate({ ...address, dev: dev === (preset?.id ?? CROSS_FITTED) ? undefined : dev })}
    />
  )
}
