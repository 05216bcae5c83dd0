import type { ReactElement } from 'react'
import type { Interval } from '../../metrics/intervals.ts'
import { useLanguage } from '../../state/language.ts'
import { figuresMessages } from '../messages/figures.ts'
import { useMessages } from '../messages/useMessages.ts'

interface IntervalTextProps {
  readonly interval: Interval | undefined
  /** Still being computed: it keeps its place. */
  readonly pending: boolean
  /** Differences carry a sign. */
  readonly signed?: boolean
}

/** An interval as percentages: `43.1–57.9`. */
export function IntervalText({ interval, pending, signed = false }: IntervalTextProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(figuresMessages)
  if (pending) return <span className="interval" aria-label={messages.intervalPending}>…</span>
  if (!interval) return <span className="interval" title={messages.noInterval}>{messages.without}</span>
  const percent = (share: number): string =>
    (share * 100).toLocaleString(language === 'zh' ? 'zh-CN' : 'en-GB', {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
      signDisplay: signed ? 'exceptZero' : 'auto',
    })
  return <span className="interval">{signed ? `${percent(interval.low)} … ${percent(interval.high)}` : messages.interval(percent(interval.low), percent(interval.high))}</span>
}
