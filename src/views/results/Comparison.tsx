import type { ReactElement } from 'react'
import { type FieldId, fieldOf } from '../../domain/scheme.ts'
import { figureNames } from '../../metrics/classification.ts'
import type { AddressOf } from '../../state/address.ts'
import { useLanguage } from '../../state/language.ts'
import type { Differences, RunKey } from '../../state/results/metricsService.ts'
import type { RunSelection } from '../../state/results/runSelection.ts'
import { useComparison, useDifferences } from '../../state/results/useRunResults.ts'
import { errorSentence } from '../messages/errors.ts'
import { figuresMessages } from '../messages/figures.ts'
import { resultsMessages } from '../messages/results.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Notice } from '../parts/Notice.tsx'
import { formatCount, formatShare } from '../parts/numbers.ts'
import { Explained } from './Explained.tsx'
import { FlippedSamples } from './FlippedSamples.tsx'
import { IntervalText } from './IntervalText.tsx'

export interface ComparisonProps {
  readonly address: AddressOf<'results'>
  readonly selection: RunSelection
  readonly first: RunKey
  readonly second: RunKey
  readonly fields: readonly FieldId[]
}

/** Differences with paired intervals and tests, the four cells of right and wrong, and the samples that flipped. */
export function Comparison({ address, selection, first, second, fields }: ComparisonProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(resultsMessages)
  const { filter, plan, field } = selection
  const { value: comparison, error } = useComparison(first, second, filter)
  const differences = useDifferences(first, second, filter, [field, ...fields.filter((other) => other !== field)], comparison !== undefined)
  if (error) return <Notice kind="error" title={messages.failed}>{errorSentence(error, language)}</Notice>
  if (!comparison) return <p className="muted">{messages.loading}</p>
  const { bothRight, onlyFirst, onlySecond, bothWrong } = comparison.discordance
  return (
    <>
      <p className="muted small">{messages.exploratoryComparison}</p>
      <DifferenceTable
        caption={`${fieldOf(plan.scheme, field).name[language]}: ${messages.compareCaption(formatCount(comparison.records, language))}`}
        differences={differences.value?.[field]}
        filtered={selection.filtered}
      />
      <div className="columns">
        <section className="section">
          <h3>{messages.discordance}</h3>
          <dl className="facts">
            <dt>{messages.bothRight}</dt><dd>{formatCount(bothRight, language)}</dd>
            <dt>{messages.onlyFirst}</dt><dd>{formatCount(onlyFirst, language)}</dd>
            <dt>{messages.onlySecond}</dt><dd>{formatCount(onlySecond, language)}</dd>
            <dt>{messages.bothWrong}</dt><dd>{formatCount(bothWrong, language)}</dd>
          </dl>
          <p className="small muted">{selection.filtered ? messages.noTestFiltered : messages.mcnemar(formatP(comparison.mcnemar.p), formatCount(comparison.records, language))}</p>
          {comparison.mcnemar.g !== undefined && <p className="small muted">{messages.effect(comparison.mcnemar.g.toFixed(2), comparison.mcnemar.oddsRatio?.toFixed(2) ?? '—')}</p>}
        </section>
      </div>
      <FlippedSamples address={address} comparison={comparison} />
    </>
  )
}

interface DifferenceTableProps {
  readonly caption: string
  readonly differences: Differences | undefined
  /** Over a part of the samples no test is made: a p that moves with a filter would invite looking for one. */
  readonly filtered: boolean
}

function DifferenceTable({ caption, differences, filtered }: DifferenceTableProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(resultsMessages)
  const figures = useMessages(figuresMessages)
  return (
    // a scrolling box must be reachable by keyboard
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="table-scroll" tabIndex={0} role="region" aria-label={caption}>
      <table className="table" aria-busy={!differences}>
        <caption className="table__caption">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" />
            <th scope="col" data-align="end">{messages.first}</th>
            <th scope="col" data-align="end">{messages.second}</th>
            <th scope="col" data-align="end">{messages.difference}</th>
            <th scope="col" data-align="end">95%</th>
            <th scope="col" data-align="end"><Explained explanation={messages.pHow}>{messages.pValue}</Explained></th>
          </tr>
        </thead>
        <tbody>
          {figureNames.map((metric) => {
            const found = differences?.[metric]
            return (
              <tr key={metric}>
                <th scope="row">{figures.metrics[metric]}</th>
                <td data-align="end">{found ? formatShare(found.first, language) : '…'}</td>
                <td data-align="end">{found ? formatShare(found.second, language) : '…'}</td>
                <td data-align="end"><strong>{found ? formatPoints(found.difference) : '…'}</strong></td>
                <td data-align="end"><IntervalText interval={found?.interval} pending={!differences} signed /></td>
                <td data-align="end">{filtered ? '–' : found?.p === undefined ? '…' : formatP(found.p)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** A difference of shares in percentage points, always with its sign. */
function formatPoints(difference: number): string {
  return (difference * 100).toLocaleString('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' })
}

/** Three digits, and no p of zero. */
function formatP(p: number): string {
  return p < 0.001 ? '< 0.001' : p.toFixed(3)
}
