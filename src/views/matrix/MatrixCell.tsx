import type { CSSProperties, KeyboardEvent, ReactElement } from 'react'
import { type Language, useLanguage } from '../../state/language.ts'
import { matrixMessages } from '../messages/matrix.ts'
import { useMessages } from '../messages/useMessages.ts'
import { formatCount, formatShare } from '../parts/numbers.ts'
import { softHyphens } from './softHyphens.ts'
import type { MeasuredCell, StanceCell } from './StanceMatrix.tsx'

export interface CellPlace {
  readonly row: number
  readonly column: number
}

interface MatrixCellProps {
  readonly place: CellPlace
  /** Which of the three depths and hues it has. */
  readonly tone: CellPlace
  readonly name: string
  readonly cell: StanceCell
  /** The matrix's largest share: the longest bar. */
  readonly largest: number
  readonly href: string | undefined
  readonly onChoose: (() => void) | undefined
  readonly selected: boolean
  readonly winner: boolean
  readonly tabStop: boolean
  readonly onFocus: (place: CellPlace) => void
  readonly onKeyDown: (event: KeyboardEvent, place: CellPlace) => void
}

/** One cell: a link, a button, or plain where it leads nowhere. */
export function MatrixCell(props: MatrixCellProps): ReactElement {
  const { place, tone, name, cell, largest, href, onChoose, selected, winner, tabStop, onFocus, onKeyDown } = props
  const language = useLanguage()
  const messages = useMessages(matrixMessages)
  const measured = 'note' in cell ? null : cell
  const style: CSSProperties & Record<`--${string}`, string | number> = {
    '--cell': `var(--stance-${tone.row}-${tone.column})`,
    '--mark': `var(--meant-${tone.column})`,
    '--length': measured && largest > 0 ? measured.share / largest : 0,
    '--confidence': measured?.confidence ?? 0,
  }
  const spoken = [
    ...(measured === null ? [name] : spokenNumbers(name, measured, language, messages)),
    ...(winner ? [messages.winner] : []),
  ].join(language === 'zh' ? '；' : '; ')
  const inside = (
    <>
      <span className="matrix__name" aria-hidden="true">{softHyphens(name)}</span>
      {measured === null ? (
        <span className="matrix__note">{'note' in cell ? cell.note : null}</span>
      ) : (
        <>
          <span className="matrix__numbers" aria-hidden="true">
            {measured.count !== undefined && <span className="matrix__count">{formatCount(measured.count, language)}</span>}
            <span className="matrix__share">{formatShare(measured.share, language)}</span>
          </span>
          <span className="matrix__bar" aria-hidden="true" />
        </>
      )}
      <span className="visually-hidden">{spoken}</span>
    </>
  )
  const shared = {
    className: 'matrix__cell',
    style,
    title: href !== undefined || onChoose ? spoken : undefined,
    'data-place': `${place.row}-${place.column}`,
    'data-winner': winner || undefined,
    'data-framed': measured?.confidence !== undefined || undefined,
  }
  const interactive = {
    tabIndex: tabStop ? 0 : -1,
    onFocus: () => onFocus(place),
    onKeyDown: (event: KeyboardEvent) => onKeyDown(event, place),
  }
  return (
    <td className="matrix__td" data-selected={selected || undefined}>
      {href !== undefined ? (
        <a {...shared} {...interactive} href={href} aria-current={selected || undefined}>{inside}</a>
      ) : onChoose ? (
        <button {...shared} {...interactive} type="button" onClick={onChoose} aria-pressed={selected}>{inside}</button>
      ) : (
        <div {...shared}>{inside}</div>
      )}
    </td>
  )
}

function spokenNumbers(name: string, { count, share, confidence }: MeasuredCell, language: Language, messages: typeof matrixMessages.zh): readonly string[] {
  const percent = formatShare(share, language)
  return [
    count === undefined ? messages.cellWithShare(name, percent) : messages.cellWithCount(name, formatCount(count, language), percent),
    ...(confidence === undefined ? [] : [messages.confidence(formatShare(confidence, language, 0))]),
  ]
}
