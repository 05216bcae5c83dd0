import { checkTable, isFigure, narrowTable, shownCell, shownHeader, type Table } from '../../table.ts'
import { type Markup, markup } from '../markup.ts'

/** A table of export/table.ts as HTML: as it is in Markdown and LaTeX, its intervals below their figures. */
export function plainTable(whole: Table): Markup {
  checkTable(whole)
  const table = narrowTable(whole)
  const ruled = new Set(table.rules ?? [])
  const end = (at: number): string => (table.columns[at]?.align === 'end' ? 'end' : '')
  return markup`<div class="scroll"><table class="table"><caption>${table.caption}</caption>
<thead><tr>${table.columns.map((column, at) => markup`<th scope="col" class="${end(at)}"${column.how === undefined ? null : markup` title="${column.how}"`}>${shownHeader(column)}</th>`)}</tr></thead>
<tbody>${table.rows.map((row, place) => markup`<tr${ruled.has(place) && place > 0 ? markup` class="ruled"` : null}>${row.map((cell, at) => {
    const column = table.columns[at]!
    const [, value = '', ends = ''] = /^(.*?)( \[.*\])?$/s.exec(shownCell(cell, column)) ?? []
    const shown = isFigure(cell) && ends !== '' ? markup`${value}<span class="interval">${ends.trim()}</span>` : shownCell(cell, column)
    return at === 0 ? markup`<th scope="row" class="${end(at)}">${shown}</th>` : markup`<td class="${end(at)}">${shown}</td>`
  })}</tr>
`)}</tbody></table></div>`
}
