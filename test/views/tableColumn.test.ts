import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { compareValues, delimitedText, type TableColumn } from '../../src/views/parts/tableColumn.ts'

interface Row {
  readonly name: string
  readonly count: number | null
}

const columns: readonly TableColumn<Row>[] = [
  { id: 'name', header: '名, "字"', value: (row) => row.name },
  { id: 'count', header: '数', value: (row) => row.count },
]

test('a table as CSV and as TSV is read back as it was by a parser of its own', () => {
  const row = fc.record({ name: fc.string({ unit: fc.constantFrom('"', ',', '\t', '\n', '\r\n', '弦', ' ', 'x') }).map((text) => `弦${text}`), count: fc.option(fc.integer()) })
  fc.assert(fc.property(fc.array(row), fc.constantFrom(',' as const, '\t' as const), (rows, separator) => {
    const { data } = Papa.parse<string[]>(delimitedText(columns, rows, separator), { delimiter: separator, newline: '\r\n' })
    expect(data).toEqual([['名, "字"', '数'], ...rows.map(({ name, count }) => [name, count === null ? '' : String(count)])])
  }))
})

test('a cell that a spreadsheet would run is guarded, numbers are not', () => {
  const rows = ['=1+1', '-5'].map((name) => ({ name, count: -5 }))
  expect(delimitedText(columns, rows, '\t')).toBe('"名, ""字"""\t数\r\n\'=1+1\t-5\r\n-5\t-5')
})

test('numbers by size, Chinese by pinyin, nothing last', () => {
  expect([10, 9, null, 2].sort(compareValues)).toEqual([2, 9, 10, null])
  expect(['张', '李', '王'].sort(compareValues)).toEqual(['李', '王', '张'])
  expect(['row 10', 'row 9'].sort(compareValues)).toEqual(['row 9', 'row 10'])
})
