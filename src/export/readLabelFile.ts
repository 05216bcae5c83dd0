import Papa from 'papaparse'
import type { FieldId, Scheme } from '../domain/scheme.ts'
import { type ImportedProblem, type ImportedRecord, type ImportedResults, jsonOf, linesOf, written } from './readResultFile.ts'
import { parseResultFileName, taskField } from './resultFileName.ts'

/** Names under which a plain file keeps the sample's id, its text, and a prediction whose field it does not name. */
const idNames = ['sample_id', 'sampleid', 'id', 'uid', '编号', '样本编号', '序号']
const textNames = ['text', 'sentence', 'target', '文本', '目标句', '句子']
const anyField = ['predicted', 'prediction', 'pred', 'label', 'answer', 'output', '预测', '预测标签', '标签', '答案']
const prefixes = /^(?:predicted|prediction|pred|model|预测)[_\s-]*/i

/** A file without a column to tell samples by, or without one that predicts a field of the scheme. */
export class LabelFileError extends Error {
  readonly code: 'noIdColumn' | 'noLabelColumn'
  readonly columns: readonly string[]

  constructor(code: 'noIdColumn' | 'noLabelColumn', columns: readonly string[]) {
    super(`${code}: ${columns.join(', ')}`)
    this.name = 'LabelFileError'
    this.code = code
    this.columns = columns
  }
}

/**
 * Reads plain predictions: JSONL (an object a line), CSV or TSV with a header; a column of ids (or texts) and one for each field that is
 * predicted, named as the field, perhaps with `predicted_` before it.
 * @param field what a column called `label`, `predicted` or the like is about; needed only for such files.
 * @throws LabelFileError where a column is missing.
 */
export function readLabelFile(name: string, text: string, scheme: Scheme, field?: FieldId): ImportedResults {
  const { rows, problems } = /^[\s\ufeff]*\{/.test(text) ? jsonRows(text) : delimitedRows(text)
  const columns = [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))]
  const idColumn = columnNamed(columns, idNames)
  const textColumn = columnNamed(columns, textNames)
  if (idColumn === undefined && textColumn === undefined) throw new LabelFileError('noIdColumn', columns)
  const predicted = predictedColumns(columns, scheme, field)
  if (predicted.size === 0) throw new LabelFileError('noLabelColumn', columns)
  const records: ImportedRecord[] = []
  for (const { line, cells, raw } of rows) {
    const id = idColumn === undefined ? null : written(cells[idColumn])
    const target = textColumn === undefined ? null : written(cells[textColumn])
    const labels = Object.fromEntries([...predicted].flatMap(([column, about]) => (cells[column] === undefined ? [] : [[about, cells[column]]])))
    if (id === null && target === null) problems.push({ line, code: 'noId', raw: raw.slice(0, 200) })
    else if (Object.keys(labels).length === 0) problems.push({ line, code: 'noPrediction', raw: raw.slice(0, 200) })
    else records.push({ line, id, text: target, predicted: labels, gold: {}, raw: {} })
  }
  return { name: parseResultFileName(name), fields: [...new Set(predicted.values())], records, problems: problems.sort((one, other) => one.line - other.line) }
}

interface Row {
  readonly line: number
  readonly cells: Readonly<Record<string, string>>
  readonly raw: string
}

function jsonRows(text: string): { rows: Row[]; problems: ImportedProblem[] } {
  const rows: Row[] = []
  const problems: ImportedProblem[] = []
  for (const [line, raw] of linesOf(text)) {
    const value = jsonOf(raw)
    if (value === undefined) problems.push({ line, code: 'notJson', raw: raw.slice(0, 200) })
    else if (typeof value !== 'object' || value === null || Array.isArray(value)) problems.push({ line, code: 'notAnObject', raw: raw.slice(0, 200) })
    else rows.push({ line, cells: Object.fromEntries(Object.entries(value).map(([key, cell]) => [key, cellText(cell)])), raw })
  }
  return { rows, problems }
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  return typeof cell === 'string' ? cell : JSON.stringify(cell)
}

/** The apostrophe that keeps spreadsheets from running a cell (csv.ts). */
const guard = /^'(?=[=+\-@\t\r＝＋－＠])/

function delimitedRows(text: string): { rows: Row[]; problems: ImportedProblem[] } {
  const plain = text.startsWith('\ufeff') ? text.slice(1) : text
  const { data, meta } = Papa.parse<string[]>(plain, { delimiter: '', delimitersToGuess: [',', '\t', ';', '|'], skipEmptyLines: 'greedy' })
  const [header = [], ...body] = data
  const rows = body.map((cells, at) => ({
    line: at + 2,
    cells: Object.fromEntries(cells.flatMap((cell, column) => (header[column] === undefined ? [] : [[header[column].trim(), cell.replace(guard, '')]]))),
    raw: cells.join(meta.delimiter),
  }))
  return { rows, problems: [] }
}

function columnNamed(columns: readonly string[], names: readonly string[]): string | undefined {
  return names.map((name) => columns.find((column) => column.trim().toLowerCase() === name)).find((column) => column !== undefined)
}

/** Column to field. A column that says it is predicted beats one that has the field's bare name (that may be gold). */
function predictedColumns(columns: readonly string[], scheme: Scheme, field: FieldId | undefined): ReadonlyMap<string, FieldId> {
  const found = new Map<FieldId, string>()
  for (const said of [true, false]) {
    for (const column of columns) {
      const name = column.trim()
      if (prefixes.test(name) !== said) continue
      const about = taskField(scheme, name.replace(prefixes, ''))
      if (about !== undefined && !found.has(about)) found.set(about, column)
    }
  }
  const unnamed = field !== undefined && !found.has(field) ? columnNamed(columns, anyField) : undefined
  if (field !== undefined && unnamed !== undefined) return new Map([[unnamed, field]])
  return new Map([...found].map(([about, column]) => [column, about]))
}
