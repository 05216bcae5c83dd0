/** How a workbook shows a whole number: zeros in front up to so many digits, between two texts. */
export interface PaddedFormat {
  readonly before: string
  readonly digits: number
  readonly after: string
}

/** A sheet's cells that show whole numbers so, by row and column from 0. */
export type PaddedCells = ReadonlyMap<number, ReadonlyMap<number, PaddedFormat>>

/** A whole number as its cell shows it (`7` under `000` as `007`); anything else as it is stored. */
export function shownNumber(stored: string, format: PaddedFormat | undefined): string {
  return format && /^\d+$/.test(stored) ? `${format.before}${stored.padStart(format.digits, '0')}${format.after}` : stored
}

/**
 * Formats that make an id of a number (`000`, `"S"0000`), by the number of the cell style that uses them. Other formats (per cent, thousands,
 * decimals, a unit as in `0"分"`) say how a quantity looks, and a quantity is read as it is stored. @param styles the workbook's styles.xml.
 */
export function paddedStyles(styles: string): ReadonlyMap<string, PaddedFormat> {
  const formats = new Map<string, PaddedFormat>()
  for (const [tag] of styles.matchAll(/<(?:\w+:)?numFmt\s[^>]*>/g)) {
    const format = paddedFormat(unescaped(attribute(tag, 'formatCode')))
    if (format) formats.set(attribute(tag, 'numFmtId'), format)
  }
  if (formats.size === 0) return new Map()
  const [cellStyles = ''] = /<(?:\w+:)?cellXfs[\s>][\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(styles) ?? []
  const found = new Map<string, PaddedFormat>()
  for (const [at, [tag]] of [...cellStyles.matchAll(/<(?:\w+:)?xf\s[^>]*>/g)].entries()) {
    const format = formats.get(attribute(tag, 'numFmtId'))
    if (format) found.set(String(at), format)
  }
  return found
}

/** The cells of a sheet that have one of these styles. @param xml the sheet's own. */
export function paddedCells(xml: string, styles: ReadonlyMap<string, PaddedFormat>): PaddedCells {
  const rows = new Map<number, Map<number, PaddedFormat>>()
  if (styles.size === 0) return rows
  for (const [tag] of xml.matchAll(/<(?:\w+:)?c\s[^>]*>/g)) {
    const format = styles.get(attribute(tag, 's'))
    const [, letters, number] = /^([A-Z]+)(\d+)$/.exec(attribute(tag, 'r')) ?? []
    if (!format || letters === undefined) continue
    const row = Number(number) - 1
    const cells = rows.get(row) ?? new Map<number, PaddedFormat>()
    rows.set(row, cells.set(columnNumber(letters), format))
  }
  return rows
}

/** A column's letters as its number from 0. */
export function columnNumber(letters: string): number {
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** A tag's attribute; empty where it has none. */
export function attribute(tag: string, name: string): string {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
}

function paddedFormat(code: string): PaddedFormat | undefined {
  const [, before = '', zeros, after = ''] = /^(?:"([^"]*)")?(0+)(?:"([^"]*)")?(?:;.*)?$/.exec(code) ?? []
  return zeros === undefined || (zeros.length < 2 && before === '') ? undefined : { before, digits: zeros.length, after }
}

function unescaped(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&apos;', '\'').replaceAll('&amp;', '&')
}
