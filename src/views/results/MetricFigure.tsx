import type { ReactElement } from 'react'
import { canHaveInterval, type Classification, type FigureName, metricOf } from '../../metrics/classification.ts'
import type { FieldFigures, FieldIntervals } from '../../metrics/figures.ts'
import { type Language, useLanguage } from '../../state/language.ts'
import { figuresMessages } from '../messages/figures.ts'
import { useMessages } from '../messages/useMessages.ts'
import { formatCount, formatShare } from '../parts/numbers.ts'
import { Explained } from './Explained.tsx'
import { IntervalText } from './IntervalText.tsx'

interface MetricFigureProps {
  readonly metric: FigureName
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
  const withheld = !canHaveInterval(metric, scores.perClass.length, scores.supportedLabels)
  const empty = scores.perClass.filter(({ support }) => support === 0).length
  return (
    <span className="figure-cell" data-aside={parsedOnly || undefined}>
      <Explained
        className="figure"
        explanation={
          <>
            <span>{messages.how[metric]}</span>
            {parsedOnly && <span>{messages.parsedOnly}</span>}
            <span>{messages.count(formatCount(scores.records, language))}</span>
            {metric === 'supportedMacroF1' && <span>{labelsOf(scores, messages, language)}</span>}
            {scores.leftOut > 0 && <span>{messages.leftOut(formatCount(scores.leftOut, language))}</span>}
            {interval && (
              <span>
                {messages.intervalMade(formatShare(interval.level, language, 0), interval.method, formatCount(interval.units, language))}
              </span>
            )}
            {intervals && !interval && <span>{withheld ? messages.rareLabels : messages.noInterval}</span>}
            {metric === 'macroF1' && empty > 0 && scores.macroF1Ceiling !== undefined && (
              <span>{messages.ceiling(formatShare(scores.macroF1Ceiling, language), formatCount(empty, language))}</span>
            )}
          </>
        }
      >
        {formatShare(value, language)}
      </Explained>
      {metric === 'macroF1' && withheld && scores.macroF1Ceiling !== undefined && scores.macroF1Ceiling < 1 ? (
        <span className="interval">{messages.ceilingShort(formatShare(scores.macroF1Ceiling, language))}</span>
      ) : (
        <IntervalText interval={interval} pending={!intervals} />
      )}
    </span>
  )
}

/** `7 / 25 labels`. */
function labelsOf({ supportedLabels, perClass }: Classification, messages: (typeof figuresMessages)['zh'], language: Language): string {
  return messages.supportedOf(`${formatCount(supportedLabels.length, language)} / ${formatCount(perClass.length, language)}`)
}
