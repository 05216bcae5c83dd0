import { unzipSync, strFromU8 } from 'fflate'
import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { csvCell, csvText } from '../../src/export/csv.ts'
import { latexText } from '../../src/export/latex.ts'
import { markdownText } from '../../src/export/markdown.ts'
import { figure, type Table } from '../../src/export/table.ts'
import { fileNamePart } from '../../src/export/textFile.ts'
import { zipFiles } from '../../src/export/zipFiles.ts'

const table: Table = {
  caption: '宏平均 F1 | 100_% of n = 34',
  columns: [{ header: '方法_1' }, { header: 'F1', align: 'end', digits: 3 }, { header: 'n', align: 'end' }],
  rows: [['a|b & <i>c</i>\nd', 0.12345, 34], ['*{\\x}* $5', null, 0], ['[x] ~^', NaN, 1e21]],
}

describe('CSV', () => {
  test('is RFC 4180, with every digit, n/a empty', () => {
    expect(csvText(table)).toBe('方法_1,F1,n\r\n"a|b & <i>c</i>\nd",0.12345,34\r\n*{\\x}* $5,,0\r\n[x] ~^,,1e+21\r\n')
  })

  test('comes back from a CSV reader', () => {
    const cell = fc.oneof(fc.string({ unit: 'binary' }).filter((text) => csvCell(text).replace(/^"|"$/g, '').charAt(0) !== "'"), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom('a,b', '"', 'x\r\ny', ' z ', '\n'))
    fc.assert(fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
      const text = csvText({ caption: '', columns: [{ header: 'a' }, { header: 'b' }], rows })
      expect(Papa.parse<string[]>(text, { delimiter: ',', newline: '\r\n' }).data.slice(1, -1)).toEqual(rows.map((row) => row.map((value) => String(value))))
    }))
  })

  test.each([
    ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
    ['+1+cmd', "'+1+cmd"],
    ['-a', "'-a"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['＝1+1', "'＝1+1"],
    ['-0.5', '-0.5'],
    ['+86', '+86'],
    ['a=b', 'a=b'],
  ])('a spreadsheet runs no formula: %j', (text, cell) => {
    expect(csvCell(text)).toBe(cell)
  })

  test('numbers below nought stay numbers', () => {
    expect(csvCell(-0.25)).toBe('-0.25')
  })
})

describe('Markdown', () => {
  test('escapes what would be markup, one line a row', () => {
    expect(markdownText(table)).toBe(
      '宏平均 F1 \\| 100\\_% of n = 34\n\n' +
        '| 方法\\_1 | F1 | n |\n| :--- | ---: | ---: |\n' +
        '| a\\|b &amp; &lt;i&gt;c&lt;/i&gt; d | 0.123 | 34 |\n' +
        '| \\*{\\\\x}\\* $5 | n/a | 0 |\n' +
        '| \\[x\\] \\~^ | n/a | 1e+21 |\n',
    )
  })

  test('has a row a row and a cell a cell, whatever the texts', () => {
    fc.assert(fc.property(fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))), (rows) => {
      const lines = markdownText({ caption: '', columns: [{ header: 'a' }, { header: 'b' }], rows }).trimEnd().split(/[\r\n\u2028\u2029]/)
      expect(lines).toHaveLength(rows.length + 2)
      for (const line of lines) expect(line.replace(/\\./gu, '').split('|')).toHaveLength(4)
    }))
  })
})

describe('LaTeX', () => {
  test('is a booktabs float', () => {
    expect(latexText(table, 'tab:f1 x')).toBe(
      [
        '\\begin{table}[t]', '\\centering', '\\caption{宏平均 F1 \\textbar{} 100\\_\\% of n = 34}', '\\label{tab:f1-x}',
        '\\begin{tabular}{lrr}', '\\toprule', '方法\\_1 & F1 & n \\\\', '\\midrule',
        'a\\textbar{}b \\& \\textless{}i\\textgreater{}c\\textless{}/i\\textgreater{} d & 0.123 & 34 \\\\',
        '{}*\\{\\textbackslash{}x\\}* \\$5 & n/a & 0 \\\\', '{}[x] \\textasciitilde{}\\textasciicircum{} & n/a & 1e+21 \\\\',
        '\\bottomrule', '\\end{tabular}', '\\end{table}', '',
      ].join('\n'),
    )
  })
})

test('a row with another number of cells is a mistake', () => {
  const wrong = { ...table, rows: [['a']] }
  for (const write of [csvText, markdownText, (each: Table) => latexText(each)]) expect(() => write(wrong)).toThrow('1 cells for 3 columns')
})

describe('an archive', () => {
  test('holds its files, with names in any script', async () => {
    const blob = await zipFiles([{ name: '结果/甲.jsonl', text: '{"a":"🙂"}\n' }, { name: 'b.csv', text: '' }])
    const files = unzipSync(new Uint8Array(await blob.arrayBuffer()))
    expect(Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))).toEqual({ '结果/甲.jsonl': '{"a":"🙂"}\n', 'b.csv': '' })
  })

  test.each([['a', 'a'], ['../a', 'b'], ['/a', 'b'], ['', 'b']])('refuses the names %j and %j', (one, other) => {
    expect(() => zipFiles([{ name: one, text: '' }, { name: other, text: '' }])).toThrow()
  })
})

test('a part of a file name is one segment on every system', () => {
  expect(['Qwen/Qwen2.5:0.5B', '..', '中文 名', 'a_b-c.d'].map(fileNamePart)).toEqual(['Qwen-Qwen2.5-0.5B', 'unnamed', '中文-名', 'a_b-c.d'])
})

describe('figures with their intervals', () => {
  const shown: Table = {
    caption: '',
    columns: [
      { header: '任务', key: 'task' },
      { header: 'F1', key: 'f1', align: 'end', scale: 'percent', interval: true },
      { header: 'gain', align: 'end', scale: 'points', interval: true },
      { header: 'failed', align: 'end', csvOnly: true },
    ],
    rows: [
      ['a', figure(0.5864, { low: 0.531, high: 0.64 }), figure(0.052, { low: -0.01, high: 0.114 }), 0],
      ['b', figure(0.25), figure(-0.0004), 1],
      ['c', figure(undefined, { low: 0, high: 1 }), figure(0), 2],
    ],
    rules: [2],
  }

  test('stand in one cell in Markdown and LaTeX, in percent and points, with a sign where there is a direction', () => {
    expect(markdownText(shown).split('\n').slice(0, 5)).toEqual([
      '| 任务 | F1 (%) | gain (pp) |', '| :--- | ---: | ---: |',
      '| a | 58.6 \\[53.1, 64.0\\] | +5.2 \\[-1.0, +11.4\\] |', '| b | 25.0 | 0.0 |', '| c | n/a | 0.0 |',
    ])
    const lines = latexText(shown).split('\n')
    expect(lines).toContain('a & 58.6 [53.1, 64.0] & +5.2 [-1.0, +11.4] \\\\')
    expect(lines.slice(lines.indexOf('b & 25.0 & 0.0 \\\\')).slice(0, 2)).toEqual(['b & 25.0 & 0.0 \\\\', '\\midrule'])
  })

  test('take three columns in CSV, under the names that programs know, with every digit', () => {
    expect(csvText(shown)).toBe(
      'task,f1,f1_low,f1_high,gain,gain_low,gain_high,failed\r\na,0.5864,0.531,0.64,0.052,-0.01,0.114,0\r\nb,0.25,,,-0.0004,,,1\r\nc,,,,0,,,2\r\n',
    )
  })
})

test('a p-value that rounds to nought is said to be below the last digit, and kept in CSV', () => {
  const table: Table = { caption: '', columns: [{ header: 'p', digits: 3, p: true }], rows: [[0.0002], [0.0126], [null]] }
  expect(markdownText(table).split('\n').slice(2, 5)).toEqual(['| &lt; 0.001 |', '| 0.013 |', '| n/a |'])
  expect(csvText(table)).toBe('p\r\n0.0002\r\n0.0126\r\n\r\n')
})
