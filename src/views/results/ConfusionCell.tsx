import type { CSSProperties, KeyboardEvent, ReactElement } from 'react'
import { useLanguage } from '../../state/language.ts'
import { resultsMessages } from '../messages/results.ts'
import { useMessages } from '../messages/useMessages.ts'
import { formatCount, formatShare } from '../parts/numbers.ts'

interface ConfusionCellProps {
  /** `row-column`, by which the keyboard finds it. */
  readonly at: string
  readonly gold: string
  readonly answer: string
  readonly count: number
  /** Gold records in this row. */
  readonly support: number
  readonly diagonal: boolean
  /** One of the two columns of answers that named no label. */
  readonly missing: boolean
  readonly tabStop: boolean
  readonly href: string
  readonly onFocus: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** One cell of the confusion table: a link to its samples. */
export function ConfusionCell(props: ConfusionCellProps): ReactElement {
  const { at, gold, answer, count, support, diagonal, missing, tabStop, href, onFocus, onKeyDown } = props
  const language = useLanguage()
  const messages = useMessages(resultsMessages)
  const share = support > 0 ? count / support : 0
  const spoken = messages.cell(gold, answer, formatCount(count, language), formatShare(share, language))
  const style: CSSProperties & Record<`--${string}`, number> = { '--share': share }
  return (
    <td className="confusion__cell" style={style} data-diagonal={diagonal || undefined} data-missing={missing || undefined}>
      <a
        href={href}
        title={spoken}
        aria-label={spoken}
        tabIndex={tabStop ? 0 : -1}
        data-at={at}
        data-empty={count === 0 || undefined}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
      >
        {count === 0 ? '·' : formatCount(count, language)}
      </a>
    </td>
  )
}
