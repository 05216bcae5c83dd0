import { type ReactElement, useEffect, useRef, useState } from 'react'
import type { Reading } from '../../domain/prediction.ts'
import { type AddressOf, navigate } from '../../state/address.ts'
import { useAvailableModels } from '../../state/models/availableModels.ts'
import { usePlannable } from '../../state/data/datasets.ts'
import { useLanguage } from '../../state/language.ts'
import { planFileName } from '../../state/results/exportName.ts'
import { choiceKeys, type EvidenceKind, type EvidenceQuestion } from '../../state/results/evidence/evidenceService.ts'
import { useServices } from '../../state/services.ts'
import { EvidenceStopped, type PlannedRun, useEvidence, useEvidenceProgress, useRunVersions } from '../../state/results/evidence/useEvidence.ts'
import type { RunKey } from '../../state/results/metricsService.ts'
import { nextPlan } from '../../state/results/nextPlan.ts'
import type { RunSelection } from '../../state/results/runSelection.ts'
import { evidenceMessages } from '../messages/evidence.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button, LinkButton } from '../parts/Button.tsx'
import { Failure } from '../parts/Failure.tsx'
import { Select } from '../parts/Field.tsx'
import { Notice } from '../parts/Notice.tsx'
import { formatShare } from '../parts/numbers.ts'
import { Progress } from '../parts/Progress.tsx'
import { EvidenceTable } from './EvidenceTable.tsx'

interface EvidenceViewProps {
  readonly kind: EvidenceKind
  readonly address: AddressOf<'results'>
  readonly selection: RunSelection
  /** The run that is looked at first. */
  readonly runs: readonly PlannedRun[]
  readonly devRuns?: readonly PlannedRun[]
  /** The same run under each of these, where not its plan's own alone. */
  readonly readings?: readonly Reading[]
}

/** One evidence screen: what can be chosen on it, what must be known, and its tables. Nothing of it is computed on this thread. */
export function EvidenceView(props: EvidenceViewProps): ReactElement {
  const messages = useMessages(evidenceMessages)
  const versions = useRunVersions([...props.runs, ...(props.devRuns ?? [])].map(({ run }) => run.id))
  if (versions === null) return <p className="muted">{messages.computing}</p>
  return <Answered {...props} versions={versions} />
}

function Answered({ kind, address, selection, runs, devRuns = [], readings, versions }: EvidenceViewProps & { readonly versions: NonNullable<ReturnType<typeof useRunVersions>> }): ReactElement {
  const language = useLanguage()
  const messages = useMessages(evidenceMessages)
  const { siteUrl } = useServices()
  const keyOf = ({ plan, run, reading: own }: PlannedRun, reading: Reading = own ?? (plan.id === selection.plan.id ? selection.reading : plan.reading)): RunKey => ({ plan: plan.id, run: run.id, reading, version: versions.get(run.id)?.version ?? '' })
  const question: EvidenceQuestion = {
    kind,
    field: selection.field,
    language,
    siteUrl,
    runs: readings ? runs.flatMap((run) => readings.map((reading) => keyOf(run, reading))) : runs.map((run) => keyOf(run)),
    ...(devRuns.length > 0 && { devRuns: devRuns.map((run) => keyOf(run)) }),
    choices: Object.fromEntries(choiceKeys.flatMap((key) => (address[key] === undefined ? [] : [[key, address[key]]]))),
  }
  const [attempt, setAttempt] = useState(0)
  const { value: screen, stale, error } = useEvidence(JSON.stringify([kind, selection.field, selection.plan.id]), question, attempt)
  if (error instanceof EvidenceStopped) return <Stopped onAgain={() => setAttempt(attempt + 1)} />
  if (error) return <Failure title={messages.failed} error={error} />
  if (!screen) return <Computing />
  return (
    <div className="section results__body" data-stale={stale || undefined} aria-busy={stale}>
      {stale && <Computing />}
      {screen.choices.length > 0 && (
        <div className="evidence__choices">
          {screen.choices.map(({ key, label, value, options }) => (
            <Select key={key} label={label} value={value} options={options} onChange={(chosen) => navigate({ ...address, [key]: chosen === '' ? undefined : chosen })} />
          ))}
        </div>
      )}
      {screen.notices.length > 0 && (
        <Notice actions={<ToNextPlan kind={kind} selection={selection} runs={runs} empty={screen.sections.length === 0} />}>
          {screen.notices.map((notice) => <p key={notice}>{notice}</p>)}
        </Notice>
      )}
      {screen.sections.map((section) => <EvidenceTable key={section.id} address={address} section={section} file={planFileName(selection.plan)} />)}
    </div>
  )
}

/** What was stopped, and going on. The button that stopped it is gone: who used it by key finds the focus here. */
function Stopped({ onAgain }: { readonly onAgain: () => void }): ReactElement {
  const messages = useMessages(evidenceMessages)
  const again = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) again.current?.focus()
  }, [])
  return <Notice title={messages.stopped} actions={<Button ref={again} small onClick={onAgain}>{messages.again}</Button>}>{messages.stoppedText}</Notice>
}

/** How far it is, and how to stop it: large data take many seconds. */
function Computing(): ReactElement {
  const language = useLanguage()
  const messages = useMessages(evidenceMessages)
  const { progress, stop } = useEvidenceProgress()
  return (
    <div aria-busy="true">
      <Progress label={messages.computing} share={progress?.share ?? null} detail={progress && `${messages.steps[progress.what]} ${formatShare(progress.share, language, 0)}`}>
        <Button small onClick={stop}>{messages.stop}</Button>
      </Progress>
    </div>
  )
}

interface ToNextPlanProps extends Pick<EvidenceViewProps, 'kind' | 'selection' | 'runs'> {
  /** The screen has no table at all. */
  readonly empty: boolean
}

/** From a screen that lacks runs to the plan that would give it them, so that nobody has to know which methods it takes. */
function ToNextPlan({ kind, selection, runs, empty }: ToNextPlanProps): ReactElement | null {
  const messages = useMessages(evidenceMessages)
  const models = useAvailableModels()
  const datasets = usePlannable()
  if (models.status !== 'ready' || datasets.status !== 'ready' || !datasets.value.some(({ id }) => id === selection.plan.dataset.id)) return null
  const next = nextPlan(kind, selection, models.value)
  const lacks = empty || (kind === 'ladder' && next?.methods?.some((id) => !runs.some(({ run }) => run.method.id === id)))
  return next && lacks ? <LinkButton small to={next}>{messages.toPlan}</LinkButton> : null
}
