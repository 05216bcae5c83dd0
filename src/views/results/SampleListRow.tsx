import { Check, X } from 'lucide-react'
import type { ReactElement } from 'react'
import { type Field, labelName } from '../../domain/scheme.ts'
import type { Language } from '../../state/language.ts'
import type { SampleRow } from '../../state/results/metricsService.ts'
import { figuresMessages } from '../messages/figures.ts'
import type { OverlapKind } from '../../state/results/overlapChoice.ts'
import { sampleFiltersMessages } from '../messages/sampleFilters.ts'
import { samplesMessages } from '../messages/samples.ts'
import { useMessages } from '../messages/useMessages.ts'
import { formatShare } from '../parts/numbers.ts'

interface SampleListRowProps {
  readonly row: SampleRow
  readonly field: Field
  readonly language: Language
  readonly href: string
  readonly current: boolean
  /** Where the sample also stands; absent where that is not shown. */
  readonly overlap?: readonly OverlapKind[]
}

/** One sample: its sentence, gold, answer, and whether that is right. */
export function SampleListRow({ row, field, language, href, current, overlap }: SampleListRowProps): ReactElement {
  const messages = useMessages(samplesMessages)
  const { statuses } = useMessages(figuresMessages)
  const filters = useMessages(sampleFiltersMessages)
  const kinds = overlap?.map((kind) => filters.kinds[kind]).join(language === 'zh' ? '、' : ', ') ?? ''
  const name = (id: string): string => labelName(field, id, language)
  const said = [
    row.text === '' ? `${row.id}: ${messages.textNotHere}` : row.text,
    `${messages.gold}: ${row.gold === null ? '–' : name(row.gold)}`,
    `${messages.answer}: ${row.answer === null ? statuses[row.status] : name(row.answer)}`,
    ...(row.right === null ? [] : [row.right ? messages.right : messages.wrong]),
    ...(row.confidence === null ? [] : [`${messages.confidence}: ${formatShare(row.confidence, language, 0)}`]),
    ...(kinds === '' ? [] : [filters.alsoIn(kinds)]),
  ]
  return (
    // the columns have no headers that a link could point to: read out, each value says what it is
    <a className="sample-row" href={href} aria-current={current || undefined} aria-label={said.join('; ')}>
      <span className="sample-row__text">{row.text === '' ? <span className="muted">{row.id}: {messages.textNotHere}</span> : <span lang="zh-Hans">{row.text}</span>}</span>
      <span className="sample-row__label" title={row.gold === null ? undefined : name(row.gold)}>{row.gold === null ? '–' : name(row.gold)}</span>
      <span className="sample-row__label" data-missing={row.answer === null || undefined} title={row.answer === null ? statuses[row.status] : name(row.answer)}>
        {row.right !== null && (
          <span className="verdict" data-right={row.right || undefined} title={row.right ? messages.right : messages.wrong}>
            {row.right ? <Check aria-label={messages.right} /> : <X aria-label={messages.wrong} />}
          </span>
        )}
        {row.answer === null ? statuses[row.status] : name(row.answer)}
      </span>
      {overlap && <span className="sample-row__overlap" title={kinds === '' ? undefined : filters.alsoIn(kinds)}>{kinds === '' ? '–' : kinds}</span>}
      <span className="sample-row__confidence">{row.confidence === null ? '–' : formatShare(row.confidence, language, 0)}</span>
    </a>
  )
}
