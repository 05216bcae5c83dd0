import type { ReactElement } from 'react'
import { type Cell, figure, type Table } from '../../export/table.ts'
import { figureNames } from '../../metrics/classification.ts'
import { useLanguage } from '../../state/language.ts'
import type { Differences } from '../../state/results/metricsService.ts'
import { compareMessages } from '../messages/compare.ts'
import { figuresMessages } from '../messages/figures.ts'
import { useMessages } from '../messages/useMessages.ts'
import { HeadRow } from '../parts/HeadRow.tsx'
import { formatShare } from '../parts/numbers.ts'
import { CopyTable } from './CopyTable.tsx'
import { Explained } from './Explained.tsx'
import { IntervalText } from './IntervalText.tsx'

interface DifferenceTableProps {
  readonly caption: string
  readonly differences: Differences | undefined
  /** Over a part of the samples no test is made: a p that moves with a filter would invite looking for one. */
  readonly filtered: boolean
  /** What the two sides are called; the first and the second run where absent. */
  readonly sides?: readonly [first: string, second: string]
}

/** Each figure of both sides, their difference, its paired interval and test. */
export function DifferenceTable({ caption, differences, filtered, sides }: DifferenceTableProps): ReactElement {
  const language = useLanguage()
  const words = useMessages(compareMessages)
  const figures = useMessages(figuresMessages)
  const [first, second] = sides ?? [words.first, words.second]
  const tableOf = (found: Differences): Table => ({
    caption: `${caption}; 95%; ${words.pHow}`,
    columns: [
      { header: words.figure, key: 'figure' }, { header: first, key: 'first', align: 'end', scale: 'percent' }, { header: second, key: 'second', align: 'end', scale: 'percent' },
      { header: words.difference, key: 'difference', align: 'end', scale: 'points', interval: true }, { header: words.pValue, key: 'p', align: 'end', digits: 3, p: true },
    ],
    rows: figureNames.map((metric): Cell[] => {
      const of = found[metric]
      return [figures.metrics[metric], of?.first ?? null, of?.second ?? null, figure(of?.difference, of?.interval), filtered ? null : (of?.p ?? null)]
    }),
  })
  return (
    <>
      {differences && <CopyTable file="differences" table={tableOf(differences)} />}
      {/* a scrolling box must be reachable by keyboard */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="table-scroll" tabIndex={0} role="region" aria-label={caption}>
        <table className="table" aria-busy={!differences}>
          <caption className="table__caption">{caption}</caption>
          <HeadRow columns={['', first, second, words.difference, '95%', <Explained key="p" explanation={words.pHow}>{words.pValue}</Explained>]} numbersFrom={1} />
          <tbody>
            {figureNames.map((metric) => {
              const found = differences?.[metric]
              const without = differences ? '—' : '…' // undefined on these records, or still being computed
              return (
                <tr key={metric}>
                  <th scope="row">{figures.metrics[metric]}</th>
                  <td data-align="end">{found ? formatShare(found.first, language) : without}</td>
                  <td data-align="end">{found ? formatShare(found.second, language) : without}</td>
                  <td data-align="end"><strong>{found ? formatPoints(found.difference) : without}</strong></td>
                  <td data-align="end"><IntervalText interval={found?.interval} pending={!differences} signed /></td>
                  <td data-align="end">{filtered ? '–' : !found ? without : found.p === undefined ? '–' : formatP(found.p)}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </>
  )
}

/** A difference of shares in percentage points, always with its sign. */
function formatPoints(difference: number): string {
  return (difference * 100).toLocaleString('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' })
}

/** Three digits, and no p of zero. */
export function formatP(p: number): string {
  return p < 0.001 ? '< 0.001' : p.toFixed(3)
}
