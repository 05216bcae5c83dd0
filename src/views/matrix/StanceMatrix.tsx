import { type KeyboardEvent, type ReactElement, useRef, useState } from 'react'
import { type LabelId, labelName } from '../../domain/scheme.ts'
import { isBuiltInMatrix, type StanceMatrix as Matrix, toneOf } from '../../domain/stanceMatrix.ts'
import type { Probability } from '../../domain/units.ts'
import { useLanguage } from '../../state/language.ts'
import { type CellPlace, MatrixCell } from './MatrixCell.tsx'
import { matrixWords } from './matrixWords.ts'
import './matrix.css'

/** What one cell says: how much is in it, or (in an explanation) a sentence. */
export type StanceCell = MeasuredCell | { readonly note: string }

export interface MeasuredCell {
  /** Samples in it; absent where the matrix shows one sample's probabilities. */
  readonly count?: number
  /** Of all that the matrix shows, or the probability itself. */
  readonly share: Probability
  /** Mean probability of the answers in it; absent for gold. Drawn as the cell's frame. */
  readonly confidence?: Probability
}

export interface StanceMatrixProps {
  readonly matrix: Matrix
  /** By the stance's label id; a stance that is missing has nothing in it. */
  readonly cells: Readonly<Record<LabelId, StanceCell>>
  /** What the numbers are, as the table's caption: always there for screen readers. */
  readonly caption: string
  readonly captionHidden?: boolean
  /** Where a cell leads (its samples). */
  readonly hrefOf?: (stance: LabelId) => string
  /** Instead of a link: what choosing a cell does. */
  readonly onChoose?: (stance: LabelId) => void
  readonly selected?: LabelId | null
  /** The cell to mark as the answer. */
  readonly winner?: LabelId | null
}

/**
 * The Explicit-Implicit Stance Matrix: what is said in rows, what is meant in columns; or another scheme's matrix, of any size. Hue: what is meant; depth: what
 * is said; frame: confidence; bar: share. The same order and colours wherever it stands. One tab stop, arrows move.
 */
export function StanceMatrix(props: StanceMatrixProps): ReactElement {
  const { matrix, cells, caption, captionHidden = false, hrefOf, onChoose, selected = null, winner = null } = props
  const language = useLanguage()
  const words = matrixWords(matrix, language)
  const [rows, columns] = [matrix.explicit.labels.length, matrix.implicit.labels.length]
  const [current, setCurrent] = useState<CellPlace>({ row: 0, column: 0 })
  const table = useRef<HTMLTableElement>(null)
  const largest = Math.max(0, ...Object.values(cells).map((cell) => ('note' in cell ? 0 : cell.share)))

  function move(event: KeyboardEvent, place: CellPlace): void {
    const next = neighbour(event.key, place, rows, columns)
    if (!next) return
    event.preventDefault()
    setCurrent(next)
    table.current?.querySelector<HTMLElement>(`[data-place="${next.row}-${next.column}"]`)?.focus()
  }

  return (
    <div className="matrix-frame" data-wide={columns > 4 || undefined}>
      <table className="matrix" style={columns > 4 ? { minWidth: `${6.5 + columns * 5}rem` } : undefined} ref={table}>
        <caption className={captionHidden ? 'visually-hidden' : 'matrix__caption'}>{caption}</caption>
        <thead>
          <tr>
            <th className="matrix__corner" scope="col" style={isBuiltInMatrix(matrix) ? undefined : { whiteSpace: 'normal' }}><span>{words.corner}</span></th>
            {matrix.implicit.labels.map((label, column) => (
              <th key={label.id} scope="col" className="matrix__column" data-meant={toneOf(column, columns)} title={`${words.columns}: ${label.name[language]}`}>
                {label.name[language]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {matrix.cells.map((stances, row) => (
            <tr key={matrix.explicit.labels[row]?.id}>
              <th scope="row" className="matrix__row" title={`${words.rows}: ${matrix.explicit.labels[row]?.name[language] ?? ''}`}>
                {matrix.explicit.labels[row]?.name[language]}
              </th>
              {stances.map((stance, column) => (
                <MatrixCell
                  key={stance}
                  place={{ row, column }}
                  tone={{ row: toneOf(row, rows), column: toneOf(column, columns) }}
                  name={labelName(matrix.stance, stance, language)}
                  cell={cells[stance] ?? emptyCell(cells)}
                  largest={largest}
                  href={hrefOf?.(stance)}
                  onChoose={onChoose && (() => onChoose(stance))}
                  selected={selected === stance}
                  winner={winner === stance}
                  tabStop={current.row === row && current.column === column}
                  onFocus={setCurrent}
                  onKeyDown={move}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Nothing in it: zero where the others count, no count where they do not. */
function emptyCell(cells: Readonly<Record<LabelId, StanceCell>>): StanceCell {
  const counted = Object.values(cells).every((cell) => 'note' in cell || cell.count !== undefined)
  return counted ? { count: 0, share: 0 } : { share: 0 }
}

function neighbour(key: string, { row, column }: CellPlace, rows: number, columns: number): CellPlace | null {
  switch (key) {
    case 'ArrowUp':
      return { row: Math.max(0, row - 1), column }
    case 'ArrowDown':
      return { row: Math.min(rows - 1, row + 1), column }
    case 'ArrowLeft':
      return { row, column: Math.max(0, column - 1) }
    case 'ArrowRight':
      return { row, column: Math.min(columns - 1, column + 1) }
    case 'Home':
      return { row, column: 0 }
    case 'End':
      return { row, column: columns - 1 }
    default:
      return null
  }
}
