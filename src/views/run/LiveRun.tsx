import type { ReactElement } from 'react'
import { scoredFields } from '../../domain/method.ts'
import type { Plan, Run } from '../../domain/plan.ts'
import { fieldOf } from '../../domain/scheme.ts'
import { stanceMatrix } from '../../domain/stanceMatrix.ts'
import { useLanguage } from '../../state/language.ts'
import type { RunKey } from '../../state/results/metricsService.ts'
import { useRunVersion } from '../../state/results/useResults.ts'
import { useRunFigures } from '../../state/results/useRunResults.ts'
import { StanceMatrix } from '../matrix/StanceMatrix.tsx'
import { matrixWords } from '../matrix/matrixWords.ts'
import { runMessages } from '../messages/run.ts'
import { useMessages } from '../messages/useMessages.ts'
import { formatCount } from '../parts/numbers.ts'
import { ChecksNotice } from '../results/ChecksNotice.tsx'
import { countedCells } from '../results/MatrixPanel.tsx'
import { FailedList } from './FailedList.tsx'
import { LatestAnswers } from './LatestAnswers.tsx'

interface LiveRunProps {
  readonly plan: Plan
  readonly run: Run
}

/** The matrices as they fill, the latest answers, and what failed: read from storage, so that any tab can watch. */
export function LiveRun({ plan, run }: LiveRunProps): ReactElement | null {
  const version = useRunVersion(run.id)
  if (version === null) return null
  return <Filling plan={plan} run={run} runKey={{ plan: plan.id, run: run.id, reading: plan.reading, version }} />
}

function Filling({ plan, run, runKey }: LiveRunProps & { readonly runKey: RunKey }): ReactElement | null {
  const language = useLanguage()
  const messages = useMessages(runMessages)
  const matrix = stanceMatrix(plan.scheme)
  const answered = scoredFields(plan.scheme, run.method)
  const field = matrix && answered.includes(matrix.stance.id) ? matrix.stance.id : (answered[0] ?? plan.primaryMetric.field)
  const { value: figures } = useRunFigures(runKey, { field })
  if (!figures) return null
  const stance = figures.fields.find((row) => row.field === matrix?.stance.id)
  const done = figures.answered + figures.failed
  const captionOf = (name: string, counts: readonly number[]): string => messages.matrixOf(name, formatCount(counts.reduce((sum, count) => sum + count, 0), language))
  return (
    <>
      <p className="small muted inline-facts">
        <span>{messages.answeredCount(formatCount(figures.answered, language))}</span>
        <span>{messages.failedCount(formatCount(figures.failed, language))}</span>
        <span>{messages.droppedCount(formatCount(figures.dropped, language))}</span>
      </p>
      <ChecksNotice checks={figures.checks} />
      <div className="live">
        {matrix && stance && done > 0 && (
          <section className="section" aria-labelledby="live-matrix">
            <h2 id="live-matrix">{figures.waiting > 0 ? messages.interim(matrixWords(matrix, language).title) : matrixWords(matrix, language).title}</h2>
            {figures.waiting > 0 && <p className="muted small">{messages.interimText(formatCount(done, language))}</p>}
            <div className="live__matrices">
              <StanceMatrix matrix={matrix} cells={countedCells(matrix, stance.gold)} caption={captionOf(messages.goldMatrix, stance.gold)} />
              <StanceMatrix matrix={matrix} cells={countedCells(matrix, stance.answers, stance.confidence)} caption={captionOf(messages.modelMatrix, stance.answers)} />
            </div>
          </section>
        )}
        <LatestAnswers plan={plan} run={run} runKey={runKey} field={fieldOf(plan.scheme, field)} done={done} />
      </div>
      {figures.failed > 0 && <FailedList plan={plan} run={run} runKey={runKey} field={field} failed={figures.failed} />}
    </>
  )
}
