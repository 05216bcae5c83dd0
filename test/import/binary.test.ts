import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ImportError } from '../../src/import/importError.ts'
import { inspectFile } from '../../src/import/inspectFile.ts'
import { collect, fileOf } from './collect.ts'
import { brief } from './findings.ts'
import { workbook } from './workbook.ts'

// Composed by test/fixtures/import/compose.py with openpyxl and pyarrow.
const fixture = (name: string) => fileOf(name, readFileSync(new URL(`../fixtures/import/${name}`, import.meta.url)))

describe('workbooks', () => {
  test('the sheet with the most rows is read, dates and numbers as shown, columns without a name numbered', async () => {
    const inspection = await inspectFile(fixture('sheets.xlsx'))
    expect(inspection).toMatchObject({ format: 'xlsx', encoding: null, complete: true })
    expect(inspection.columns).toEqual(['编号', '文本', '显性极性', '隐性极性', '日期', '得分', '#7', '备注'])
    expect(inspection.firstRows[0]).toEqual(['7', '今天的会开得真好', '正面', '负面', '2024-01-05', '0.3', '', ''])
    expect(inspection.firstRows[1]!.slice(4, 6)).toEqual(['2024-01-05 13:30:00', '412646149'])
  })

  test('another sheet can be chosen', async () => {
    expect((await inspectFile(fixture('sheets.xlsx'), { sheet: 0, header: false })).firstRows).toEqual([['本表为示例']])
  })

  test('a title above the header is skipped', async () => {
    const { samples, problems } = await collect(fixture('titled.xlsx'))
    expect(problems).toEqual([])
    expect(samples.map(({ id, text, gold, row }) => [id, text, gold['implicit'], row])).toEqual([
      ['1', '发货真快，快递员也很好', { kind: 'label', label: 'Positive' }, 4],
      ['2', '呵呵，真会做生意', { kind: 'label', label: 'Negative' }, 5],
    ])
  })

  test('ids: 7, "7" and 007 apart, long ones whole as text and noticed as numbers; blank rows are none', async () => {
    const { samples, problems, notices, dataset } = await collect(fixture('sheets.xlsx'))
    expect(samples.map(({ id, row }) => [id, row])).toEqual([
      ['7', 2],
      ['"7"', 3],
      ['007', 4],
      ['1234567890123456789', 5],
      ['1.234567890123457e+18', 7],
    ])
    expect(brief(problems)).toEqual(['missingText 8 文本'])
    expect(brief(notices)).toEqual(['duplicateId 3', 'exponentialId 7 编号'])
    expect(dataset.rows).toBe(6)
  })

  test('line feeds within cells, labels of every kind, stance from both', async () => {
    const { samples } = await collect(fixture('sheets.xlsx'))
    expect(samples[3]!.text).toBe('第一行\n第二行')
    expect(samples.map(({ gold }) => gold['stance'])).toEqual(
      ['Sarcastic Negative', 'Positive', 'Neutral', 'Negative', 'Negative'].map((label) => ({ kind: 'label', label, derived: true })),
    )
  })
})

describe('numbers that a workbook shows as ids', () => {
  const id = (number: number, format: string) => ({ number, format })
  const rows = [['编号', '文本', '隐性极性'], [id(7, '000'), '第一句话', '正面'], [id(8, '"S"0000'), '第二句话', '负面'], [7, '第三句话', '中性'], [id(1234, '000'), '第四句话', '正面'], [id(0.5, '0%'), '第五句话', '负面'], [id(9, '#,##0'), '第六句话', '负面'], [id(10, '000;-000'), '第七句话', '负面']]
  const file = fileOf('ids.xlsx', workbook({ 数据: rows }))

  test('are the ids: what stands in the file of that sheet that somebody else saved as CSV', async () => {
    expect((await collect(file)).samples.map((sample) => sample.id)).toEqual(['007', 'S0008', '7', '1234', '0.5', '9', '010'])
    expect((await inspectFile(file)).firstRows.map(([first]) => first)).toEqual(['007', 'S0008', '7', '1234', '0.5', '9', '010'])
  })

  test('are not numbers with their unit: labels in points stay codes', async () => {
    const points = [['编号', '文本', '标签'], ...[0, 1, 2, 1, 0].map((code, at) => [id(at, '0"号"'), `第${at}句话说完了`, id(code, '0"分"')])]
    const { mapping, labelCodes, firstRows } = await inspectFile(fileOf('points.xlsx', workbook({ 数据: points })))
    expect(mapping['标签']).toEqual({ kind: 'gold', field: 'implicit' })
    expect(labelCodes['标签']).toEqual({ 0: 'Negative', 1: 'Neutral', 2: 'Positive' })
    expect(firstRows[1]).toEqual(['1', '第1句话说完了', '1'])
  })
})

describe('a workbook of several sheets, with merged cells', () => {
  test('data is told from longer instructions and from a hidden sheet; that others are not read is for the user to see', async () => {
    const inspection = await inspectFile(fixture('merged.xlsx'))
    expect(inspection).toMatchObject({ sheet: 1, complete: false, columns: ['编号', '上下文', '内容', '隐性极性', '时间'] })
    expect(inspection.sheets).toEqual([{ at: 0, name: '标注说明', rows: 8 }, { at: 1, name: '标注', rows: 7 }, { at: 2, name: '旧版', rows: 21 }])
    expect((await collect(fixture('merged.xlsx'), { sheet: 2 })).samples).toHaveLength(20)
  })

  test('a merged cell is that of every row it reaches over; times are those of the sheet', async () => {
    const { samples, problems } = await collect(fixture('merged.xlsx'))
    expect(problems).toEqual([])
    const negative = { kind: 'label', label: 'Negative' }
    const positive = { kind: 'label', label: 'Positive' }
    expect(samples.map(({ id, context, gold, other }) => [id, context, gold['implicit'], other['时间']])).toEqual([
      ['0', '甲：我又迟到了', negative, '2024-01-01 08:30:00'],
      ['1', '甲：我又迟到了', negative, '2024-01-02 08:30:00'],
      ['2', '甲：我又迟到了', positive, '2024-01-03 08:30:00'],
      ['3', '乙：东西到了', positive, '2024-01-04 08:30:00'],
      ['4', '乙：东西到了', negative, '2024-01-05 08:30:00'],
    ])
  })
})

describe('Parquet', () => {
  test.each(['snappy', 'zstd', 'gzip', 'brotli', 'lz4', 'none'])('compressed with %s', async (codec) => {
    const { samples, problems, dataset } = await collect(fixture(`turns-${codec}.parquet`))
    expect(problems).toEqual([])
    expect(dataset).toMatchObject({ rows: 3, source: { format: 'parquet', encoding: null } })
    expect(samples.map(({ id, text, context, row }) => [id, text, context, row])).toEqual([
      ['1234567890123456789', '好的呢', '[买家] 在吗\n[客服] 在的', 1],
      ['9007199254740993', '真行啊你', '', 2],
      ['3', '收到', '', 3],
    ])
    expect(samples[0]!.other).toEqual({ time: '2024-01-05 13:30:00', scores: '[1.5,2]' })
  })

  test('class names in the file explain its codes: nothing is guessed', async () => {
    const inspection = await inspectFile(fixture('turns-snappy.parquet'))
    expect(inspection.labelCodes).toEqual({ label: { 0: 'Negative', 1: 'Neutral', 2: 'Positive' } })
    expect(inspection.findings).toEqual([])
    const { samples } = await collect(fixture('turns-snappy.parquet'))
    expect(samples.map(({ gold }) => gold['implicit'])).toEqual(['Positive', 'Negative', 'Neutral'].map((label) => ({ kind: 'label', label })))
  })
})

test('names do not matter: a workbook called .csv, Parquet called .json', async () => {
  const renamed = (from: string, name: string) => fileOf(name, readFileSync(new URL(`../fixtures/import/${from}`, import.meta.url)))
  expect((await inspectFile(renamed('sheets.xlsx', 'a.csv'))).format).toBe('xlsx')
  expect((await inspectFile(renamed('turns-none.parquet', 'a.json'))).format).toBe('parquet')
})

const failure = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no failure',
    (error: unknown) => (error instanceof ImportError ? [error.code, error.detail] : error),
  )

/** Bytes of every value, the same each time. */
const noise = (length: number): Uint8Array<ArrayBuffer> => {
  let state = 1
  return Uint8Array.from({ length }, () => (state = (state * 1103515245 + 12345) % 2 ** 31) >> 16)
}

test.each([
  ['an old workbook', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1), ['unsupported', { format: 'xls' }]],
  ['gzip', Uint8Array.of(0x1f, 0x8b, 8), ['unsupported', { format: 'gzip' }]],
  ['another zip', Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0), ['unsupported', { format: 'zip' }]],
  ['a PDF', new TextEncoder().encode('%PDF-1.7'), ['unsupported', { format: 'pdf' }]],
  ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d), ['unsupported', { format: 'png' }]],
  ['an empty zip', Uint8Array.of(0x50, 0x4b, 5, 6, ...new Uint8Array(18)), ['unsupported', { format: 'zip' }]],
  ['UTF-32', Uint8Array.of(0xff, 0xfe, 0, 0, 0x60, 0x4f, 0, 0), ['unsupported', { format: 'utf-32' }]],
  ['bytes without a signature', noise(4000), ['unsupported', { format: 'binary' }]],
  ['NULs', new Uint8Array(3000), ['unsupported', { format: 'binary' }]],
  ['a web page', new TextEncoder().encode('\n<!DOCTYPE html>\n<html><head><title>404, not found</title></head>\n<body>请登录</body></html>\n'), ['unsupported', { format: 'html' }]],
  ['a web page without a doctype', new TextEncoder().encode('<!-- saved -->\n<html lang="zh">\n<body>请登录</body></html>\n'), ['unsupported', { format: 'html' }]],
  ['an XML workbook', new TextEncoder().encode('<?xml version="1.0"?>\n<Workbook></Workbook>'), ['unsupported', { format: 'xml' }]],
  ['a Git LFS pointer', new TextEncoder().encode('version https://git-lfs.github.com/spec/v1\noid sha256:ab\nsize 5\n'), ['unsupported', { format: 'git-lfs' }]],
  ['nothing', new Uint8Array(), ['empty', {}]],
  ['blank lines', new TextEncoder().encode('\n \n\r\n'), ['empty', {}]],
  ['a header alone', new TextEncoder().encode('id,text,label\n'), ['empty', {}]],
])('%s is refused', async (_, bytes, expected) => {
  expect(await failure(inspectFile(fileOf('a.csv', bytes)))).toEqual(expected)
  expect(await failure(collect(fileOf('a.csv', bytes)))).toEqual(expected)
})

test('cut files are damaged, not half read', async () => {
  for (const [name, kept] of [['sheets.xlsx', 3000], ['turns-snappy.parquet', 3000]] as const) {
    const cut = readFileSync(new URL(`../fixtures/import/${name}`, import.meta.url)).subarray(0, kept)
    expect(await failure(collect(fileOf(name, cut)))).toMatchObject(['damaged', {}])
  }
})

test('a table without any text column is refused, and says so when inspected', async () => {
  const file = fileOf('a.csv', 'a,b\n1,2\n3,4\n')
  expect(await inspectFile(file)).toMatchObject({ complete: false, findings: [{ code: 'missingText', row: 1, column: null }] })
  expect(await failure(collect(file))).toEqual(['noTextColumn', {}])
})
