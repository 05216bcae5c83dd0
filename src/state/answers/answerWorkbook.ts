import type { AnswerRow, AnswerRows } from '../../export/answerRows.ts'
import { readSpreadsheet } from '../../import/readSpreadsheet.ts'
import { rowText } from '../../import/sourceRow.ts'
import type { Scheme } from '../../domain/scheme.ts'

/** Which of a workbook's sheets was read. */
export interface ReadSheet {
  readonly name: string
  /** Those that hold something and were not. */
  readonly others: readonly string[]
}

/** Whether bytes are a zip, as workbooks are. */
export function isZip(bytes: Uint8Array): boolean {
  return [0x50, 0x4b, 0x03, 0x04].every((byte, at) => bytes[at] === byte)
}

/**
 * A workbook of answers: the sheet that looks most like a table, its rows by their numbers in the sheet, cells as they are shown.
 * @param scheme whose fields' names tell a header. @throws ImportError damaged, empty
 */
export async function workbookRows(file: File, scheme: Scheme): Promise<{ readonly rows: AnswerRows; readonly sheet: ReadSheet }> {
  const source = await readSpreadsheet(file, true, null, scheme)
  const columns = source.columns ?? []
  const rows: AnswerRow[] = []
  for await (const { items } of source.batches) {
    for (const item of items) {
      if (item.kind === 'row') rows.push({ line: item.row, cells: Object.fromEntries(columns.map((column) => [column, rowText(item, column)])), raw: item.raw().slice(0, 200) })
    }
  }
  const sheets = source.sheets ?? []
  return {
    rows: { columns, rows, broken: [] },
    sheet: { name: sheets.find(({ at }) => at === source.sheet)?.name ?? '', others: sheets.filter(({ at }) => at !== source.sheet).map(({ name }) => name) },
  }
}
