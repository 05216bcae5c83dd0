import type { ReactElement } from 'react'
import type { LabelId } from '../../domain/scheme.ts'
import { type StanceMatrix as Matrix } from '../../domain/stanceMatrix.ts'
import type { FieldFigures } from '../../metrics/figures.ts'
import { matrixCells } from '../../export/tables/countTables.ts'
import { type AddressOf, formatAddress } from '../../state/address.ts'
import { useLanguage } from '../../state/language.ts'
import { type StanceCell, StanceMatrix } from '../matrix/StanceMatrix.tsx'
import { matrixWords } from '../matrix/matrixWords.ts'
import { resultsMessages } from '../messages/results.ts'
import { useMessages } from '../messages/useMessages.ts'
import { formatCount } from '../parts/numbers.ts'
import { CopyTable } from './CopyTable.tsx'

interface MatrixPanelProps {
  readonly address: AddressOf<'results'>
  readonly matrix: Matrix
  readonly figures: FieldFigures
  /** Beginning of the downloaded files' names. */
  readonly file: string
}

/** The stance matrix of gold beside the model's, and the mean of its 3 x 3 joint. Cells lead to their samples. */
export function MatrixPanel({ address, matrix, figures, file }: MatrixPanelProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(resultsMessages)
  const samplesOf = (change: { readonly gold?: LabelId; readonly answer?: LabelId }): string =>
    formatAddress({ ...address, view: 'samples', field: matrix.stance.id, gold: undefined, answer: undefined, sample: undefined, ...change })
  const gold = countedCells(matrix, figures.gold)
  const answers = countedCells(matrix, figures.answers, figures.confidence)
  // answers from elsewhere may have no probabilities: then there is no frame to explain
  const framed = Object.values(answers).some((cell) => 'confidence' in cell)
  const total = (counts: readonly number[]): string => formatCount(counts.reduce((sum, count) => sum + count, 0), language)
  const meanTitle = messages.meanMatrix(`${matrix.explicit.labels.length} × ${matrix.implicit.labels.length}`)
  const countOf = (of: readonly number[]) => (stance: LabelId): number | null => of[matrix.stance.labels.findIndex(({ id }) => id === stance)] ?? null
  const copied = (title: string, caption: string, name: string, values: (stance: LabelId) => number | null, shares = false): ReactElement =>
    <CopyTable file={`${file}-${name}`} table={matrixCells({ caption: `${matrixWords(matrix, language).title}, ${title}: ${caption}`, matrix, values, shares, language })} />
  return (
    <section className="section" aria-labelledby="matrices">
      <h2 id="matrices">{matrixWords(matrix, language).title}</h2>
      <div className="matrices">
        <div className="section">
          <h3>{messages.goldMatrix}</h3>
          <StanceMatrix matrix={matrix} cells={gold} caption={messages.goldCaption(total(figures.gold))} hrefOf={(stance) => samplesOf({ gold: stance })} />
          {copied(messages.goldMatrix, messages.goldCaption(total(figures.gold)), 'gold', countOf(figures.gold))}
        </div>
        <div className="section">
          <h3>{messages.modelMatrix}</h3>
          <StanceMatrix matrix={matrix} cells={answers} caption={(framed ? messages.modelCaption : messages.goldCaption)(total(figures.answers))} hrefOf={(stance) => samplesOf({ answer: stance })} />
          {copied(messages.modelMatrix, messages.goldCaption(total(figures.answers)), 'answers', countOf(figures.answers))}
        </div>
        {figures.meanProbabilities && (
          <div className="section">
            <h3>{meanTitle}</h3>
            <StanceMatrix
              matrix={matrix}
              cells={Object.fromEntries(matrix.stance.labels.map(({ id }, at) => [id, { share: figures.meanProbabilities?.[at] ?? 0 }]))}
              caption={messages.meanCaption(formatCount(figures.measured, language))}
            />
            {copied(meanTitle, messages.meanCaption(formatCount(figures.measured, language)), 'joint', countOf(figures.meanProbabilities), true)}
          </div>
        )}
      </div>
    </section>
  )
}

/** Counts in label order as the matrix's cells. */
export function countedCells(matrix: Matrix, counts: readonly number[], confidence?: readonly number[]): Record<LabelId, StanceCell> {
  const total = counts.reduce((sum, count) => sum + count, 0)
  return Object.fromEntries(
    matrix.stance.labels.map(({ id }, at) => {
      const count = counts[at] ?? 0
      const sure = confidence?.[at]
      const cell: StanceCell = { count, share: total > 0 ? count / total : 0 }
      return [id, sure === undefined || Number.isNaN(sure) ? cell : { ...cell, confidence: sure }]
    }),
  )
}
