import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inspectFile } from '../../src/import/inspectFile.ts'
import { JsonElements } from '../../src/import/jsonElements.ts'
import { numberSource } from '../../src/import/numberSource.ts'
import { droppedMembers } from '../../src/import/repeatedKeys.ts'
import { collect, fileOf } from './collect.ts'
import { encode } from './encode.ts'
import { brief } from './findings.ts'

const two = [
  { id: 'a', text: '今天真好' },
  { id: 'b', text: '算了吧' },
]
const ids = (samples: readonly { id: string }[]): string[] => samples.map(({ id }) => id)

describe('what a file is called does not matter', () => {
  test.each([
    ['array in .txt', 'a.txt', JSON.stringify(two), 'json'],
    ['array in .jsonl', 'a.jsonl', JSON.stringify(two, null, 2), 'json'],
    ['lines in .json', 'a.json', two.map((each) => JSON.stringify(each)).join('\n'), 'jsonl'],
    ['lines in .csv', 'a.csv', two.map((each) => JSON.stringify(each)).join('\n'), 'jsonl'],
    ['an object with one array', 'a.json', JSON.stringify({ version: 1, data: two }), 'json'],
    ['the same, indented', 'a.json', JSON.stringify({ version: 1, data: two }, null, 2), 'json'],
    ['an array further in', 'a.json', JSON.stringify({ result: { total: 2, rows: two } }), 'json'],
    ['columns as lists', 'a.json', JSON.stringify({ id: ['a', 'b'], text: two.map(({ text }) => text) }), 'json'],
    ['a data frame by columns', 'a.json', JSON.stringify({ id: { 0: 'a', 1: 'b' }, text: { 0: '今天真好', 1: '算了吧' } }), 'json'],
    ['records under their ids', 'a.json', JSON.stringify({ a: { text: '今天真好' }, b: { text: '算了吧' } }), 'json'],
    ['objects one after the other, indented', 'a.json', two.map((each) => JSON.stringify(each, null, 2)).join('\n'), 'json'],
    ['a byte order mark before it', 'a.json', `\ufeff${JSON.stringify(two)}`, 'json'],
  ])('%s', async (_, name, content, format) => {
    const { samples, problems, dataset } = await collect(fileOf(name, content))
    expect(dataset.source.format).toBe(format)
    expect(problems).toEqual([])
    expect(ids(samples)).toEqual(['a', 'b'])
    expect(samples.map(({ text }) => text)).toEqual(['今天真好', '算了吧'])
  })

  test('chat lines that begin with a bracket are no JSON', async () => {
    expect((await inspectFile(fileOf('a.txt', '[买家] 你好\n[客服] 在的\n'))).format).toBe('csv')
  })

  test('JSON in UTF-16 and GBK', async () => {
    for (const encoding of ['utf-16le', 'gb18030']) {
      const { samples, dataset } = await collect(fileOf('a.json', encode(JSON.stringify(two, null, 1), encoding)))
      expect(dataset.source.encoding).toBe(encoding)
      expect(samples.map(({ text }) => text)).toEqual(['今天真好', '算了吧'])
    }
  })
})

describe('broken JSON', () => {
  test('a line that is no JSON is a problem, its neighbours are not', async () => {
    const lines = ['{"id":"a","text":"好"}', '{"id":"b","text":"坏"', '', '{"id":"c","text":"他说"好""}', '["d"]', 'null', '{"id":"e","text":"嗯"}']
    const { samples, problems, dataset } = await collect(fileOf('a.jsonl', lines.join('\n')))
    expect(ids(samples)).toEqual(['a', 'e'])
    expect(brief(problems)).toEqual(['malformedRow 2', 'malformedRow 4', 'notAnObject 5', 'notAnObject 6'])
    expect(problems[1]!.raw).toBe('{"id":"c","text":"他说"好""}')
    expect(dataset.rows).toBe(6)
    expect(samples[1]!.row).toBe(7)
  })

  test('an array that breaks off keeps what is whole', async () => {
    const content = JSON.stringify([...two, { id: 'c', text: '断在这里' }], null, 2).slice(0, -20)
    const { samples, problems } = await collect(fileOf('a.json', content))
    expect(ids(samples)).toEqual(['a', 'b'])
    expect(brief(problems)).toEqual(['malformedRow 3'])
    expect(problems[0]!.detail).toEqual({ reason: 'truncated' })
  })

  test('an object around the records that breaks off, too', async () => {
    const { samples, problems } = await collect(fileOf('a.json', JSON.stringify({ data: two }).slice(0, -5)))
    expect(ids(samples)).toEqual(['a'])
    expect(brief(problems)).toEqual(['malformedRow 2'])
  })

  test('a string that does not close costs its record only', async () => {
    const content = '[\n{"id": "a", "text": "好},\n{"id": "b", "text": "坏"},\n{"id": "c", "text": "嗯"}\n]'
    const { samples, problems } = await collect(fileOf('a.json', content))
    expect(ids(samples)).toEqual(['b', 'c'])
    expect(brief(problems)).toEqual(['malformedRow 1'])
  })

  test('elements that are no objects', async () => {
    const { problems } = await collect(fileOf('a.json', '[{"text":"好"}, 3, "x", null, [1], {"text":"坏"}]'))
    expect(problems.map(({ code, detail }) => [code, detail['found']])).toEqual([
      ['notAnObject', 'number'],
      ['notAnObject', 'string'],
      ['notAnObject', 'null'],
      ['notAnObject', 'array'],
    ])
  })

  test('U+2028 and U+2029 inside a record end no line', async () => {
    const { samples, notices } = await collect(fileOf('a.jsonl', '{"id":"a","text":"一\u2028二\u2029三"}\n{"id":"b","text":"好"}\n'))
    expect(samples.map(({ text }) => text)).toEqual(['一\u2028二\u2029三', '好'])
    expect(brief(notices)).toEqual(['controlCharacters 1 text'])
  })

  test('a byte order mark in mid-file, as joining two files leaves it', async () => {
    const { samples } = await collect(fileOf('a.jsonl', '\ufeff{"id":"a","text":"好"}\n\ufeff{"id":"b","text":"坏"}\r\n\r\n'))
    expect(ids(samples)).toEqual(['a', 'b'])
  })
})

test('what is no loss is mended: a comma behind the record, NaN as Python writes it', async () => {
  const { samples, problems } = await collect(fileOf('a.jsonl', '{"id":"a","text":"好"},\n{"id":"b","text":"NaN 不是 \\"NaN\\"","score":NaN,"x":[-Infinity]},\n'))
  expect(samples.map(({ id, text, other }) => [id, text, other])).toEqual([
    ['a', '好', {}],
    ['b', 'NaN 不是 "NaN"', { score: '', x: '[null]' }],
  ])
  expect(brief(problems)).toEqual([])
})

test('literals of Python and JavaScript are read as what they mean; strings are left alone', async () => {
  const lines = [
    `{'id': 'a', 'text': '他说"行"，真\\'好\\'', 'ok': True, 'x': None, 'y': nan}`,
    `{"id": "b", "text": "I'm fine, {'a': None}", "tags": [1, 2,],}`,
    `{id: "c", text: 'None', n: 12345678901234567890,}`,
    '{"id":"d","text":"甲\t乙","x":NaN}',
  ]
  const { samples, problems } = await collect(fileOf('a.jsonl', lines.join('\n')))
  expect(problems).toEqual([])
  expect(samples.map(({ id, text, other }) => [id, text, other])).toEqual([
    ['a', `他说"行"，真'好'`, { ok: 'true', x: '', y: '' }],
    ['b', "I'm fine, {'a': None}", { tags: '[1,2]' }],
    ['c', 'None', { n: '12345678901234567890' }],
    ['d', '甲\t乙', { x: '' }],
  ])
})

test('what was mended stands in the problem as the file has it', async () => {
  const { problems } = await collect(fileOf('a.jsonl', `{"text":"好"}\n{'text': ''}\n`))
  expect(problems.map(({ code, raw }) => [code, raw])).toEqual([['emptyText', "{'text': ''}"]])
})

describe('records that are no objects', () => {
  test.each([
    ['a.json', JSON.stringify(['你好呀', '随便你吧'])],
    ['a.jsonl', '"你好呀"\n"随便你吧"\n'],
  ])('sentences: %s', async (name, content) => {
    const { samples, dataset } = await collect(fileOf(name, content))
    expect(samples.map(({ id, text, row }) => [id, text, row])).toEqual([['row-1', '你好呀', 1], ['row-2', '随便你吧', 2]])
    expect(dataset.rows).toBe(2)
  })

  test.each([
    ['a.json', JSON.stringify([['id', 'text', 'label'], ['a', '你好呀', '正面'], ['b', '随便你吧', '负面']])],
    ['a.jsonl', '["id","text","label"]\n["a","你好呀","正面"]\n["b","随便你吧","负面"]'],
  ])('lists below a header: %s', async (name, content) => {
    const { samples, dataset } = await collect(fileOf(name, content))
    expect(samples.map(({ id, text, gold, row }) => [id, text, gold['implicit'], row])).toEqual([
      ['a', '你好呀', { kind: 'label', label: 'Positive' }, 2],
      ['b', '随便你吧', { kind: 'label', label: 'Negative' }, 3],
    ])
    expect(dataset.rows).toBe(2)
  })

  test('lists without one, and a list that is too long for its header', async () => {
    const bare = await collect(fileOf('a.jsonl', '[1,"你好呀","正面"]\n[2,"随便你吧","负面"]\n[3,"到家了说一声","中性"]'))
    expect(bare.samples.map(({ text }) => text)).toEqual(['你好呀', '随便你吧', '到家了说一声'])
    const long = await collect(fileOf('a.json', '[["id","text"],["a","好"],["b","好","多"]]'))
    expect(brief(long.problems)).toEqual(['raggedRow 3'])
  })

  test('a data frame in the orientation split', async () => {
    const { samples } = await collect(fileOf('a.json', JSON.stringify({ columns: ['text', 'label'], index: [0, 1], data: [['你好呀', '正面'], ['随便你吧', '负面']] })))
    expect(samples.map(({ text, gold }) => [text, gold['implicit']])).toEqual([
      ['你好呀', { kind: 'label', label: 'Positive' }],
      ['随便你吧', { kind: 'label', label: 'Negative' }],
    ])
  })

  test('parts of one data set are all read, other lists beside it are not', async () => {
    const content = { train: [{ text: '你好呀', label: '正面' }, { text: '行吧', label: '中性' }], test: [{ text: '随便你吧', label: '负面' }], labels: [{ name: '正面' }] }
    const { samples, dataset } = await collect(fileOf('a.json', JSON.stringify(content)))
    expect(samples.map(({ text, row }) => [text, row])).toEqual([['你好呀', 1], ['行吧', 2], ['随便你吧', 3]])
    expect(dataset.rows).toBe(3)
  })

  test('a scalar is no table of one sentence', async () => {
    expect(await inspectFile(fileOf('a.json', 'null'))).toMatchObject({ format: 'json', complete: false })
  })
})

test.each(['a.jsonl', 'a.json'])('records over several lines, and several on one line, whatever the file is called: %s', async (name) => {
  for (const content of [two.map((record) => JSON.stringify(record, null, 2)).join('\n'), two.map((record) => JSON.stringify(record)).join('')]) {
    expect(ids((await collect(fileOf(name, content))).samples)).toEqual(['a', 'b'])
  }
})

test('what is wrong with a line is shown where it is, in no language', async () => {
  const { problems } = await collect(fileOf('a.jsonl', '{"id":"a","text":"好"}\n{"id":"b","text":"坏","label":"负面"}{"id":"c"}\n'))
  expect(problems[0]!.detail).toEqual({ reason: '…","label":"负面"}▸{"id":"c"}' })
})

test('a key that comes twice: the last one counts, the earlier is kept and noticed', async () => {
  const { samples, notices, problems } = await collect(fileOf('a.jsonl', '{"id":1,"text":"甲","te\\u0078t":"乙","x":{"text":1},"y":["text"],"text":"丙"}\n{"id":2,"text":"\\"text\\":"}\n'))
  expect(problems).toEqual([])
  expect(samples.map(({ text, other }) => [text, other])).toEqual([
    ['丙', { x: '{"text":1}', y: '["text"]', 'text (2)': '甲', 'text (3)': '乙' }],
    ['"text":', {}],
  ])
  expect(brief(notices)).toEqual(['renamedColumn 1 text (2)', 'renamedColumn 1 text (3)'])
})

test('no member is dropped that JSON.parse keeps, and the kept with the dropped are all', () => {
  fc.assert(fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', '"', '\\'), fc.jsonValue()), { minLength: 1 }), fc.constantFrom('', ' '), (members, space) => {
    const json = `{${members.map(([key, value]) => `${space}${JSON.stringify(key)}${space}:${space}${JSON.stringify(value)}${space}`).join(',')}}`
    const parsed: unknown = JSON.parse(json)
    const last = new Map(members.map(([key], at) => [key, at]))
    const expected = members.filter(([key], at) => last.get(key) !== at)
    expect(droppedMembers(json, Object.keys(parsed as object).length)).toEqual(expected.map(([key, value]) => [key, JSON.parse(JSON.stringify(value)) as unknown]))
  }))
})

test('brackets without end cost their own row, not the import', async () => {
  const { samples, problems } = await collect(fileOf('a.jsonl', `{"text":"深","x":${'['.repeat(20_000)}${']'.repeat(20_000)}}\n{"text":"[[[ 浅"}\n`))
  expect(samples.map(({ text }) => text)).toEqual(['[[[ 浅'])
  expect(brief(problems)).toEqual(['tooLarge 1'])
})

describe('contexts', () => {
  test.each([
    ['a text', '一\n二', '一\n二'],
    ['texts', ['一', '二'], '一\n二'],
    ['turns', [{ role: '买家', content: '在吗' }, { speaker: '客服', text: '在的' }, { text: '好' }], '[买家] 在吗\n[客服] 在的\n好'],
    ['pairs', [['甲', '在吗'], ['乙', '在的']], '[甲] 在吗\n[乙] 在的'],
    ['turns as JSON in a text', '[{"role":"买家","content":"在吗"}]', '[买家] 在吗'],
    ['lines in brackets, which are no JSON', '[买家] 在吗\n[客服] 在的', '[买家] 在吗\n[客服] 在的'],
    ['nothing', null, ''],
    ['an empty list', [], ''],
  ])('%s', async (_, context, expected) => {
    const { samples } = await collect(fileOf('a.jsonl', JSON.stringify({ id: 'a', text: '好', context })))
    expect(samples[0]!.context).toBe(expected)
  })
})

test('a record without the text key is missing it, an empty text is empty', async () => {
  const { problems } = await collect(fileOf('a.jsonl', '{"id":"a","text":"好"}\n{"id":"b"}\n{"id":"c","text":null}\n{"id":"d","text":""}'))
  expect(brief(problems)).toEqual(['missingText 2 text', 'missingText 3 text', 'emptyText 4 text'])
})

test('keys that mean something to JavaScript are keys', async () => {
  const { samples } = await collect(fileOf('a.jsonl', '{"id":"a","text":"好","__proto__":"x","constructor":"y","toString":1}'))
  expect(Object.entries(samples[0]!.other)).toEqual([['__proto__', 'x'], ['constructor', 'y'], ['toString', '1']])
})

describe('the source of numbers', () => {
  test.each([
    ['{"id":1234567890123456789}', '1234567890123456789'],
    ['{"text":"id\\": 5","id" :\n 412646149.0 }', '412646149.0'],
    ['{"a":{"id":1},"id":1.23E+18,"b":[{"id":2}]}', '1.23E+18'],
    ['{"id":1,"id":2}', '2'],
    ['{"\\u0069d":-0.5e-3}', '-0.5e-3'],
    ['{"id":"7"}', undefined],
    ['{"other":7}', undefined],
    ['{"a\\\\":"\\"id\\":9","id":8}', '8'],
  ])('%s', (json, source) => {
    expect(numberSource(json, 'id')).toBe(source)
  })

  test('it is what JSON.parse reads, for any object', () => {
    const value = fc.dictionary(fc.string({ maxLength: 5 }), fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.jsonValue({ maxDepth: 2 })))
    fc.assert(
      fc.property(value, fc.string({ maxLength: 5 }), fc.integer(), fc.constantFrom(undefined, 2), (object, key, number, indent) => {
        // JSON.stringify leaves that key out of none, but parsing sets no prototype: compare what is read back.
        const json = JSON.stringify(Object.fromEntries([...Object.entries(object), [key, number]]), null, indent)
        expect(numberSource(json, key)).toBe(String(number))
      }),
    )
  })
})

test('elements are the same wherever the text is cut', () => {
  const elements = fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 6 })
  fc.assert(
    fc.property(elements, fc.array(fc.nat(200), { maxLength: 5 }), fc.constantFrom(undefined, 1), (values, cuts, indent) => {
      const json = JSON.stringify(values, null, indent)
      const reader = new JsonElements()
      const found: string[] = []
      let from = 0
      for (const cut of [...cuts.map((each) => each % (json.length + 1)).sort((a, b) => a - b), json.length]) {
        found.push(...reader.take(json.slice(from, cut)))
        from = Math.max(from, cut)
      }
      expect(reader.rest()).toBe('')
      // Top-level arrays are taken apart: elements that are arrays stay whole within one.
      expect(found.map((element): unknown => JSON.parse(element))).toEqual(JSON.parse(json))
    }),
  )
})
