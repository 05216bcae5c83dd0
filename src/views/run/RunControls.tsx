import { Pause, Play, Square } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Plan, Run } from '../../domain/plan.ts'
import { type ActiveRunState, useActiveRun, useActiveRunState } from '../../state/run/activeRun.ts'
import { useLanguage } from '../../state/language.ts'
import { planLeft } from '../../state/plan/planLeft.ts'
import type { RunLeft } from '../../state/run/runLeft.ts'
import type { ElsewhereRun } from '../../state/run/runProgress.ts'
import { runMessages } from '../messages/run.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button, LinkButton } from '../parts/Button.tsx'
import { formatDuration } from '../parts/duration.ts'
import { Notice } from '../parts/Notice.tsx'
import { formatCount } from '../parts/numbers.ts'
import { RunEndNotice } from './RunEndNotice.tsx'
import { RunProgressBar } from './RunProgressBar.tsx'

interface RunControlsProps {
  readonly plan: Plan
  readonly runs: readonly Run[]
  readonly run: Run
  /** What is left to ask, by run; undefined while it is being counted. */
  readonly left: ReadonlyMap<string, RunLeft> | undefined
  readonly elsewhere: ElsewhereRun
}

/** How the run goes and what can be done about it. */
export function RunControls({ plan, runs, run, left: leftByRun, elsewhere }: RunControlsProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(runMessages)
  const active = useActiveRun()
  const state = useActiveRunState()
  const left = leftByRun && [...leftByRun.values()].reduce((sum, { samples }) => sum + samples, 0)
  const more = leftByRun !== undefined && [...leftByRun.values()].some((each) => each.more)
  const begun = left !== undefined && left < plan.sampleIds.length * runs.length
  const toResults = <LinkButton to={{ screen: 'results', plan: plan.id, run: run.id }}>{messages.results}</LinkButton>

  if (state.kind === 'active' && state.planId === plan.id) {
    const whole = leftByRun && planLeft({ id: run.id, estimate: state.estimate }, runs, leftByRun, (each) => active.paceOf(each))
    const engines = state.progress?.paces.length ?? 1
    return (
      <>
        <RunProgressBar run={run} stage={state.stage} progress={state.progress} estimate={state.estimate} loading={state.loading} total={plan.sampleIds.length} />
        <div className="row"><ActiveButtons state={state} />{toResults}</div>
        <p className="muted small inline-facts">
          {whole && (
            <span>
              {whole.untimed === 0
                ? messages.planLeft(formatDuration(whole.time, language))
                : messages.planLeftPartly(formatDuration(whole.time, language), formatCount(whole.untimed, language))}
            </span>
          )}
          {engines > 1 && <span>{messages.engines(formatCount(engines, language))}</span>}
          <span>{messages.leaveHint}</span>
        </p>
      </>
    )
  }
  if (elsewhere.running) {
    const announced = elsewhere.announced
    return (
      <>
        <Notice title={messages.elsewhere}>{messages.elsewhereText}</Notice>
        {announced && <RunProgressBar run={run} stage={announced.stage} progress={announced.progress} estimate={announced.estimate} loading={null} total={plan.sampleIds.length} />}
        <div className="row">{toResults}</div>
      </>
    )
  }
  return (
    <>
      {state.kind === 'idle' && state.last?.planId === plan.id && !(state.last.end === 'stopped' && state.last.problem === null) && <RunEndNotice end={state.last} />}
      {left !== undefined && (left > 0 || more) && (
        <>
          {begun && <Notice title={messages.interrupted}>{left > 0 ? messages.interruptedText(formatCount(left, language)) : messages.openText}</Notice>}
          <div className="row">
            <Button kind="primary" disabled={state.kind === 'active'} onClick={() => void active.start(plan, runs)}>
              <Play aria-hidden="true" />{begun ? messages.goOn : messages.start}
            </Button>
            {begun && toResults}
          </div>
        </>
      )}
      {left === 0 && !more && !(state.kind === 'idle' && state.last?.planId === plan.id) && (
        <p>{messages.alreadyAnswered(formatCount(plan.sampleIds.length * runs.length, language))}</p>
      )}
      {left === 0 && !more && <div className="row"><LinkButton kind="primary" to={{ screen: 'results', plan: plan.id, run: run.id }}>{messages.results}</LinkButton></div>}
      {state.kind === 'active' && (
        <Notice title={messages.busy} actions={<LinkButton small to={{ screen: 'run', plan: state.planId }}>{messages.toBusy}</LinkButton>} />
      )}
    </>
  )
}

function ActiveButtons({ state }: { readonly state: Extract<ActiveRunState, { kind: 'active' }> }): ReactElement {
  const messages = useMessages(runMessages)
  const active = useActiveRun()
  return (
    <>
      {state.stage === 'paused' ? (
        <Button kind="primary" onClick={() => active.resume()}><Play aria-hidden="true" />{messages.resume}</Button>
      ) : (
        <Button disabled={state.stage !== 'asking'} onClick={() => active.pause()}><Pause aria-hidden="true" />{messages.pause}</Button>
      )}
      <Button onClick={() => active.stop()}>
        <Square aria-hidden="true" />{state.stage === 'stopping' || state.stage === 'loading' ? messages.stopNow : messages.stop}
      </Button>
    </>
  )
}
