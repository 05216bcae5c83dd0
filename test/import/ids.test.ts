import { describe, expect, test } from 'vitest'
import { collect, fileOf } from './collect.ts'
import { brief } from './findings.ts'

const ids = (samples: readonly { id: string }[]): string[] => samples.map(({ id }) => id)

describe('ids are texts as the file wrote them', () => {
  test('numbers that JavaScript cannot hold', async () => {
    const { samples, notices } = await collect(
      fileOf('a.jsonl', '{"id":1234567890123456789,"text":"一"}\n{"id":9007199254740993,"text":"二"}\n{"id":12,"text":"三"}'),
    )
    expect(ids(samples)).toEqual(['1234567890123456789', '9007199254740993', '12'])
    expect(notices).toEqual([])
  })

  test('what a spreadsheet did to them is noticed', async () => {
    const { samples, notices } = await collect(
      fileOf('a.csv', 'id,text\n1.23E+18,一\n412646149.0,二\n1234567890123450000,三\n1234567890123456789,四\n20240105,五\n'),
    )
    expect(ids(samples)).toEqual(['1.23E+18', '412646149.0', '1234567890123450000', '1234567890123456789', '20240105'])
    expect(brief(notices)).toEqual(['exponentialId 2 id', 'impreciseId 3 id', 'impreciseId 4 id'])
  })

  test('the same in JSON', async () => {
    const { samples, notices } = await collect(fileOf('a.jsonl', '{"id":1.23E+18,"text":"一"}\n{"id":412646149.0,"text":"二"}'))
    expect(ids(samples)).toEqual(['1.23E+18', '412646149.0'])
    expect(brief(notices)).toEqual(['exponentialId 1 id', 'impreciseId 2 id'])
  })

  test('damaged ids that fall together are told apart, with a notice', async () => {
    const { samples, notices, problems } = await collect(fileOf('a.csv', 'id,text\n1.23E+18,一\n1.23E+18,二\n1.23E+18,一\n'))
    expect(ids(samples)).toEqual(['1.23E+18', '1.23E+18@3'])
    expect(brief(notices)).toEqual(['exponentialId 2 id', 'exponentialId 3 id', 'duplicateId 3'])
    expect(brief(problems)).toEqual(['exactDuplicate 4'])
  })

  test('7, "7" and 007 are three', async () => {
    const { samples, problems } = await collect(fileOf('a.jsonl', '{"id":7,"text":"一"}\n{"id":"7","text":"二"}\n{"id":"007","text":"三"}'))
    expect(ids(samples)).toEqual(['7', '"7"', '007'])
    expect(problems).toEqual([])
    const csv = await collect(fileOf('a.csv', 'id,text\n7,一\n007,二\n"""7""",三\n'))
    expect(ids(csv.samples)).toEqual(['7', '007', '"7"'])
  })

  test('large numbers in other columns keep their digits', async () => {
    const { samples } = await collect(fileOf('a.jsonl', '{"id":1,"text":"一","user_id":1234567890123456789,"weight":98765432109876543210}'))
    expect(samples[0]).toMatchObject({ group: '1234567890123456789', other: { weight: '98765432109876543210' } })
  })
})

describe('missing ids', () => {
  test('are made from row numbers, with a notice each', async () => {
    const { samples, notices } = await collect(fileOf('a.csv', 'id,text\n1,一\n,二\nrow-4,三\n,四\n'))
    expect(ids(samples)).toEqual(['1', 'row-3', 'row-4', 'row-5'])
    expect(notices.map(({ code, row, sampleId }) => [code, row, sampleId])).toEqual([['generatedId', 3, 'row-3'], ['generatedId', 5, 'row-5']])
  })

  test('a file without an id column is told once', async () => {
    const { samples, notices } = await collect(fileOf('a.csv', 'text,label\n一,正面\n二,负面\n三,中性\n'))
    expect(ids(samples)).toEqual(['row-2', 'row-3', 'row-4'])
    expect(notices.map(({ code, detail }) => [code, detail['all']])).toEqual([['generatedId', 'true']])
  })
})

describe('duplicates', () => {
  test('the same row again is a problem that names the first', async () => {
    const { samples, problems } = await collect(fileOf('a.csv', 'id,text,label\n1,一,正面\n2,二,负面\n1,一,正面\n'))
    expect(ids(samples)).toEqual(['1', '2'])
    expect(problems).toEqual([{ code: 'exactDuplicate', row: 4, column: null, detail: { row: '2', id: '1' }, raw: '1,一,正面' }])
  })

  test('the same id with another content is a conflict', async () => {
    const { problems } = await collect(fileOf('a.csv', 'id,text,label\n1,一,正面\n1,一,负面\n1,二,正面\n'))
    expect(problems.map(({ code, row, detail }) => [code, row, detail['row']])).toEqual([['conflictingDuplicate', 3, '2'], ['conflictingDuplicate', 4, '2']])
  })

  test('equal rows of a file without ids', async () => {
    const { samples, problems } = await collect(fileOf('a.csv', 'text,label\n一,正面\n二,负面\n一,正面\n一,负面\n'))
    expect(ids(samples)).toEqual(['row-2', 'row-3', 'row-5'])
    expect(brief(problems)).toEqual(['exactDuplicate 4'])
  })

  test('the same text with another label under another id is noticed', async () => {
    const { samples, notices } = await collect(fileOf('a.csv', 'id,text,label\n1,一,正面\n2,一,负面\n3,一,正面\n4,一,\n'))
    expect(samples).toHaveLength(4)
    expect(notices).toEqual([{ code: 'conflictingGold', row: 3, column: null, detail: { row: '2', id: '1' }, sampleId: '2' }])
  })
})

test('a hash belongs to id, text, context, scene and speaker, and to nothing else', async () => {
  const record = { id: 'a', text: '好', context: '一', scenario_type: 'qa', speaker_role: 'x', explicit_polarity: 'Positive', note: 'n' }
  const hashOf = async (change: object): Promise<string> =>
    (await collect(fileOf('a.jsonl', JSON.stringify({ ...record, ...change })))).samples[0]!.hash
  const hash = await hashOf({})
  for (const change of [{ id: 'b' }, { text: '坏' }, { context: '二' }, { scenario_type: 'dialogue' }, { speaker_role: 'y' }]) {
    expect(await hashOf(change)).not.toBe(hash)
  }
  for (const change of [{ explicit_polarity: 'Negative' }, { note: 'm' }]) expect(await hashOf(change)).toBe(hash)
})

test('the data set hash changes with a gold label, a tier, a group and the order, and with nothing else', async () => {
  const lines = ['{"id":"a","text":"一","explicit_polarity":"Positive"}', '{"id":"b","text":"二","explicit_polarity":"Negative"}']
  const hashOf = async (content: string, name = 'a.jsonl'): Promise<string> => (await collect(fileOf(name, content))).dataset.hash
  const hash = await hashOf(lines.join('\n'))
  expect(await hashOf(lines.join('\r\n\r\n'), 'b.jsonl')).toBe(hash)
  expect(await hashOf(lines.toReversed().join('\n'))).not.toBe(hash)
  expect(await hashOf(lines.join('\n').replace('Negative', 'Neutral'))).not.toBe(hash)
  const asTier = lines.join('\n').replace('"id":"b"', '"id":"b","quality_tier":"x"')
  const asGroup = lines.join('\n').replace('"id":"b"', '"id":"b","conversation_id":"x"')
  const changed = await Promise.all([asTier, asGroup].map((content) => hashOf(content)))
  expect(new Set([hash, ...changed]).size).toBe(3)
})
