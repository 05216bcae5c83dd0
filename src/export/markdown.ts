import { checkTable, shownCell, type Table } from './table.ts'

/** A table as GitHub's Markdown, its caption as a paragraph above it. */
export function markdownText(table: Table): string {
  checkTable(table)
  const { caption, columns, rows } = table
  const lines = [
    columns.map(({ header }) => escaped(header)),
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
