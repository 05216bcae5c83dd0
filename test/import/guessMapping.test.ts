import { describe, expect, test } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import { guessMapping } from '../../src/import/guessMapping.ts'

const polarities = ['Positive', 'Negative', 'Neutral', 'Negative']

/** The guess for columns with their first values. */
function guess(columns: Readonly<Record<string, readonly string[]>>) {
  const { mapping, certain } = guessMapping(Object.keys(columns), new Map(Object.entries(columns)), builtInScheme)
  return { certain, roles: Object.fromEntries(Object.entries(mapping).map(([column, role]) => [column, role.kind === 'gold' ? role.field : role.kind])) }
}

describe('columns whose name says in other words that they hold gold', () => {
  test.each([
    ['gold_explicit', 'gold_implicit'],
    ['explicit_label', 'implicit_label'],
    ['Gold Explicit', 'Implicit (gold)'],
    ['人工字面极性', '人工隐含极性'],
  ])('%s and %s are what is said and what is meant', (explicit, implicit) => {
    const { roles, certain } = guess({ text: ['真好啊', '你可真行', '知道了', '算了'], [implicit]: polarities, [explicit]: polarities.toReversed() })
    expect(roles).toEqual({ text: 'text', [explicit]: 'explicit', [implicit]: 'implicit' })
    expect(certain).toBe(true)
  })

  test('the field’s own name goes before them', () => {
    expect(guess({ text: ['真好啊'], gold_implicit: polarities, implicit: polarities }).roles).toMatchObject({ implicit: 'implicit', gold_implicit: 'other' })
  })
})

test('what a model answered is neither gold nor the sentence that was judged', () => {
  const answers = ['Sarcastic Negative, because the speaker says the opposite of what is meant', 'Veiled Negative', 'Neutral', 'Negative']
  const { roles } = guess({ id: ['1', '2', '3', '4'], gold_stance: ['Negative', 'Neutral', 'Veiled Negative', 'Negative'], predicted_stance: answers, probability: ['0.5', '0.4', '0.3', '0.2'] })
  expect(roles).toEqual({ id: 'id', gold_stance: 'stance', predicted_stance: 'other', probability: 'other' })
})

test('words that only begin alike are no answers', () => {
  expect(guess({ predicate: ['今天天气真不错', '我们去公园吧'], 概率论: ['x', 'y'] }).roles.predicate).toBe('text')
})

describe('a column of the parts of a data set', () => {
  const text = ['今天天气真不错', '我们去公园吧', '你可真行', '知道了']
  test.each([
    ['role', ['dev', 'test', 'test', 'dev']],
    ['角色', ['开发', '测试集', '测试', '验证集']],
    ['Role', ['Train', 'VALID', 'test', 'train']],
    ['group', ['train', 'train', 'train', 'train']],
    ['身份', ['training', 'validation', 'testing', 'eval']],
  ])('%s is no speaker, scene or group, whatever its name says', (column, values) => {
    const { roles, certain } = guess({ text, [column]: values })
    expect(roles).toEqual({ text: 'text', [column]: 'other' })
    // its name said otherwise: somebody had better look
    expect(certain).toBe(false)
  })

  test('of a column whose name says nothing else nothing is doubted', () => {
    expect(guess({ text, split: ['train', 'dev', 'test', 'test'] })).toEqual({ certain: true, roles: { text: 'text', split: 'other' } })
  })

  test.each([
    ['role', ['买家', '客服', '买家', '客服']],
    ['role', ['user', 'assistant', 'user', 'test']],
    ['speaker', ['dev', 'ops', 'dev', 'pm']],
  ])('%s of %j names speakers', (column, values) => {
    expect(guess({ text, [column]: values }).roles).toEqual({ text: 'text', [column]: 'speaker' })
  })

  test('the speaker is found beside it', () => {
    expect(guess({ text, role: ['dev', 'test', 'test', 'dev'], speaker: ['甲', '乙', '甲', '乙'] }).roles).toEqual({ text: 'text', role: 'other', speaker: 'speaker' })
  })
})
