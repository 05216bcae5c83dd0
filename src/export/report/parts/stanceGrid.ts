import { isBuiltInMatrix, type StanceMatrix, toneOf } from '../../../domain/stanceMatrix.ts'
import { type Inset, type Markup, markup } from '../markup.ts'
import type { Voice } from '../voice.ts'

/** What stands in the cells, in the label order of the matrix's derived field. */
export interface GridCells {
  /** Samples; null where the grid shows mean probabilities. */
  readonly counts: readonly number[] | null
  /** Of all that the grid shows. */
  readonly shares: readonly number[]
  /** Mean probability of the answers in a cell: its frame. */
  readonly confidence?: readonly number[]
}

/** Counts as cells. */
export function countedCells(counts: readonly number[], confidence?: readonly number[]): GridCells {
  const total = counts.reduce((sum, count) => sum + count, 0)
  return { counts, shares: counts.map((count) => (total > 0 ? count / total : 0)), ...(confidence && { confidence }) }
}

/** The stance matrix as the screens have it: what is said in rows, what is meant in columns; hue, depth, frame and bar alike. */
export function stanceGrid(matrix: StanceMatrix, { counts, shares, confidence }: GridCells, caption: Inset, voice: Voice): Markup {
  const { explicit, implicit, stance, cells } = matrix
  const corner = isBuiltInMatrix(matrix) ? words.corner : { zh: `${explicit.name.zh} ＼ ${implicit.name.zh}`, en: `${explicit.name.en} ＼ ${implicit.name.en}` }
  const tone = (column: number): number => toneOf(column, implicit.labels.length)
  const largest = Math.max(0, ...shares)
  const cell = (id: string, row: number, column: number): Markup => {
    const at = stance.labels.findIndex((label) => label.id === id)
    const share = shares[at] ?? 0
    const sure = confidence?.[at]
    const framed = sure !== undefined && !Number.isNaN(sure)
    const style = `--cell:var(--stance-${toneOf(row, explicit.labels.length)}-${tone(column)});--mark:var(--meant-${tone(column)});--length:${largest > 0 ? share / largest : 0};--confidence:${framed ? sure : 0}`
    return markup`<td class="matrix__cell" style="${style}"${framed ? markup` data-framed=""` : null}>${voice.say(stance.labels[at]?.name ?? { zh: id, en: id })}
<span class="matrix__numbers">${counts ? markup`<span class="matrix__count">${voice.count(counts[at] ?? 0)}</span>` : null}<span>${voice.share(share)}</span></span><span class="matrix__bar"></span></td>`
  }
  return markup`<table class="matrix"><caption>${caption}</caption><thead><tr><th scope="col" class="matrix__corner">${voice.say(corner)}</th>
${implicit.labels.map((label, column) => markup`<th scope="col" class="matrix__column" style="--mark:var(--meant-${tone(column)})">${voice.say(label.name)}</th>`)}</tr></thead>
<tbody>${cells.map((stances, row) => markup`<tr><th scope="row">${voice.say(explicit.labels[row]?.name ?? { zh: '', en: '' })}</th>${stances.map((id, column) => cell(id, row, column))}</tr>
`)}</tbody></table>`
}

const words = { corner: { zh: '字面 ＼ 隐含', en: 'said ＼ meant' } }
