import { narrowTable, shownCell, shownHeader, type Table } from './table.ts'

/**
 * A table as a LaTeX float with booktabs rules (`\usepackage{booktabs}`; Chinese text needs XeLaTeX or LuaLaTeX with
 * ctex). One with more than two columns of intervals is set smaller and tighter. @param label of the float, as in `tab:results`;
 * without one where absent.
 */
export function latexText(table: Table, label?: string): string {
  const { caption, columns, rows, rules = [] } = narrowTable(table)
  const wide = columns.filter(({ interval }) => interval).length > 2
  const line = (cells: readonly string[]) => `${cells.map(escaped).join(' & ')} \\\\`
  return [
    '\\begin{table}[t]',
    '\\centering',
    ...(caption === '' ? [] : [`\\caption{${escaped(caption)}}`]),
    ...(label === undefined ? [] : [`\\label{${label.replace(/[^\w:.-]/g, '-')}}`]),
    ...(wide ? ['\\footnotesize', '\\setlength{\\tabcolsep}{3pt}'] : []),
    `\\begin{tabular}{${columns.map(({ align }) => (align === 'end' ? 'r' : 'l')).join('')}}`,
    '\\toprule',
    line(columns.map(shownHeader)),
    '\\midrule',
    ...rows.flatMap((row, at) => [...(at > 0 && rules.includes(at) ? ['\\midrule'] : []), line(row.map((cell, column) => shownCell(cell, columns[column]!)))]),
    '\\bottomrule',
    '\\end{tabular}',
    '\\end{table}',
    '',
  ].join('\n')
}

const special: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}', '~': '\\textasciitilde{}', '^': '\\textasciicircum{}', '<': '\\textless{}', '>': '\\textgreater{}',
  '|': '\\textbar{}', '"': '\\textquotedbl{}', '−': '$-$', '–': '--', '—': '---', '×': '$\\times$', '±': '$\\pm$', '…': '\\ldots{}',
}

/** A text that LaTeX sets as it stands, on one line. A bracket that opens a row would be an argument of the \\ before it. */
function escaped(text: string): string {
  return text
    .replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ')
    .replace(/[\\~^<>|"−–—×±…]|[#$%&_{}]/g, (character) => special[character] ?? `\\${character}`)
    .replace(/^\s*(?=[[*])/, '{}')
}
