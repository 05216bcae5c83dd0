import type { ReactElement } from 'react'
import { type AddressOf, navigate } from '../../state/address.ts'
import type { RunSelection } from '../../state/results/runSelection.ts'
import { resultsMessages } from '../messages/results.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Select } from '../parts/Field.tsx'

interface ReadingChoiceProps {
  readonly address: AddressOf<'results'>
  readonly selection: RunSelection
  /** The run has a prior that can be subtracted. */
  readonly hasPriors: boolean
}

/** Reads the same raw predictions in another way: it costs nothing, and is exploratory unless it is the plan's. */
export function ReadingChoice({ address, selection, hasPriors }: ReadingChoiceProps): ReactElement {
  const messages = useMessages(resultsMessages)
  const { plan, reading } = selection
  return (
    <section className="section" aria-labelledby="reading">
      <h2 id="reading">{messages.reading}</h2>
      <p className="muted small prose">{messages.readingText}</p>
      <div className="row">
        <Select
          label={messages.prior}
          labelHidden
          value={reading.prior}
          options={(['none', 'contentFree'] as const).map((value) => ({ value, label: messages.readings.prior[value], disabled: value === 'contentFree' && !hasPriors && reading.prior !== value }))}
          hint={hasPriors ? undefined : messages.noPriors}
          onChange={(prior) => navigate({ ...address, prior: prior === plan.reading.prior ? undefined : prior })}
        />
        <Select
          label={messages.rule}
          labelHidden
          value={reading.rule}
          options={(['joint', 'path'] as const).map((value) => ({ value, label: messages.readings.rule[value] }))}
          onChange={(rule) => navigate({ ...address, rule: rule === plan.reading.rule ? undefined : rule })}
        />
      </div>
    </section>
  )
}
