import { expect, test } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import type { FindingCode } from '../../src/domain/dataset.ts'
import { twoByTwo, wideScheme } from '../export/schemeFixtures.ts'
import { findingKinds, findingSentence } from '../../src/views/messages/findings.ts'

const codes = Object.keys(findingKinds.zh) as FindingCode[]

test.each(codes)('%s is a sentence in both languages, with whatever is known of it or nothing', (code) => {
  const details: Readonly<Record<string, string>>[] = [
    {},
    { value: 'VALUE', row: '7', id: 'ID', reason: 'REASON', missing: '2', found: 'FOUND', expected: 'EXPECTED', labels: 'A | B', characters: 'U+200B', from: 'FROM', all: 'true' },
  ]
  for (const language of ['zh', 'en'] as const) {
    for (const detail of details) {
      const sentence = findingSentence({ code, detail }, language, builtInScheme)
      expect(sentence).not.toMatch(/undefined|\[object/)
      expect(sentence).toMatch(language === 'zh' ? /[。？]$/ : /\.$/)
    }
  }
})

test('what was found and what was expected stand in the sentence, in its language', () => {
  const finding = { code: 'inconsistentStance', detail: { found: 'Negative', expected: 'Veiled Negative' } } as const
  expect(findingSentence(finding, 'en', builtInScheme)).toMatch(/“Negative”.*“Veiled Negative”/)
  expect(findingSentence(finding, 'zh', builtInScheme)).toMatch(/“一致性负面”.*“隐晦负面”/)
})

test('a label against its table is told by the names of the data’s own scheme, whichever of its fields it is', () => {
  const sentence = findingSentence({ code: 'inconsistentStance', detail: { field: 'valence', found: 'Plus', expected: 'Minus' } }, 'zh', wideScheme)
  expect(sentence).toBe('标的正负是“正”，按心意应为“负”；以标的为准。')
  expect(findingSentence({ code: 'inconsistentStance', detail: { found: 'Sly', expected: 'Frank' } }, 'en', twoByTwo)).toBe('Given as attitude is “Sly”; by tone and will it would be “Frank”. The given one counts.')
})

test.each([
  ['malformedRow', { reason: 'truncated' }, /断了/, /cut short here/],
  ['malformedRow', { reason: 'quotes' }, /引号没有闭合/, /quote in this row is not closed/],
  ['malformedRow', { reason: '{"id": 1,▸}' }, /▸ 处读不下去：\{"id": 1,▸\}/, /from ▸: \{"id": 1,▸\}/],
  ['swallowedRows', { from: '6', to: '30' }, /第 6 到 30 行照样/, /rows 6 to 30 behind it are read all the same/],
  ['raggedRow', { expected: '3', found: '5' }, /3 列.*5 列/, /3 columns, the row 5/],
  ['notAnObject', { found: 'array' }, /是一个列表，不是/, /is a list, not a record/],
  ['impreciseId', { value: '7.0' }, /整数被存成了小数/, /whole number stored as a decimal/],
  ['impreciseId', { value: '12345678901234000000' }, /精度/, /precision/],
  ['tooLarge', { most: '500' }, /500 层/, /500 deep/],
] as const)('%s with %o says what happened', (code, detail, zh, en) => {
  expect(findingSentence({ code, detail }, 'zh', builtInScheme)).toMatch(zh)
  expect(findingSentence({ code, detail }, 'en', builtInScheme)).toMatch(en)
})
