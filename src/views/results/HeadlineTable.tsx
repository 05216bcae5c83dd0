import { Fragment, type ReactElement } from 'react'
import type { Plan } from '../../domain/plan.ts'
import { type FieldId, fieldOf } from '../../domain/scheme.ts'
import { figureNames } from '../../metrics/classification.ts'
import type { FieldFigures, FieldIntervals } from '../../metrics/figures.ts'
import { useLanguage } from '../../state/language.ts'
import { figuresMessages } from '../messages/figures.ts'
import { resultsMessages } from '../messages/results.ts'
import { useMessages } from '../messages/useMessages.ts'
import { HeadRow } from '../parts/HeadRow.tsx'
import { formatCount, formatShare } from '../parts/numbers.ts'
import { Explained } from './Explained.tsx'
import { MetricFigure } from './MetricFigure.tsx'

interface HeadlineTableProps {
  readonly plan: Plan
  readonly fields: readonly FieldFigures[]
  readonly intervals: Readonly<Record<FieldId, FieldIntervals>> | undefined
}

/** The benchmark's figures for each task, each with n and interval, the share that the reading leaves out, and the shares of answers that named no label. */
export function HeadlineTable({ plan, fields, intervals }: HeadlineTableProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(resultsMessages)
  const figures = useMessages(figuresMessages)
  const leavesOut = fields.some(({ byStatus }) => byStatus.notAsked > 0)
  return (
    // a scrolling box must be reachable by keyboard
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="table-scroll" tabIndex={0} role="region" aria-label={messages.headline}>
      <table className="table headline">
        <caption className="visually-hidden">{messages.headline}</caption>
        <HeadRow columns={[messages.task, 'n', ...(leavesOut ? [messages.notAskedShare] : []), ...figureNames.map((metric) => figures.metrics[metric]), messages.unparsedShare, messages.outShare, messages.failedShare]} numbersFrom={1} />
        <tbody>
          {fields.map((row) => (
            <Fragment key={row.field}>
              <tr>
                <th scope="row">{fieldOf(plan.scheme, row.field).name[language]}</th>
                <td data-align="end">{formatCount(row.all.records, language)}</td>
                {leavesOut && (
                  <ShareCell what={messages.notAskedShare} how={messages.notAskedHow} count={row.byStatus.notAsked} of={row.all.records + row.byStatus.notAsked} />
                )}
                {figureNames.map((metric) => {
                  const primary = plan.imported === undefined && row.field === plan.primaryMetric.field && metric === plan.primaryMetric.metric
                  return (
                    <td key={metric} data-align="end" data-primary={primary || undefined}>
                      {primary && <span className="badge headline__primary">{messages.primary}</span>}
                      <MetricFigure metric={metric} figures={row} intervals={intervals?.[row.field]} />
                    </td>
                  )
                })}
                <ShareCell what={messages.unparsedShare} how={messages.unparsedHow} count={row.byStatus.unparsed + row.byStatus.ambiguous + row.byStatus.truncated} of={row.all.records} />
                <ShareCell what={messages.outShare} how={messages.unparsedHow} count={row.byStatus.outOfScheme} of={row.all.records} />
                <ShareCell what={messages.failedShare} how={messages.failedHow} count={row.byStatus.failed} of={row.all.records + row.byStatus.failed} />
              </tr>
              {row.all.unparsed > 0 && (
                <tr className="headline__parsed">
                  <th scope="row">{messages.parsedOnly}</th>
                  <td data-align="end">{formatCount(row.parsed.records, language)}</td>
                  {leavesOut && <td />}
                  {figureNames.map((metric) => (
                    <td key={metric} data-align="end"><MetricFigure metric={metric} figures={row} intervals={intervals?.[row.field]} parsedOnly /></td>
                  ))}
                  <td colSpan={3} />
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface ShareCellProps {
  readonly what: string
  readonly how: string
  readonly count: number
  readonly of: number
}

function ShareCell({ what, how, count, of }: ShareCellProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(resultsMessages)
  return (
    <td data-align="end">
      <Explained className="figure" explanation={`${messages.shareOf(what, formatCount(count, language), formatCount(of, language))} ${how}`}>
        <span data-zero={count === 0 || undefined} className="figure__share">{formatShare(count / of, language)}</span>
      </Explained>
    </td>
  )
}
