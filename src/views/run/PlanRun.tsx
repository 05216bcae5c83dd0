import type { ReactElement } from 'react'
import type { Plan, Run } from '../../domain/plan.ts'
import { useActiveRunState } from '../../state/run/activeRun.ts'
import { useLanguage } from '../../state/language.ts'
import { useRunsLeft } from '../../state/results/useResults.ts'
import type { RunLeft } from '../../state/run/runLeft.ts'
import { useRunElsewhere } from '../../state/run/runProgress.ts'
import { runMessages } from '../messages/run.ts'
import { showsMessages } from '../messages/shows.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Notice } from '../parts/Notice.tsx'
import { formatCount } from '../parts/numbers.ts'
import { ScreenHead } from '../parts/ScreenHead.tsx'
import { BeingWritten } from './BeingWritten.tsx'
import { LiveRun } from './LiveRun.tsx'
import { RunControls } from './RunControls.tsx'
import { RunLine } from './RunLine.tsx'

interface PlanRunProps {
  readonly plan: Plan
  readonly runs: readonly Run[]
}

/** A plan's runs, the one that is going (or comes next) in full. */
export function PlanRun({ plan, runs }: PlanRunProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(runMessages)
  const shows = useMessages(showsMessages)
  const active = useActiveRunState()
  const { value: left } = useRunsLeft(plan, runs)
  const here = active.kind === 'active' && active.planId === plan.id ? active : null
  const unfinished = runs.find(({ id }) => isLeft(left?.get(id)))
  const current = runs.find(({ id }) => id === here?.runId) ?? unfinished ?? runs[0]
  if (!current) return <Notice kind="error" title={messages.failed} />
  return (
    <>
      <ScreenHead title={messages.title} shows={shows.run}>
        <p className="muted small inline-facts">
          <span>{plan.dataset.name}</span>
          <span>{messages.sampleCount(formatCount(plan.sampleIds.length, language))}</span>
          <span className="mono" title={plan.id}>{messages.planHash(plan.id.slice(0, 12))}</span>
          {plan.dataset.demonstration && <span className="badge">{messages.demonstration}</span>}
        </p>
      </ScreenHead>
      <Current key={current.id} plan={plan} runs={runs} run={current} here={here !== null} left={left} />
    </>
  )
}

function isLeft(left: RunLeft | undefined): boolean {
  return left !== undefined && (left.samples > 0 || left.more)
}

interface CurrentProps {
  readonly plan: Plan
  readonly runs: readonly Run[]
  readonly run: Run
  /** This tab is at it. */
  readonly here: boolean
  /** By run; undefined while it is being counted. */
  readonly left: ReadonlyMap<string, RunLeft> | undefined
}

function Current({ plan, runs, run, here, left }: CurrentProps): ReactElement {
  const messages = useMessages(runMessages)
  const active = useActiveRunState()
  const elsewhere = useRunElsewhere(run.id, here)
  return (
    <>
      <section className="panel section">
        <RunControls plan={plan} runs={runs} run={run} left={left} elsewhere={elsewhere.value ?? { running: false, announced: null }} />
        {runs.length > 1 && (
          <ul className="plain-list run-lines" aria-label={messages.runs}>
            {runs.map((each) => <RunLine key={each.id} plan={plan} run={each} current={each.id === run.id} open={isLeft(left?.get(each.id))} />)}
          </ul>
        )}
      </section>
      {active.kind === 'active' && active.runId === run.id && active.writing && <BeingWritten writing={active.writing} />}
      <LiveRun plan={plan} run={run} />
    </>
  )
}
