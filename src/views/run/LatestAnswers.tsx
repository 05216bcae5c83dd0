import type { ReactElement } from 'react'
import type { Plan, Run } from '../../domain/plan.ts'
import type { Field } from '../../domain/scheme.ts'
import { formatAddress } from '../../state/address.ts'
import { useLanguage } from '../../state/language.ts'
import type { RunKey } from '../../state/results/metricsService.ts'
import { useSampleRows } from '../../state/results/useRunResults.ts'
import { runMessages } from '../messages/run.ts'
import { samplesMessages } from '../messages/samples.ts'
import { useMessages } from '../messages/useMessages.ts'
import { SampleListRow } from '../results/SampleListRow.tsx'


interface LatestAnswersProps {
  readonly plan: Plan
  readonly run: Run
  readonly runKey: RunKey
  readonly field: Field
  /** Samples asked so far: in the plan's order, so the last ones stand right before it. */
  readonly done: number
}

const SHOWN = 8

/** The samples answered last, the newest first; each leads to all that is known of it. */
export function LatestAnswers({ plan, run, runKey, field, done }: LatestAnswersProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(runMessages)
  const heads = useMessages(samplesMessages)
  const { value } = useSampleRows(runKey, { field: field.id }, Math.max(0, done - SHOWN), done)
  const rows = [...(value?.rows ?? [])].reverse()
  return (
    <section className="section" aria-labelledby="latest">
      <h2 id="latest">{messages.latest}</h2>
      {rows.length === 0 ? (
        <p className="muted small">{messages.noneYet}</p>
      ) : (
        <div className="latest">
          {/* a row's link says of itself what each value is */}
          <div className="sample-list__head" aria-hidden="true">
            <span>{heads.text}</span>
            <span>{heads.gold}</span>
            <span>{heads.answer}</span>
            <span>{heads.confidence}</span>
          </div>
          <ul className="plain-list" aria-label={messages.latestCaption}>
            {rows.map((row) => (
              <li key={row.id}>
                <SampleListRow
                  row={row}
                  field={field}
                  language={language}
                  href={formatAddress({ screen: 'results', plan: plan.id, run: run.id, view: 'samples', sample: row.id })}
                  current={false}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
