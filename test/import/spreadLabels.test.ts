import { describe, expect, test } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import { fieldOf } from '../../src/domain/scheme.ts'
import { inspectFile } from '../../src/import/inspectFile.ts'
import { flagOf, labelOfColumn } from '../../src/import/spreadLabels.ts'
import { collect, fileOf } from './collect.ts'
import { brief } from './findings.ts'

const csv = (...lines: readonly string[]) => fileOf('spread.csv', lines.join('\n'))
const plain = csv('id,text,Positive,Neutral,Negative', 'a,今天真好啊,1,0,0', 'b,你可真行,0,0,1', 'c,三点开会,0,1,0', 'd,再说吧好吗,0,0,0')
const label = (id: string) => ({ kind: 'label', label: id })

describe('labels that are spread over columns', () => {
  test('are found by their names and cells, said to be a guess, and read as what is meant', async () => {
    const inspection = await inspectFile(plain)
    expect(inspection.mapping).toEqual({
      id: { kind: 'id' }, text: { kind: 'text' },
      Positive: { kind: 'oneHot', field: 'implicit', label: 'Positive' }, Neutral: { kind: 'oneHot', field: 'implicit', label: 'Neutral' }, Negative: { kind: 'oneHot', field: 'implicit', label: 'Negative' },
    })
    expect(inspection.complete).toBe(false)
    expect(inspection.findings).toEqual([{ code: 'spreadLabels', row: 1, column: null, detail: { field: 'implicit', columns: 'Positive, Neutral, Negative' } }])
    const { samples, problems, notices } = await collect(plain)
    expect([problems, notices]).toEqual([[], []])
    expect(samples.map(({ gold }) => gold.implicit)).toEqual([label('Positive'), label('Negative'), label('Neutral'), undefined])
    expect(samples[0]!.other).toEqual({})
  })

  test.each([
    ['nothing but yes', ['a,今天真好啊,1,,', 'b,你可真行,,,1', 'c,三点开会,,1,', 'd,再说吧好吗,,,'], 'Positive, Neutral, Negative'],
    ['a mark', ['a,今天真好啊,x,,', 'b,你可真行,,,√', 'c,三点开会,,是,', 'd,再说吧好吗,,,'], 'Positive, Neutral, Negative'],
    ['some blanks among the zeros', ['a,今天真好啊,1,,0', 'b,你可真行,0,0,1', 'c,三点开会,0,1,', 'd,再说吧好吗,0,,0'], 'Neutral, Negative'],
  ])('may leave a no blank, with %s: that is said', async (_, rows, blank) => {
    const file = csv('id,text,Positive,Neutral,Negative', ...rows)
    expect((await inspectFile(file)).findings).toEqual([{ code: 'spreadLabels', row: 1, column: null, detail: { field: 'implicit', columns: 'Positive, Neutral, Negative', blank } }])
    const { samples, notices } = await collect(file)
    expect(samples.map(({ gold }) => gold.implicit)).toEqual([label('Positive'), label('Negative'), label('Neutral'), undefined])
    expect(notices).toEqual([])
  })

  test('that no row has are found beside those that rows have: a file sorted by label shows one column filled at its beginning', async () => {
    const { mapping } = await inspectFile(csv('text,Positive,Neutral,Negative', '今天真好啊,1,,', '你可真行啊,1,,'))
    expect(Object.values(mapping).filter(({ kind }) => kind === 'oneHot')).toHaveLength(3)
  })

  test.each([
    ['columns that nobody filled in', csv('text,Positive,Neutral,Negative', '今天真好啊,,,', '你可真行呀,,,')],
    ['notes', csv('text,Positive,Neutral,Negative', '今天真好啊,语气很好,,', '你可真行呀,,,反话')],
  ])('are not seen in %s', async (_, file) => {
    expect(Object.values((await inspectFile(file)).mapping).filter(({ kind }) => kind === 'oneHot')).toEqual([])
  })

  test('of two fields are told apart by what stands before them', async () => {
    const file = csv('文本,explicit_正面,explicit_中性,explicit_负面,implicit_正面,implicit_中性,implicit_负面', '你可真行啊,1,0,0,0,0,1', '会开得真好,1,0,0,1,0,0', '三点开会吧,0,1,0,0,1,0')
    const { samples } = await collect(file)
    expect(samples.map(({ gold }) => [gold.explicit, gold.implicit, gold.stance])).toEqual([
      [label('Positive'), label('Negative'), { ...label('Sarcastic Negative'), derived: true }],
      [label('Positive'), label('Positive'), { ...label('Positive'), derived: true }],
      [label('Neutral'), label('Neutral'), { ...label('Neutral'), derived: true }],
    ])
  })

  test('two at once, and what is neither yes nor no, are outside the scheme and noticed', async () => {
    const lines = Array.from({ length: 20 }, (_, at) => `第${at}句话说完了,${at % 2},${1 - (at % 2)},0`)
    const { samples, notices } = await collect(csv('text,Positive,Neutral,Negative', ...lines, '既好又坏的话,1,0,1', '不知道的话呢,0,?,0'), {
      mapping: { text: { kind: 'text' }, Positive: { kind: 'oneHot', field: 'implicit', label: 'Positive' }, Neutral: { kind: 'oneHot', field: 'implicit', label: 'Neutral' }, Negative: { kind: 'oneHot', field: 'implicit', label: 'Negative' } },
    })
    expect(samples.slice(-2).map(({ gold }) => gold.implicit)).toEqual([{ kind: 'outOfScheme', raw: 'Positive | Negative' }, { kind: 'outOfScheme', raw: 'Neutral=?' }])
    expect(brief(notices).filter((notice) => !notice.startsWith('generatedId'))).toEqual(['ambiguousLabel 22 Positive', 'outOfScheme 23 Neutral'])
  })

  test.each([
    ['counts', csv('text,Positive,Neutral,Negative', '今天真好啊,3,0,1', '你可真行呀,0,2,5')],
    ['several labels in most rows', csv('text,Positive,Neutral,Negative', '今天真好啊,1,1,0', '你可真行呀,0,1,1', '三点开会吧,1,0,1')],
    ['one label of many', csv('text,Irony', '今天真好啊,1', '你可真行呀,0')],
    ['what a model answered', csv('text,prob_Positive,prob_Neutral,prob_Negative', '今天真好啊,1,0,0', '你可真行呀,0,0,1')],
  ])('are not seen in %s', async (_, file) => {
    expect(Object.values((await inspectFile(file)).mapping).filter(({ kind }) => kind === 'oneHot')).toEqual([])
  })

  test('beside a column of the field itself are not taken for it', async () => {
    const { mapping } = await inspectFile(csv('text,implicit,Positive,Neutral,Negative', '今天真好啊,正面,1,0,0', '你可真行呀,负面,0,0,1'))
    expect(mapping.implicit).toEqual({ kind: 'gold', field: 'implicit' })
    // nor for another field of the same labels: they say the same again, or are votes
    expect(Object.values(mapping).some(({ kind }) => kind === 'oneHot')).toBe(false)
  })

  test('beside a column of labels in words are not taken for gold: that column is', async () => {
    const { mapping } = await inspectFile(csv('text,label,Positive,Neutral,Negative', '今天真好啊,正面,1,0,0', '你可真行呀,负面,0,1,0'))
    expect(Object.entries(mapping).map(([column, { kind }]) => [column, kind])).toEqual([['text', 'text'], ['label', 'gold'], ['Positive', 'other'], ['Neutral', 'other'], ['Negative', 'other']])
    expect(mapping.label).toEqual({ kind: 'gold', field: 'implicit' })
  })

  test('beside a column of another field are seen', async () => {
    const { mapping } = await inspectFile(csv('text,label,Positive,Neutral,Negative', '今天真好啊,礼貌,1,0,0', '你可真行呀,反讽,0,0,1'))
    expect([mapping.label, mapping.Negative]).toEqual([{ kind: 'gold', field: 'intent' }, { kind: 'oneHot', field: 'implicit', label: 'Negative' }])
  })

  test('twice, as of two annotators, are one field’s once', async () => {
    const { mapping } = await inspectFile(csv('text,Positive,Negative,is_Positive,is_Negative', '今天真好啊,1,0,1,0', '你可真行呀,0,1,0,1'))
    expect([mapping.Positive, mapping.is_Positive]).toEqual([{ kind: 'oneHot', field: 'implicit', label: 'Positive' }, { kind: 'other' }])
  })
})

test.each([['1', true], ['1.0', true], ['１', true], ['TRUE', true], ['是', true], ['0', false], ['0.0', false], ['', false], ['否', false], ['2', undefined], ['01', undefined], ['?', undefined]])('%j says %s', (raw, flag) => {
  expect(flagOf(raw)).toBe(flag)
})

test.each([['Irony', 'Irony'], ['intent_Irony', 'Irony'], ['意图反讽', 'Irony'], ['is_irony', 'Irony'], ['label: 反讽', 'Irony'], ['irony_score', undefined], ['intentional', undefined], ['text', undefined]])('column %j is the label %s', (column, found) => {
  expect(labelOfColumn(column, fieldOf(builtInScheme, 'intent'))).toBe(found)
})
