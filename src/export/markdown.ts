import { narrowTable, shownCell, shownHeader, type Table } from './table.ts'

/** A table as GitHub's Markdown, its caption as a paragraph above it. */
export function markdownText(table: Table): string {
  const { caption, columns, rows } = narrowTable(table)
  const lines = [
    columns.map((column) => escaped(shownHeader(column))),
    columns.map(({ align }) => (align === 'end' ? '---:' : ':---')),
    ...rows.map((row) => row.map((cell, at) => escaped(shownCell(cell, columns[at]!)))),
  ]
  const text = lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('')
  return caption === '' ? text : `${escaped(caption)}\n\n${text}`
}

/** What Markdown or HTML would take for markup, as plain text on one line. */
function escaped(text: string): string {
  return text
    .replace(/[\\`*_~|[\]]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ')
    .trim()
}
