import type { ReactElement } from 'react'
import { type Field } from '../../domain/scheme.ts'
import type { AddressOf } from '../../state/address.ts'
import { chosenByAnswer, type RunFilter } from '../../state/results/runFilter.ts'
import { unfiltered } from '../../state/results/runSelection.ts'
import { samplesMessages } from '../messages/samples.ts'
import { useMessages } from '../messages/useMessages.ts'
import { LinkButton } from '../parts/Button.tsx'
import { Notice } from '../parts/Notice.tsx'
import { formatCount } from '../parts/numbers.ts'
import { filterText, type FilterVoice } from './filterText.ts'

interface FilterNoticeProps {
  readonly address: AddressOf<'results'>
  readonly filter: RunFilter
  readonly field: Field
  readonly voice: FilterVoice
  /** How many pass, of how many. */
  readonly samples: number
  readonly all: number
}

/** That figures are over a part only, and what that does to them. */
export function FilterNotice({ address, filter, field, voice, samples, all }: FilterNoticeProps): ReactElement {
  const messages = useMessages(samplesMessages)
  const { language } = voice
  const byAnswer = chosenByAnswer(filter)
  return (
    <Notice
      kind={byAnswer || filter.gold !== undefined ? 'warning' : 'info'}
      title={messages.filteredTitle(formatCount(samples, language), formatCount(all, language), filterText(filter, field, voice))}
      actions={<LinkButton small to={unfiltered(address)}>{messages.clear}</LinkButton>}
    >
      {byAnswer ? messages.filteredByAnswer : filter.gold === undefined ? messages.filteredPlain : messages.filteredByGold}
    </Notice>
  )
}
