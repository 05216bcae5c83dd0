import type { ReactElement } from 'react'
import type { Plan, Run } from '../../domain/plan.ts'
import { useActiveRunState } from '../../state/run/activeRun.ts'
import { formatAddress } from '../../state/address.ts'
import { useLanguage } from '../../state/language.ts'
import { usePredictionCount } from '../../state/results/useResults.ts'
import { useRunElsewhere } from '../../state/run/runProgress.ts'
import { runMessages } from '../messages/run.ts'
import { useMessages } from '../messages/useMessages.ts'
import { formatCount } from '../parts/numbers.ts'
import { runName } from '../parts/runName.ts'

interface RunLineProps {
  readonly plan: Plan
  readonly run: Run
  /** The one shown in full beside. */
  readonly current: boolean
  /** Something is left to ask in it, samples or what the plan's reading needs beside. */
  readonly open?: boolean
}

/** One run of a plan: how far it is and whether it is going; a link to its results so far. */
export function RunLine({ plan, run, current, open = false }: RunLineProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(runMessages)
  const { value: count } = usePredictionCount(run.id)
  const active = useActiveRunState()
  const all = plan.sampleIds.length
  const done = Math.min(all, (count?.done ?? 0) + (count?.failed ?? 0))
  const here = active.kind === 'active' && active.runId === run.id
  const elsewhere = useRunElsewhere(run.id, here)
  const state = here ? (active.stage === 'paused' ? 'paused' : 'running') : elsewhere.value?.running ? 'elsewhere' : done >= all && !open ? 'finished' : done > 0 ? 'partly' : 'waiting'
  return (
    <li className="run-line" data-current={current || undefined}>
      <a href={formatAddress({ screen: 'results', plan: plan.id, run: run.id })}>{runName(run, language)}</a>
      <progress className="progress__bar" max={all} value={done} aria-label={messages.doneOf(formatCount(done, language), formatCount(all, language))} />
      <span className="small run-line__count">
        {messages.doneOf(formatCount(done, language), formatCount(all, language))}
        {count && count.failed > 0 && <span className="warning-text"> · {messages.failedCount(formatCount(count.failed, language))}</span>}
      </span>
      <span className="badge">{messages.states[state]}</span>
    </li>
  )
}
