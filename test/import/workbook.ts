import { strToU8, zipSync } from 'fflate'

/** A cell: a text, a number, or a number under a format (its code, as `000` or `0%`). */
export type WorkbookCell = string | number | null | { readonly number: number; readonly format: string }

/** A workbook as spreadsheet programs write it, as far as tests need it: texts inline, number formats in its styles. */
export function workbook(sheets: Readonly<Record<string, readonly (readonly WorkbookCell[])[]>>): Uint8Array<ArrayBuffer> {
  const names = Object.keys(sheets)
  const formats: string[] = []
  const styleOf = (format: string): number => {
    if (!formats.includes(format)) formats.push(format)
    return formats.indexOf(format) + 1
  }
  const sheetXml = (rows: readonly (readonly WorkbookCell[])[]): string =>
    `<worksheet xmlns="${main}"><sheetData>${rows.map((row, at) => `<row r="${at + 1}">${row.map((cell, column) => cellXml(cell, `${letters(column)}${at + 1}`, styleOf)).join('')}</row>`).join('')}</sheetData></worksheet>`
  const bodies = names.map((name) => sheetXml(sheets[name]!))
  const files: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packageRels}"><Relationship Id="rId1" Type="${officeRels}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${officeRels}"><sheets>${names.map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packageRels}">${names.map((_, at) => `<Relationship Id="rId${at + 1}" Type="${officeRels}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}<Relationship Id="rId${names.length + 1}" Type="${officeRels}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="${formats.length}">${formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`).join('')}</numFmts><cellXfs count="${formats.length + 1}"><xf numFmtId="0"/>${formats.map((_, at) => `<xf numFmtId="${164 + at}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(bodies.map((body, at) => [`xl/worksheets/sheet${at + 1}.xml`, body])),
  }
  return new Uint8Array(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))))
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const packageRels = 'http://schemas.openxmlformats.org/package/2006/relationships'
const officeRels = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

function cellXml(cell: WorkbookCell, at: string, styleOf: (format: string) => number): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
  return `<c r="${at}" s="${styleOf(cell.format)}"><v>${cell.number}</v></c>`
}

function letters(column: number): string {
  return column < 26 ? String.fromCharCode(65 + column) : `${letters(Math.floor(column / 26) - 1)}${letters(column % 26)}`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
