import type { ReactElement } from 'react'
import type { MetricName } from '../../domain/plan.ts'
import { metricOf } from '../../metrics/classification.ts'
import type { FieldIntervals } from '../../state/results/metricsService.ts'
import type { FieldFigures } from '../../state/results/runFigures.ts'
import { useLanguage } from '../../state/language.ts'
import { figuresMessages } from '../messages/figures.ts'
import { useMessages } from '../messages/useMessages.ts'
import { formatCount, formatShare } from '../parts/numbers.ts'
import { Explained } from './Explained.tsx'
import { IntervalText } from './IntervalText.tsx'

interface MetricFigureProps {
  readonly metric: MetricName
  readonly figures: FieldFigures
  /** Undefined while they are being computed. */
  readonly intervals: FieldIntervals | undefined
  /** Without the answers that named no label. */
  readonly parsedOnly?: boolean
}

/** One figure with its interval; how it was made and from how many records on hover and focus. */
export function MetricFigure({ metric, figures, intervals, parsedOnly = false }: MetricFigureProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(figuresMessages)
  const scores = parsedOnly ? figures.parsed : figures.all
  const value = metricOf(scores, metric)
  if (value === undefined) return <Explained explanation={messages.undefined} className="figure">—</Explained>
  const interval = parsedOnly ? intervals?.parsed?.[metric] : intervals?.[metric]
  return (
    <span className="figure-cell" data-aside={parsedOnly || undefined}>
      <Explained
        className="figure"
        explanation={
          <>
            <span className="explanation__line">{messages.how[metric]}</span>
            {parsedOnly && <span className="explanation__line">{messages.parsedOnly}</span>}
            <span className="explanation__line">{messages.count(formatCount(scores.records, language))}</span>
            {scores.leftOut > 0 && <span className="explanation__line">{messages.leftOut(formatCount(scores.leftOut, language))}</span>}
            {interval && (
              <span className="explanation__line">
                {messages.intervalMade(formatShare(interval.level, language, 0), interval.method, formatCount(interval.units, language))}
              </span>
            )}
            {intervals && !interval && <span className="explanation__line">{messages.noInterval}</span>}
            {metric === 'macroF1' && !parsedOnly && <RareLabels figures={figures} intervals={intervals} />}
          </>
        }
      >
        {formatShare(value, language)}
      </Explained>
      <IntervalText interval={interval} pending={!intervals} />
    </span>
  )
}

/** What labels without or with little gold do to macro-F1. */
function RareLabels({ figures, intervals }: Pick<MetricFigureProps, 'figures' | 'intervals'>): ReactElement | null {
  const language = useLanguage()
  const messages = useMessages(figuresMessages)
  const { macroF1Ceiling: ceiling, supportedMacroF1: supported, supportedLabels, perClass } = figures.all
  const empty = perClass.filter(({ support }) => support === 0).length
  const interval = intervals?.supportedMacroF1
  const range = interval ? ` [${formatShare(interval.low, language)}, ${formatShare(interval.high, language)}]` : ''
  return (
    <>
      {empty > 0 && ceiling !== undefined && (
        <span className="explanation__line">{messages.ceiling(formatShare(ceiling, language), formatCount(empty, language))}</span>
      )}
      {supported !== undefined && supportedLabels.length < perClass.length && (
        <span className="explanation__line">
          {messages.supported(formatShare(supported, language), range, `${formatCount(supportedLabels.length, language)} / ${formatCount(perClass.length, language)}`)}
        </span>
      )}
    </>
  )
}
