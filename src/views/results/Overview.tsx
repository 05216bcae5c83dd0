import type { ReactElement } from 'react'
import type { Plan } from '../../domain/plan.ts'
import type { FieldId } from '../../domain/scheme.ts'
import { stanceMatrix } from '../../domain/stanceMatrix.ts'
import type { FieldIntervals, RunFigures } from '../../metrics/figures.ts'
import { planFileName } from '../../state/results/exportName.ts'
import type { AddressOf } from '../../state/address.ts'
import { resultsMessages } from '../messages/results.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Notice } from '../parts/Notice.tsx'
import { HeadlineTable } from './HeadlineTable.tsx'
import { MatrixPanel } from './MatrixPanel.tsx'

interface OverviewProps {
  readonly address: AddressOf<'results'>
  readonly plan: Plan
  readonly figures: RunFigures
  readonly intervals: Readonly<Record<FieldId, FieldIntervals>> | undefined
  /** The samples were filtered by their answers: no figure is made of them. */
  readonly chosenByAnswer: boolean
}

/** The headline figures of all tasks, and the stance matrices. */
export function Overview({ address, plan, figures, intervals, chosenByAnswer }: OverviewProps): ReactElement {
  const messages = useMessages(resultsMessages)
  const matrix = stanceMatrix(plan.scheme)
  const stance = figures.fields.find(({ field }) => field === matrix?.stance.id)
  const scored = figures.fields.filter(({ all, byStatus }) => all.records + byStatus.notAsked > 0)
  return (
    <>
      {chosenByAnswer ? null : scored.length > 0 ? (
        <HeadlineTable plan={plan} fields={scored} intervals={intervals} />
      ) : (
        <Notice>{figures.answered + figures.failed === 0 ? messages.noFigures : messages.noGold}</Notice>
      )}
      {matrix && stance && <MatrixPanel address={address} matrix={matrix} figures={stance} file={`${planFileName(plan)}-matrix`} />}
    </>
  )
}
