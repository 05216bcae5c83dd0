import { describe, expect, test } from 'vitest'
import { inspectFile } from '../../src/import/inspectFile.ts'
import { collect, fileOf } from './collect.ts'
import { encode } from './encode.ts'
import { brief } from './findings.ts'

const texts = (samples: readonly { text: string }[]): string[] => samples.map(({ text }) => text)

describe('encodings', () => {
  const content = '编号,文本,情感\n1,今天的客服态度真好呢，等了三个小时,负面\n2,谢谢你呀,正面\n3,嗯，知道了,中性\n'
  const variants: [string, boolean][] = [
    ['utf-8', false],
    ['utf-8', true],
    ['gb18030', false],
    ['utf-16le', true],
    ['utf-16le', false],
    ['utf-16be', true],
    ['utf-16be', false],
  ]
  test.each(variants)('%s, byte order mark: %s: header and cells come out right', async (encoding, mark) => {
    const file = fileOf('a.csv', encode(content, encoding, mark))
    const inspection = await inspectFile(file)
    expect(inspection).toMatchObject({ encoding, detectedEncoding: encoding, format: 'csv', delimiter: ',', columns: ['编号', '文本', '情感'] })
    const { samples, dataset } = await collect(file)
    expect(texts(samples)).toEqual(['今天的客服态度真好呢，等了三个小时', '谢谢你呀', '嗯，知道了'])
    expect(samples[0]!.gold['implicit']).toEqual({ kind: 'label', label: 'Negative' })
    expect(dataset.source.encoding).toBe(encoding)
  })

  test('Big5 with traditional labels', async () => {
    const file = fileOf('a.csv', encode('編號,文本,標籤\n1,今天的客服態度真好呢，等了三個小時,負面\n2,謝謝你呀,積極\n', 'big5'))
    const { samples, dataset } = await collect(file)
    expect(dataset.source.encoding).toBe('big5')
    expect(samples.map(({ gold }) => gold['implicit'])).toEqual([
      { kind: 'label', label: 'Negative' },
      { kind: 'label', label: 'Positive' },
    ])
  })

  test('what was detected can be changed', async () => {
    const file = fileOf('a.csv', encode(content, 'gb18030'))
    const inspection = await inspectFile(file, { encoding: 'gbk' })
    expect(inspection).toMatchObject({ encoding: 'gbk', detectedEncoding: 'gb18030', columns: ['编号', '文本', '情感'] })
    const wrong = await collect(fileOf('a.csv', encode('id,text\n1,今天\n', 'gb18030')), { encoding: 'utf-8' })
    expect(brief(wrong.notices)).toContain('undecodable 2 text')
  })

  test('characters and CR LF split by the borders of read chunks come out whole', async () => {
    // Rows of odd length over more than a megabyte and a half: borders fall everywhere within characters and line ends.
    const rows = Array.from({ length: 25_000 }, (_, at) => `${at},今天${'好'.repeat(at % 37)}天气,正面`)
    for (const encoding of ['utf-8', 'gb18030', 'utf-16le']) {
      const { samples, problems } = await collect(fileOf('a.csv', encode(`id,text,label\r\n${rows.join('\r\n')}\r\n`, encoding)))
      expect(problems).toEqual([])
      expect(samples).toHaveLength(rows.length)
      expect(samples.every(({ text }, at) => text === `今天${'好'.repeat(at % 37)}天气`)).toBe(true)
      expect(samples.at(-1)!.row).toBe(25_001)
    }
  })
})

describe('headers', () => {
  test('a byte order mark is no part of the first name', async () => {
    expect((await inspectFile(fileOf('a.csv', '\ufeffid,text\n1,好\n'))).columns).toEqual(['id', 'text'])
    expect((await inspectFile(fileOf('a.csv', '\ufeff"id",text\n1,好\n'))).columns).toEqual(['id', 'text'])
  })

  test('repeated and empty names are made unique and shown', async () => {
    const inspection = await inspectFile(fileOf('a.csv', 'id,text,label,label,,\n1,好,正面,负面,x,y\n'))
    expect(inspection.columns).toEqual(['id', 'text', 'label', 'label (2)', '#5', '#6'])
    expect(inspection.findings).toEqual([
      { code: 'renamedColumn', row: 1, column: 'label (2)', detail: { from: 'label' } },
      { code: 'renamedColumn', row: 1, column: '#5', detail: { from: '' } },
      { code: 'renamedColumn', row: 1, column: '#6', detail: { from: '' } },
    ])
    const { samples } = await collect(fileOf('a.csv', 'id,text,label,label,,\n1,好,正面,负面,x,y\n'))
    expect(samples[0]!.other).toMatchObject({ '#5': 'x', '#6': 'y' })
  })

  test('a name that the file uses itself is not given away', async () => {
    expect((await inspectFile(fileOf('a.csv', 'text,a,a,a (2)\n好,1,2,3\n'))).columns).toEqual(['text', 'a', 'a (3)', 'a (2)'])
  })

  test('a table without a header keeps its first row', async () => {
    const file = fileOf('a.csv', '今天真好,正面\n烦死了,负面\n嗯,中性\n')
    expect(await inspectFile(file)).toMatchObject({ header: false, columns: ['#1', '#2'] })
    const { samples, dataset } = await collect(file)
    expect(dataset.rows).toBe(3)
    expect(samples.map(({ text, gold, row }) => [text, gold['implicit'], row])).toEqual([
      ['今天真好', { kind: 'label', label: 'Positive' }, 1],
      ['烦死了', { kind: 'label', label: 'Negative' }, 2],
      ['嗯', { kind: 'label', label: 'Neutral' }, 3],
    ])
  })

  test.each([
    ['a title', '客服对话标注表,,\n编号,文本,情感\n1,好,正面\n', 3],
    ['a title without separators', '客服对话标注表\n\n编号,文本,情感\n1,好,正面\n', 4],
    ['the separator, as spreadsheets write it', 'sep=;\n编号;文本;情感\n1;好;正面\n', 3],
  ])('%s above the header is skipped', async (_, content, row) => {
    expect(await inspectFile(fileOf('a.csv', content))).toMatchObject({ columns: ['编号', '文本', '情感'], skippedRows: 1, header: true })
    const { samples, dataset } = await collect(fileOf('a.csv', content))
    expect(dataset.rows).toBe(1)
    expect(samples[0]).toMatchObject({ id: '1', text: '好', row })
  })

  test('a list of sentences, one a line, quotes and commas and all', async () => {
    const { samples, problems } = await collect(fileOf('a.txt', '今天真好, 真的\n"好的"他说\n\n“嗯”\n'))
    expect(problems).toEqual([])
    expect(texts(samples)).toEqual(['今天真好, 真的', '"好的"他说', '“嗯”'])
  })
})

describe('separators and line ends', () => {
  test.each([
    ['comma in .tsv', 'a.tsv', 'id,text,label\n1,好,正面\n2,坏,负面\n', ',', 'csv'],
    ['tab in .csv', 'a.csv', 'id\ttext\tlabel\n1\t好, 真好\t正面\n2\t坏, 真坏\t负面\n', '\t', 'tsv'],
    ['semicolon', 'a.csv', 'id;text;label\n1;好, 真好;正面\n2;坏;负面\n', ';', 'csv'],
    ['pipe', 'a.txt', 'id|text|label\n1|好, 真好|正面\n2|坏|负面\n', '|', 'csv'],
    ['full-width comma', 'a.csv', 'id，text，label\n1，好, 真好，正面\n2，“坏”，负面\n', '，', 'csv'],
  ])('%s', async (_, name, content, delimiter, format) => {
    expect(await inspectFile(fileOf(name, content))).toMatchObject({ delimiter, format, columns: ['id', 'text', 'label'] })
    expect((await collect(fileOf(name, content))).samples).toHaveLength(2)
  })

  test('full-width commas of sentences part nothing, however many each has', async () => {
    const lines = ['今天真好，真的', '你可真行，又忘了', '三点开会，别迟到', '随便你吧，我不管了']
    for (const head of ['', '内容\n', '内容，真的\n']) {
      const { samples } = await collect(fileOf('a.csv', `${head}${lines.join('\n')}\n`))
      expect(texts(samples).slice(-4)).toEqual(lines)
    }
    // a sentence may be made of words that columns are called by
    const comments = ['评论，回复，点赞，一个都没有', '好吧', ...lines, '内容，评论，我都看了', '没事的', '那就这样吧']
    for (const name of ['a.csv', 'a.txt']) expect(texts((await collect(fileOf(name, `${comments.join('\n')}\n`))).samples)).toEqual(comments)
    const { samples } = await collect(fileOf('a.csv', `text,label\n${lines.map((line) => `${line},正面`).join('\n')}\n`))
    expect(texts(samples)).toEqual(lines)
  })

  test('CR LF rows with a line feed inside a quoted cell', async () => {
    const { samples, problems } = await collect(fileOf('a.csv', 'id,text,label\r\n1,"第一行\n第二行",正面\r\n2,坏,负面\r\n'))
    expect(problems).toEqual([])
    expect(samples.map(({ text, row }) => [text, row])).toEqual([['第一行\n第二行', 2], ['坏', 4]])
  })

  test('mixed line ends', async () => {
    const { samples, problems } = await collect(fileOf('a.csv', 'id,text\r\n1,一\n2,二\r3,三\r\n4,四'))
    expect(problems).toEqual([])
    expect(samples.map(({ text, row }) => [text, row])).toEqual([['一', 2], ['二', 3], ['三', 4], ['四', 5]])
  })

  test('blank lines are no rows', async () => {
    const { dataset, samples } = await collect(fileOf('a.csv', '\n\nid,text\n\n1,一\n   \n2,二\n\n'))
    expect(dataset.rows).toBe(2)
    expect(samples.map(({ row }) => row)).toEqual([5, 7])
  })

  test('quoting: commas, doubled quotes, line feeds, spaces around', async () => {
    const { samples, problems } = await collect(fileOf('a.csv', 'id,text,label\n1,"他说,""好的""\n走了" ,正面\n2,"""",负面\n'))
    expect(problems).toEqual([])
    expect(texts(samples)).toEqual(['他说,"好的"\n走了', '"'])
  })
})

describe('rows with the wrong number of cells', () => {
  test('too many is a problem, unless they are empty', async () => {
    const { samples, problems } = await collect(fileOf('a.csv', 'id,text,label\n1,好,正面,,\n2,你好,世界,负面\n3,嗯,中性\n'))
    expect(samples.map(({ id }) => id)).toEqual(['1', '3'])
    expect(problems).toEqual([{ code: 'raggedRow', row: 3, column: null, detail: { expected: '3', found: '4' }, raw: '2,你好,世界,负面' }])
  })

  test('too few is a problem where a label, a text or an id is missing, else a notice', async () => {
    const { samples, problems, notices } = await collect(fileOf('a.csv', 'id,text,label,note\n1,好,正面\n2,断了\n3,嗯,中性,x\n'))
    expect(samples.map(({ id }) => id)).toEqual(['1', '3'])
    expect(brief(problems)).toEqual(['raggedRow 3 label'])
    expect(brief(notices)).toEqual(['raggedRow 2 note'])
  })
})

describe('quotes that swallow rows', () => {
  const good = (from: number, to: number): string[] => Array.from({ length: to - from + 1 }, (_, at) => `${from + at},第${from + at}句话,正面`)

  test('a quote that never closes costs its own row only', async () => {
    const content = ['id,text,label', ...good(1, 10), '11,"他说好,正面', ...good(12, 3000)].join('\n')
    const { samples, problems, dataset } = await collect(fileOf('a.csv', content))
    expect(dataset.rows).toBe(3000)
    expect(samples).toHaveLength(2999)
    expect(problems).toEqual([{ code: 'swallowedRows', row: 12, column: null, detail: { from: '13', to: '3001' }, raw: '11,"他说好,正面' }])
    expect(samples[10]).toMatchObject({ id: '12', text: '第12句话', row: 13 })
  })

  test('the same over many chunks of a large file', async () => {
    const content = ['id,text,label', ...good(1, 10), '11,"他说好,正面', ...good(12, 60_000)].join('\n')
    const { samples, problems } = await collect(fileOf('a.csv', content))
    expect(samples).toHaveLength(59_999)
    expect(brief(problems)).toEqual(['swallowedRows 12'])
  })

  test('a quote that the next quoted cell closes', async () => {
    const content = ['id,text,label', ...good(1, 10), '11,"他说好,正面', ...good(12, 20), '21,"你好,世界",负面', ...good(22, 30)].join('\n')
    const { samples, problems } = await collect(fileOf('a.csv', content))
    expect(brief(problems)).toEqual(['swallowedRows 12'])
    expect(samples).toHaveLength(29)
    expect(samples.find(({ id }) => id === '21')).toMatchObject({ text: '你好,世界' })
  })

  test('two stray quotes in neighbouring rows', async () => {
    const content = ['id,text,label', ...good(1, 10), '11,"他说好,正面', '12,走了",负面', ...good(13, 20)].join('\n')
    const { samples, problems } = await collect(fileOf('a.csv', content))
    expect(brief(problems)).toEqual(['swallowedRows 12'])
    expect(samples.find(({ id }) => id === '12')).toMatchObject({ text: '走了"' })
  })

  test('text behind a closing quote', async () => {
    const content = ['id,text,label', ...good(1, 3), '4,"好的"他说,正面', ...good(5, 9)].join('\n')
    const { samples, problems } = await collect(fileOf('a.csv', content))
    expect(brief(problems)).toEqual(['swallowedRows 5'])
    expect(samples).toHaveLength(8)
  })

  test('honest cells of many lines stay whole, commas and all', async () => {
    const long = Array.from({ length: 12 }, (_, at) => `第${at}行, 还有, 很多`).join('\n')
    const content = ['id,text,label', ...good(1, 10), `11,"${long}",正面`, '12,"Well, I\nthink, so",负面', ...good(13, 20)].join('\n')
    const { samples, problems } = await collect(fileOf('a.csv', content))
    expect(problems).toEqual([])
    expect(samples).toHaveLength(20)
    expect(samples[10]!.text).toBe(long)
    expect(samples[11]!.text).toBe('Well, I\nthink, so')
  })

  test('in tab-separated text quotes are what they are', async () => {
    const content = ['id\ttext\tlabel', '1\t"好的"他说\t正面', '2\t"没说完\t负面', '3\t嗯\t中性'].join('\n')
    const { samples, problems } = await collect(fileOf('a.tsv', content))
    expect(problems).toEqual([])
    expect(texts(samples)).toEqual(['"好的"他说', '"没说完', '嗯'])
  })

  test('a header with a stray quote does not swallow the file', async () => {
    const { dataset } = await collect(fileOf('a.csv', ['id,"text,label', ...good(1, 30)].join('\n')), { delimiter: ',', header: true, mapping: { id: { kind: 'id' }, '"text': { kind: 'text' } } })
    expect(dataset.rows).toBe(30)
  })
})

describe('characters', () => {
  test('a byte order mark inside a cell goes, and is noticed', async () => {
    const { samples, notices } = await collect(fileOf('a.csv', 'id,text,label\n\ufeff1,\ufeff好的呀,\ufeff正面\n'))
    expect(samples[0]).toMatchObject({ id: '1', text: '好的呀', gold: { implicit: { kind: 'label', label: 'Positive' } } })
    expect(notices).toMatchObject([{ code: 'controlCharacters', row: 2, column: 'text', detail: { characters: 'U+FEFF' } }])
  })

  test('zero-width and control characters: cleaned in labels, kept in texts and noticed', async () => {
    const { samples, notices } = await collect(fileOf('a.csv', 'id,text,label\n1,好\u200b的\u0007呀,正\u200b面\n'))
    expect(samples[0]).toMatchObject({ text: '好\u200b的\u0007呀', gold: { implicit: { kind: 'label', label: 'Positive' } } })
    expect(notices[0]!.detail).toEqual({ characters: 'U+200B U+0007' })
  })

  test('the joiner within an emoji is in order', async () => {
    expect((await collect(fileOf('a.csv', 'id,text\n1,一家👨‍👩‍👧人\n'))).notices).toEqual([])
  })

  test('U+FFFD in the text is noticed', async () => {
    expect(brief((await collect(fileOf('a.csv', 'id,text\n1,好\ufffd的\n'))).notices)).toEqual(['undecodable 2 text'])
  })
})

test('invisible characters in an id are noticed, and stay: they make it another id', async () => {
  const { samples, notices } = await collect(fileOf('a.csv', 'id,text\n1,一\n1\u200b,二\n'))
  expect(samples.map(({ id }) => id)).toEqual(['1', '1\u200b'])
  expect(brief(notices)).toEqual(['controlCharacters 3 id'])
})

test('a text of a hundred thousand characters and more is a problem, cut where it is shown', async () => {
  const { problems, samples } = await collect(fileOf('a.csv', `id,text\n1,${'长'.repeat(100_001)}\n2,${'长'.repeat(100_000)}\n`))
  expect(samples.map(({ id }) => id)).toEqual(['2'])
  expect(problems).toMatchObject([{ code: 'tooLarge', row: 2, column: 'text', detail: { length: '100001', most: '100000' } }])
  expect(problems[0]!.raw).toHaveLength(2000)
})

test('a title and notes above the header, as a spreadsheet saves them: with the separators of empty cells', async () => {
  const content = '客服对话标注表,,\r\n制表人：张三,,日期：2024-01-03\r\n\r\n编号,内容,隐性极性\r\n1,你好呀,正面\r\n2,随便你吧,负面\r\n'
  expect(await inspectFile(fileOf('a.csv', content))).toMatchObject({ skippedRows: 2, columns: ['编号', '内容', '隐性极性'], complete: true })
  const { samples } = await collect(fileOf('a.csv', content))
  expect(samples.map(({ id, text, row }) => [id, text, row])).toEqual([['1', '你好呀', 5], ['2', '随便你吧', 6]])
})

test('labels are not taken for sentences where there are none; words are labels before numbers are', async () => {
  const inspection = await inspectFile(fileOf('a.csv', 'id,score,label\n1,5,正面\n2,3,负面\n3,1,负面\n'))
  expect(inspection).toMatchObject({ complete: false, mapping: { label: { kind: 'gold', field: 'implicit' }, score: { kind: 'other' } } })
  expect(inspection.findings.map(({ code }) => code)).toContain('missingText')
})

test('the header of a file that was joined on is no sample', async () => {
  const { samples, problems, dataset } = await collect(fileOf('a.csv', '标题,,\nid,text,label\n1,一句话,负面\n\ufeffid,text,label\n2,两句话,负面\n'))
  expect(samples.map(({ id }) => id)).toEqual(['1', '2'])
  expect(problems.map(({ code, row, detail }) => [code, row, detail['row']])).toEqual([['exactDuplicate', 4, '2']])
  expect(dataset.rows).toBe(3)
})

test('where hardly a row can be taken apart, the user is asked', async () => {
  const content = 'id,text\n1,你好,世界\n2,再见,世界\n3,行吧,世界\n4,好\n'
  expect(await inspectFile(fileOf('a.csv', content))).toMatchObject({ complete: false, mapping: { text: { kind: 'text' } } })
})

test('a word that stands in every row is no sentence, however long', async () => {
  const { mapping } = await inspectFile(fileOf('a.tsv', ['0\t随便你吧\tsadness', '1\t到家了说\tsadness', '2\t行吧行吧\tsadness'].join('\n')))
  expect(mapping['#2']).toEqual({ kind: 'text' })
})

test('rows with no text are problems', async () => {
  const { problems, dataset } = await collect(fileOf('a.csv', 'id,text,label\n1,,正面\n2,   ,负面\n3,\u200b\u3000,负面\n4,好,正面\n'))
  expect(brief(problems)).toEqual(['emptyText 2 text', 'emptyText 3 text', 'emptyText 4 text'])
  expect(problems[0]!.raw).toBe('1,,正面')
  expect(dataset).toMatchObject({ rows: 4, samples: 1, problems: 3 })
})
