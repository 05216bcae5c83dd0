import { describe, expect, test } from 'vitest'
import { inspectFile } from '../../src/import/inspectFile.ts'
import { labelCode } from '../../src/import/labelCodes.ts'
import { collect, fileOf } from './collect.ts'
import { brief } from './findings.ts'

const goldOf = async (content: string, field: string, name = 'a.csv') =>
  (await collect(fileOf(name, content))).samples.map(({ gold }) => {
    const value = gold[field]
    return value === undefined ? null : value.kind === 'label' ? value.label : `?${value.raw}`
  })
const sentences = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十']
const table = (header: string, values: readonly string[]): string =>
  [`text,${header}`, ...values.map((value, at) => `${sentences[at % 10]!}${at},"${value.replaceAll('"', '""')}"`)].join('\n')

describe('labels in words', () => {
  test.each([
    ['情感', ['正面', '负面', '中性'], ['Positive', 'Negative', 'Neutral']],
    ['标签', ['积极 (Positive)', '消极（Negative）', '中立'], ['Positive', 'Negative', 'Neutral']],
    ['label', ['ｐｏｓ', 'NEG', 'neutral。'], ['Positive', 'Negative', 'Neutral']],
    ['sentiment', ['積極', '負面', '中性'], ['Positive', 'Negative', 'Neutral']],
  ])('%s: %s', async (header, written, labels) => {
    expect(await goldOf(table(header, written), 'implicit')).toEqual(labels)
  })

  test('a label column is given to the field that its labels belong to', async () => {
    expect(await goldOf(table('label', ['隐晦负面', '反讽性负面', '亲和性正面']), 'stance')).toEqual(['Veiled Negative', 'Sarcastic Negative', 'Affiliative Positive'])
    expect(await goldOf(table('label', ['真情', '礼貌', '反讽']), 'intent')).toEqual(['Authenticity', 'Politeness', 'Irony'])
    expect(await goldOf(table('情感', ['欣喜', '焦虑', '失望']), 'emotion')).toEqual(['Delight', 'Anxiety', 'Disappointment'])
  })

  test('two columns of polarities without a telling name are two annotators, not what is said and what is meant', async () => {
    const { mapping, complete } = await inspectFile(fileOf('a.csv', 'text,标注1,标注2\n一,正面,正面\n二,负面,中性\n'))
    expect(mapping).toEqual({ text: { kind: 'text' }, 标注1: { kind: 'gold', field: 'implicit' }, 标注2: { kind: 'other' } })
    expect(complete).toBe(false)
  })

  test('unknown values are out of scheme, with a notice; absent ones are absent', async () => {
    const content = table('fine_grained_emotion', ['Love', 'Concern', 'nan', '', '欣喜', 'N/A'])
    expect(await goldOf(content, 'emotion')).toEqual(['Love', '?Concern', null, null, 'Delight', null])
    const { notices } = await collect(fileOf('a.csv', content))
    expect(notices.filter(({ code }) => code === 'outOfScheme')).toMatchObject([{ row: 3, column: 'fine_grained_emotion', detail: { value: 'Concern' } }])
  })

  test('two labels named are ambiguous', async () => {
    const { notices, samples } = await collect(fileOf('a.csv', table('explicit_polarity', ['正面', '正面/负面', '负面'])))
    expect(samples[1]!.gold['explicit']).toEqual({ kind: 'outOfScheme', raw: '正面/负面' })
    expect(notices).toContainEqual({
      code: 'ambiguousLabel',
      row: 3,
      column: 'explicit_polarity',
      detail: { value: '正面/负面', labels: 'Positive | Negative' },
      sampleId: 'row-3',
    })
  })
})

describe('labels as codes', () => {
  test('-1, 0, 1 can only be read one way', async () => {
    const content = table('label', ['-1', '0', '1', '1'])
    expect(await goldOf(content, 'implicit')).toEqual(['Negative', 'Neutral', 'Positive', 'Positive'])
    expect((await inspectFile(fileOf('a.csv', content))).findings).toEqual([])
  })

  test('0, 1, 2 without a hint are guessed, and the guess is shown', async () => {
    const content = table('label', ['0', '1', '2', '0'])
    const inspection = await inspectFile(fileOf('a.csv', content))
    expect(inspection.complete).toBe(false)
    expect(inspection.labelCodes).toEqual({ label: { 0: 'Negative', 1: 'Neutral', 2: 'Positive' } })
    expect(inspection.findings).toEqual([{ code: 'guessedCodes', row: 1, column: 'label', detail: { 0: 'Negative', 1: 'Neutral', 2: 'Positive' } }])
    expect(await goldOf(content, 'implicit')).toEqual(['Negative', 'Neutral', 'Positive', 'Negative'])
  })

  test('the guess can be changed', async () => {
    const labelCodes = { label: { 0: 'Positive', 1: 'Neutral', 2: 'Negative' } }
    const { samples } = await collect(fileOf('a.csv', table('label', ['0', '2'])), { mapping: { text: { kind: 'text' }, label: { kind: 'gold', field: 'explicit' } }, labelCodes })
    expect(samples.map(({ gold }) => gold['explicit'])).toEqual([{ kind: 'label', label: 'Positive' }, { kind: 'label', label: 'Negative' }])
  })

  test('codes are guessed for a mapping by hand, too', async () => {
    const mapping = { text: { kind: 'text' }, q7: { kind: 'gold', field: 'explicit' } } as const
    expect((await inspectFile(fileOf('a.csv', table('q7', ['0', '1', '2'])), { mapping })).labelCodes).toEqual({ q7: { 0: 'Negative', 1: 'Neutral', 2: 'Positive' } })
  })

  test('a file sorted by label is looked through for its codes', async () => {
    const values = [...Array.from({ length: 400 }, () => '0'), ...Array.from({ length: 400 }, () => '1'), '2']
    expect((await inspectFile(fileOf('a.csv', table('label', values)))).labelCodes['label']).toEqual({ 0: 'Negative', 1: 'Neutral', 2: 'Positive' })
  })

  test.each([
    ['label(0=正面 1=中性 2=负面)', ['0', '1', '2'], ['Positive', 'Neutral', 'Negative']],
    ['情感（0负 1中 2正）', ['0', '1', '2'], ['Negative', 'Neutral', 'Positive']],
    ['label[正面、中性、负面]', ['[1,0,0]', '[0, 1, 0]', '[0 0 1]'], ['Positive', 'Neutral', 'Negative']],
  ])('a hint in the header: %s', async (header, codes, labels) => {
    const content = table(header, codes)
    expect(await goldOf(content, 'implicit')).toEqual(labels)
    expect((await inspectFile(fileOf('a.csv', content))).findings.map(({ code }) => code)).toEqual([])
  })

  test('one-hot vectors without a hint are places of the same scale', async () => {
    expect(await goldOf(table('label', ['[0,0,1]', '[1,0,0]', '[0,1,0]']), 'implicit')).toEqual(['Positive', 'Negative', 'Neutral'])
  })

  test('numbers of a longer list are places in it', async () => {
    expect(await goldOf(table('affective_stance', ['0', '8', '5']), 'stance')).toEqual(['Positive', 'Negative', 'Veiled Negative'])
  })

  test.each([
    ['1', '1'],
    ['-1', '-1'],
    ['1.0', '1'],
    ['２', '2'],
    ['[0, 0, 1]', '[0,0,1]'],
    ['[0. 0. 1.]', '[0,0,1]'],
    ['(0;1)', '[0,1]'],
    ['[1,1,0]', undefined],
    ['[0,0,0]', undefined],
    ['0.5', undefined],
    ['1a', undefined],
    ['', undefined],
    ['12345', undefined],
  ])('the code in %s', (raw, code) => {
    expect(labelCode(raw)).toBe(code)
  })
})

describe('what follows from the matrix', () => {
  const line = (gold: object): string => JSON.stringify({ id: JSON.stringify(gold), text: JSON.stringify(gold), ...gold })
  const read = async (gold: object) => (await collect(fileOf('a.jsonl', line(gold)))).samples[0]!.gold

  test('a stance follows from both polarities', async () => {
    expect((await read({ explicit_polarity: 'Positive', implicit_polarity: 'Negative' }))['stance']).toEqual({ kind: 'label', label: 'Sarcastic Negative', derived: true })
  })

  test('the polarities follow from a stance', async () => {
    expect(await read({ affective_stance: '隐晦负面' })).toEqual({
      stance: { kind: 'label', label: 'Veiled Negative' },
      explicit: { kind: 'label', label: 'Neutral', derived: true },
      implicit: { kind: 'label', label: 'Negative', derived: true },
    })
  })

  test('the other polarity follows from a stance and one', async () => {
    expect((await read({ affective_stance: 'Veiled Negative', explicit_polarity: 'Neutral' }))['implicit']).toEqual({ kind: 'label', label: 'Negative', derived: true })
  })

  test('nothing follows from one polarity, or from what is out of scheme', async () => {
    expect(Object.keys(await read({ explicit_polarity: 'Positive' }))).toEqual(['explicit'])
    expect((await read({ explicit_polarity: 'Positive', implicit_polarity: 'Mixed' }))['stance']).toBeUndefined()
  })

  test('a stance that is not what its polarities make is noticed, and kept', async () => {
    const { samples, notices } = await collect(
      fileOf('a.jsonl', JSON.stringify({ id: 'a', text: '好', explicit_polarity: 'Positive', implicit_polarity: 'Negative', affective_stance: 'Positive' })),
    )
    expect(samples[0]!.gold['stance']).toEqual({ kind: 'label', label: 'Positive' })
    expect(notices).toEqual([
      { code: 'inconsistentStance', row: 1, column: 'affective_stance', detail: { field: 'stance', found: 'Positive', expected: 'Sarcastic Negative' }, sampleId: 'a' },
    ])
  })

  test('a stance that contradicts the one polarity given is noticed, too', async () => {
    const { notices } = await collect(fileOf('a.jsonl', JSON.stringify({ id: 'a', text: '好', explicit_polarity: 'Positive', affective_stance: 'Veiled Negative' })))
    expect(brief(notices)).toEqual(['inconsistentStance 1 affective_stance'])
  })
})

test('scenes in both languages; an unknown one is noticed', async () => {
  const scenes = ['dialogue', '客服', '论坛评论', 'QA', '对话场景', 'Customer Service', '电台']
  const content = ['text,场景', ...scenes.map((scene, at) => `${sentences[at]!},${scene}`)].join('\n')
  const { samples, notices } = await collect(fileOf('a.csv', content))
  expect(samples.map(({ scene }) => scene)).toEqual(['dialogue', 'customer_service', 'forum_comment', 'qa', 'dialogue', 'customer_service', null])
  expect(notices.filter(({ code }) => code === 'unknownScene')).toMatchObject([{ row: 8, column: '场景', detail: { value: '电台' } }])
})
