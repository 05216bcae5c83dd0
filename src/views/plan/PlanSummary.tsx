import { type ReactElement, useRef, useState } from 'react'
import { EngineError } from '../../engine/engine.ts'
import { cannotHave } from '../../run/freezePlan.ts'
import { useActiveRun, useActiveRunState } from '../../state/run/activeRun.ts'
import { navigate } from '../../state/address.ts'
import { useKnownPaces } from '../../state/plan/knownPace.ts'
import { useLanguage } from '../../state/language.ts'
import { useModelHolder, useModelState } from '../../state/models/loadedModel.ts'
import { useModelTrials, useTrialState } from '../../state/models/modelTrials.ts'
import { settleWay } from '../../state/models/settleWay.ts'
import { draftStanding } from '../../state/plan/draftStanding.ts'
import { freezeDraft, OutputsUnknown, type PlanDraft } from '../../state/plan/planning.ts'
import { PoolTooSmall } from '../../state/plan/planPool.ts'
import { NoShots, ShotsRefused } from '../../state/plan/planShots.ts'
import { usePlans } from '../../state/plan/plans.ts'
import { once } from '../../state/observables.ts'
import { useKept } from '../../state/useKept.ts'
import { planMessages } from '../messages/plan.ts'
import { planShotsMessages } from '../messages/planShots.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button, LinkButton } from '../parts/Button.tsx'
import { formatDuration } from '../parts/duration.ts'
import { Failure } from '../parts/Failure.tsx'
import { Notice } from '../parts/Notice.tsx'
import { formatCount } from '../parts/numbers.ts'
import { PrimaryRemark } from './PrimaryWarning.tsx'

interface PlanSummaryProps {
  readonly draft: PlanDraft
}

/** A problem is the problem of one draft: with another choice it is gone. */
type Freezing = 'no' | 'yes' | { readonly problem: unknown; readonly draft: string }

/** What the plan comes to, how long it will take, its hash, and the one thing to do: freeze it and run it. */
export function PlanSummary({ draft }: PlanSummaryProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(planMessages)
  const active = useActiveRun()
  const running = useActiveRunState()
  const holder = useModelHolder()
  const trials = useModelTrials()
  const [freezing, setFreezing] = useState<Freezing>('no')
  const without = draft.methods.find((method) => cannotHave(draft.reading.prior, method))
  const cancelling = useRef<AbortController>(null)

  async function freeze(): Promise<void> {
    const abort = new AbortController()
    cancelling.current = abort
    setFreezing('yes')
    try {
      const { plan, runs } = await freezeDraft({
        draft,
        holder,
        signal: abort.signal,
        settle: (choice, answers) => settleWay(choice, answers, holder, trials, abort.signal),
      })
      void active.start(plan, runs)
      navigate({ screen: 'run', plan: plan.id })
    } catch (problem) {
      // cancelled here, or on the model's own screen
      const cancelled = abort.signal.aborted || (problem instanceof EngineError && problem.code === 'cancelled')
      setFreezing(cancelled ? 'no' : { problem, draft: keyOf(draft) })
    }
  }

  return (
    <aside className="panel section plan__summary" aria-labelledby="plan-summary">
      <h2 id="plan-summary">{messages.summary}</h2>
      {draft.runs.length === 0 && <Notice kind="warning" title={messages.noRuns} />}
      {without && <Notice kind="warning" title={messages.priorImpossible(without.name[language])}>{messages.priorImpossibleText}</Notice>}
      <dl className="facts facts--stacked">
        <dt>{messages.runs}</dt>
        <dd>
          <ul className="plain-list">
            {draft.runs.map(({ model, method }) => (
              <li key={`${model.model.id} ${method.id}`}>{model.model.name[language]} · {method.name[language]}</li>
            ))}
          </ul>
        </dd>
        <dt>{messages.questions}</dt>
        <dd>{messages.questionsCount(formatCount(draft.limit, language), formatCount(draft.runs.length, language))}</dd>
        <dt>{messages.duration}</dt>
        <dd><Duration draft={draft} /></dd>
        <dt>{messages.hash}</dt>
        <dd><Standing draft={draft} /></dd>
      </dl>
      <PrimaryRemark draft={draft} />
      {typeof freezing === 'object' && freezing.draft === keyOf(draft) && <FreezeProblem problem={freezing.problem} />}
      {running.kind === 'active' ? (
        <Notice title={messages.busy} actions={<LinkButton small to={{ screen: 'run', plan: running.planId }}>{messages.toRun}</LinkButton>}>{messages.busyText}</Notice>
      ) : freezing === 'yes' ? (
        <FreezingNow onCancel={() => cancelling.current?.abort()} />
      ) : (
        <Button kind="primary" disabled={draft.runs.length === 0 || without !== undefined} onClick={() => void freeze()}>{messages.freeze}</Button>
      )}
    </aside>
  )
}

/** Honest: only a pace that was measured on this machine, and only for the runs that have one. */
function Duration({ draft }: PlanSummaryProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(planMessages)
  const plans = usePlans()
  const paces = useKnownPaces(draft.runs, plans.status === 'ready' ? plans.value : [])
  if (paces.status !== 'ready') return <>…</>
  const known = paces.value.flatMap(({ perSample }) => (perSample === null ? [] : [perSample * draft.limit]))
  if (known.length === 0) return <span className="muted">{messages.durationUnknown}</span>
  const time = formatDuration(known.reduce((sum, duration) => sum + duration, 0), language)
  return <>{known.length === paces.value.length ? messages.durationKnown(time) : messages.durationPartly(time)}</>
}

/** The plan's hash, and what of it is answered already. */
function Standing({ draft }: PlanSummaryProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(planMessages)
  const key = keyOf(draft)
  // while somebody types, no plan is worth hashing
  const standing = useKept(key, key, () => once(async (signal) => {
    await new Promise((resolve) => setTimeout(resolve, 250))
    return signal.aborted ? null : draftStanding(draft)
  }))
  // what keeps the plan from being frozen is said before anybody tries
  if (standing.error) return <FreezeProblem problem={standing.error} />
  if (standing.value === undefined) return <>…</>
  if (standing.value === null) return <span className="muted">{messages.hashLater}</span>
  const { hash, wanted, there, complete } = standing.value
  return (
    <>
      <code className="small">{hash}</code>
      {complete ? (
        <Notice title={messages.nothingLeft}>{messages.nothingLeftText(formatCount(wanted, language))}</Notice>
      ) : there > 0 && <p className="small muted">{messages.partThere(formatCount(there, language), formatCount(wanted, language))}</p>}
    </>
  )
}

/** Drafts of one key freeze to one plan. */
function keyOf(draft: PlanDraft): string {
  return JSON.stringify([
    draft.dataset.id, draft.role, draft.dataset.roles, draft.shots, draft.limit, draft.seed, draft.reading, draft.primaryMetric, draft.family, draft.pool,
    draft.runs.map(({ model, method }) => [model.model.id, model.dtype, model.device, method.id, method.steps, method.asking, method.labelForm, method.template, method.prompt]),
  ])
}

function FreezingNow({ onCancel }: { readonly onCancel: () => void }): ReactElement {
  const language = useLanguage()
  const messages = useMessages(planMessages)
  const state = useModelState()
  const trying = useTrialState().status === 'trying'
  return (
    <div className="row">
      <span className="muted small" role="status">
        {trying ? messages.trying : state.status === 'loading' ? messages.loadingModel(state.choice.model.name[language]) : messages.freezing}
      </span>
      <Button small onClick={onCancel}>{messages.cancel}</Button>
    </div>
  )
}

function FreezeProblem({ problem }: { readonly problem: unknown }): ReactElement {
  const language = useLanguage()
  const messages = useMessages(planMessages)
  const shots = useMessages(planShotsMessages)
  if (problem instanceof NoShots) return <Notice kind="error" title={messages.noShots}>{messages.noShotsText}</Notice>
  if (problem instanceof ShotsRefused) return <Notice kind="error" title={shots.refusedTitle}>{problem.refused.map(({ sampleId, why }) => shots.refused[why](sampleId)).join(language === 'zh' ? '；' : '; ')}</Notice>
  if (problem instanceof PoolTooSmall) return <Notice kind="error" title={messages.poolTooSmall(formatCount(problem.found, language))}>{messages.poolTooSmallText}</Notice>
  if (problem instanceof OutputsUnknown) {
    return <Notice kind="error" title={messages.outputsUnknown(problem.model)}>{messages.outputsUnknownText(problem.outputs.slice(0, 12).join(', '))}</Notice>
  }
  return <Failure title={messages.cannotFreeze} error={problem} />
}
