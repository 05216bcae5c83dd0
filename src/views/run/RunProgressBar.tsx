import type { ReactElement } from 'react'
import type { Run } from '../../domain/plan.ts'
import type { LoadProgress } from '../../engine/engine.ts'
import type { RunProgress } from '../../run/runRequest.ts'
import type { Estimate } from '../../run/progress.ts'
import { useLanguage } from '../../state/language.ts'
import type { RunStage } from '../../state/run/runProgress.ts'
import { runMessages } from '../messages/run.ts'
import { useMessages } from '../messages/useMessages.ts'
import { formatDuration } from '../parts/duration.ts'
import { formatBytes, formatCount } from '../parts/numbers.ts'
import { Progress } from '../parts/Progress.tsx'
import { runName } from '../parts/runName.ts'

interface RunProgressBarProps {
  readonly run: Run
  readonly stage: RunStage
  readonly progress: RunProgress | null
  readonly estimate: Estimate
  readonly loading: LoadProgress | null
  readonly total: number
}

/** What is being done, how far it is, how fast it goes and how long it will take. */
export function RunProgressBar({ run, stage, progress, estimate, loading, total }: RunProgressBarProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(runMessages)
  const name = runName(run, language)
  if (stage === 'loading') {
    const share = loading && loading.total > 0 ? loading.loaded / loading.total : null
    const detail = loading ? messages.loadingModel(loading.file ?? run.model.ref.id, formatBytes(loading.loaded), formatBytes(loading.total)) : undefined
    return <Progress label={`${name}: ${messages.stages.loading}`} share={share} detail={detail} />
  }
  const done = (progress?.done ?? 0) + (progress?.failed ?? 0)
  const parts = [
    messages.doneOf(formatCount(done, language), formatCount(total, language)),
    ...(estimate.kind === 'known' && stage !== 'paused' ? [messages.rate(rate(estimate.itemsPerMinute, language)), leftText(estimate, messages, language)] : []),
    ...(estimate.kind === 'measuring' && stage === 'asking' ? [messages.measuring] : []),
  ]
  return <Progress label={`${name}: ${messages.stages[stage]}`} share={total > 0 ? done / total : null} detail={parts.join(' · ')} />
}

/** A range as long as it is wide, else one time. */
function leftText(estimate: Extract<Estimate, { kind: 'known' }>, messages: (typeof runMessages)['zh'], language: 'zh' | 'en'): string {
  const low = formatDuration(estimate.leftAtLeast, language)
  const high = formatDuration(estimate.leftAtMost, language)
  const wide = estimate.leftAtMost - estimate.leftAtLeast > 0.3 * estimate.left && estimate.left > 60_000
  return wide && low !== high ? messages.leftRange(low, high) : messages.left(formatDuration(estimate.left, language))
}

function rate(itemsPerMinute: number, language: 'zh' | 'en'): string {
  return itemsPerMinute >= 10 ? formatCount(Math.round(itemsPerMinute), language) : itemsPerMinute.toFixed(1)
}
