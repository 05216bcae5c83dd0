import { type Inset, type Markup, markup } from '../markup.ts'

export interface ReportColumn {
  readonly header: Inset
  /** Numbers stand at the end. */
  readonly end?: boolean
}

export interface ReportRow {
  /** One for each column; the first is the row's heading. */
  readonly cells: readonly Inset[]
  /** What the plan calls primary. */
  readonly strong?: boolean
}

/** A table with caption and headings, in a box that scrolls where the page is narrow. */
export function dataTable(caption: Inset, columns: readonly ReportColumn[], rows: readonly ReportRow[]): Markup {
  const at = (place: number): string => (columns[place]?.end ? 'end' : '')
  return markup`<div class="scroll"><table class="table"><caption>${caption}</caption>
<thead><tr>${columns.map(({ header }, place) => markup`<th scope="col" class="${at(place)}">${header}</th>`)}</tr></thead>
<tbody>${rows.map(({ cells, strong }) => markup`<tr${strong ? markup` data-strong=""` : null}>${cells.map((cell, place) => (place === 0 ? markup`<th scope="row" class="${at(place)}">${cell}</th>` : markup`<td class="${at(place)}">${cell}</td>`))}</tr>
`)}</tbody></table></div>`
}

/** Terms with what they are. Rows without anything to say are left out. */
export function termList(rows: readonly (readonly [term: Inset, what: Inset])[]): Markup {
  return markup`<dl>${rows.filter(([, what]) => what !== null && what !== '').map(([term, what]) => markup`<dt>${term}</dt><dd>${what}</dd>
`)}</dl>`
}

/** A hash, in full: it is there to be compared. */
export function hashText(hash: string): Markup {
  return markup`<span class="hash">${hash}</span>`
}

/** A figure with its interval below it. */
export function withInterval(figure: string, ends: string): Markup {
  return markup`${figure}${ends === '' ? null : markup`<span class="interval">${ends}</span>`}`
}

/** What must be read before the figures below it. */
export function note(text: Inset, kind: 'plain' | 'warning' = 'plain'): Markup {
  return markup`<div class="note ${kind === 'warning' ? 'note--warning' : ''}">${text}</div>`
}
