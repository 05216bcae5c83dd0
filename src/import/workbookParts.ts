import { strFromU8, unzipSync } from 'fflate'
import { attribute, columnNumber, type PaddedCells, paddedCells, paddedStyles } from './numberFormats.ts'

/** Cells of a sheet that are shown as one; all from 0. */
export interface MergedCells {
  readonly row: number
  readonly column: number
  readonly lastRow: number
}

/** What the workbook reader leaves out of a sheet. */
export interface SheetParts {
  readonly hidden: boolean
  /** Those that reach over several rows. */
  readonly merged: readonly MergedCells[]
  /** Those that show a number as an id. */
  readonly padded: PaddedCells
}

/** Parts of all sheets of a workbook, in its order; nothing of a sheet that is not where the workbook says. @throws for what is no zip. */
export async function workbookParts(file: Blob): Promise<readonly SheetParts[]> {
  const parts = unzipped(new Uint8Array(await file.arrayBuffer()))
  const textOf = (path: string): string => (Object.hasOwn(parts, path) ? strFromU8(parts[path]!) : '')
  const targets = new Map([...textOf('xl/_rels/workbook.xml.rels').matchAll(/<Relationship\s[^>]*>/g)].map(([tag]) => [attribute(tag, 'Id'), attribute(tag, 'Target')]))
  const styles = paddedStyles(textOf('xl/styles.xml'))
  return [...textOf('xl/workbook.xml').matchAll(/<(?:\w+:)?sheet\s[^>]*>/g)].map(([tag]) => {
    const target = targets.get(attribute(tag, 'r:id')) ?? ''
    const xml = textOf(target.startsWith('/') ? target.slice(1) : `xl/${target}`)
    return {
      hidden: /^(?:very)?hidden$/i.test(attribute(tag, 'state')),
      merged: [...xml.matchAll(/<(?:\w+:)?mergeCell\s[^>]*>/g)].flatMap(([cell]) => range(attribute(cell, 'ref'))),
      padded: paddedCells(xml, styles),
    }
  })
}

/** At once, since this is a worker's work already: fflate's own workers would come from a blob, which the page's policy forbids. */
function unzipped(bytes: Uint8Array): Readonly<Record<string, Uint8Array>> {
  return unzipSync(bytes, { filter: ({ name }) => /^xl\/(?:workbook\.xml|styles\.xml|_rels\/workbook\.xml\.rels|worksheets\/[^/]+\.xml)$/.test(name) })
}

/** `A2:B4` */
function range(reference: string): MergedCells[] {
  const [, letters, first, last] = /^([A-Z]+)(\d+):[A-Z]+(\d+)$/.exec(reference) ?? []
  if (letters === undefined || Number(last) <= Number(first)) return []
  return [{ row: Number(first) - 1, column: columnNumber(letters), lastRow: Number(last) - 1 }]
}
