import { RotateCcw } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Plan, Run } from '../../domain/plan.ts'
import type { FieldId } from '../../domain/scheme.ts'
import { parseFailure } from '../../run/failure.ts'
import { useActiveRun, useActiveRunState } from '../../state/run/activeRun.ts'
import { formatAddress } from '../../state/address.ts'
import { useLanguage } from '../../state/language.ts'
import type { RunKey } from '../../state/results/metricsService.ts'
import { useSampleRows } from '../../state/results/useRunResults.ts'
import { failureSentence, runMessages } from '../messages/run.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button } from '../parts/Button.tsx'
import { HeadRow } from '../parts/HeadRow.tsx'
import { formatCount } from '../parts/numbers.ts'

interface FailedListProps {
  readonly plan: Plan
  readonly run: Run
  readonly runKey: RunKey
  readonly field: FieldId
  readonly failed: number
}

const LISTED = 100

/** What failed and why; each can be asked again alone. */
export function FailedList({ plan, run, runKey, field, failed }: FailedListProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(runMessages)
  const active = useActiveRun()
  const busy = useActiveRunState().kind === 'active'
  const { value } = useSampleRows(runKey, { field, state: 'failed' }, 0, LISTED)
  return (
    <section className="section" aria-labelledby="failures">
      <div className="screen__head">
        <h2 id="failures">{messages.failures(formatCount(failed, language))}</h2>
        <Button small disabled={busy} onClick={() => void active.start(plan, [run], 'failed')}>
          <RotateCcw aria-hidden="true" />{messages.retryAll}
        </Button>
      </div>
      <p className="muted small">{messages.failuresText}</p>
      <div className="table-scroll">
        <table className="table">
          <HeadRow columns={[messages.sample, messages.reason, <span key="retry" className="visually-hidden">{messages.retryOne}</span>]} />
          <tbody>
            {value?.rows.map((row) => (
              <tr key={row.id}>
                <td><a href={formatAddress({ screen: 'results', plan: plan.id, run: run.id, view: 'samples', sample: row.id })}><code>{row.id}</code></a></td>
                <td>{row.reason === null ? '–' : failureSentence(row.reason, language)}</td>
                <td data-align="end">
                  {mayGoOtherwise(row.reason) && (
                    <Button kind="quiet" small disabled={busy} aria-label={`${messages.retryOne}: ${row.id}`} onClick={() => void active.start(plan, [run], { only: row.id })}>
                      {messages.retryOne}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {failed > LISTED && <p className="muted small">{messages.more(formatCount(LISTED, language))}</p>}
    </section>
  )
}

/** A sentence that is too long for the model is so the next time, too. */
function mayGoOtherwise(reason: string | null): boolean {
  return reason === null || parseFailure(reason).code !== 'targetTooLong'
}
