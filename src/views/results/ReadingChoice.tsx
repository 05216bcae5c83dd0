import type { ReactElement } from 'react'
import { priorKinds } from '../../domain/prediction.ts'
import { type AddressOf, navigate } from '../../state/address.ts'
import { readingChoices } from '../../state/results/readingChoices.ts'
import type { RunSelection } from '../../state/results/runSelection.ts'
import { readingMessages } from '../messages/readings.ts'
import { resultsMessages } from '../messages/results.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Select } from '../parts/Field.tsx'

interface ReadingChoiceProps {
  readonly address: AddressOf<'results'>
  readonly selection: RunSelection
  /** The run has a content-free prior that can be subtracted. */
  readonly hasPriors: boolean
}

/** Reads the same raw predictions in another way: it costs nothing, and is exploratory unless it is the plan's. */
export function ReadingChoice({ address, selection, hasPriors }: ReadingChoiceProps): ReactElement {
  const messages = useMessages(resultsMessages)
  const readings = useMessages(readingMessages)
  const { plan, run, reading } = selection
  const can = readingChoices(plan, run, hasPriors)
  const later = reading.later ?? 'chosen'
  // an exploratory reading of a run that nothing changes can still be taken back
  if (!selection.exploratory && !can.rule && !can.later && !priorKinds.some((kind) => kind !== 'none' && can.priors[kind])) {
    return (
      <section className="section" aria-labelledby="reading">
        <h2 id="reading">{messages.reading}</h2>
        <p className="muted small prose">{readings.written}</p>
      </section>
    )
  }
  return (
    <section className="section" aria-labelledby="reading">
      <h2 id="reading">{messages.reading}</h2>
      <p className="muted small prose">{messages.readingText}</p>
      <div className="row reading-choice">
        <Select
          label={readings.priorLabel}
          value={reading.prior}
          options={priorKinds.filter((value) => value !== 'pool' || plan.pool).map((value) => ({ value, label: readings.prior[value], disabled: !can.priors[value] && reading.prior !== value }))}
          hint={hasPriors ? undefined : messages.noPriors}
          onChange={(prior) => navigate({ ...address, prior: prior === plan.reading.prior ? undefined : prior })}
        />
        <Select
          label={readings.ruleLabel}
          value={reading.rule}
          options={(['joint', 'path'] as const).map((value) => ({ value, label: readings.rule[value], disabled: !can.rule && value !== reading.rule && value !== plan.reading.rule }))}
          hint={can.rule ? undefined : readings.noRule}
          onChange={(rule) => navigate({ ...address, rule: rule === plan.reading.rule ? undefined : rule })}
        />
        <Select
          label={readings.laterLabel}
          value={later}
          options={(['chosen', 'marginal'] as const).map((value) => ({ value, label: readings.later[value], disabled: !can.later && value !== later && value !== (plan.reading.later ?? 'chosen') }))}
          hint={can.later ? undefined : readings.noLater}
          onChange={(next) => navigate({ ...address, later: next === (plan.reading.later ?? 'chosen') ? undefined : next })}
        />
      </div>
      <p className="muted small prose">{readings.priorText[reading.prior]} {readings.laterText[later]}</p>
    </section>
  )
}
