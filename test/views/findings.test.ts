import { expect, test } from 'vitest'
import type { FindingCode } from '../../src/domain/dataset.ts'
import { findingKinds, findingSentence } from '../../src/views/messages/findings.ts'

const codes = Object.keys(findingKinds.zh) as FindingCode[]

test.each(codes)('%s is a sentence in both languages, with whatever is known of it or nothing', (code) => {
  const details: Readonly<Record<string, string>>[] = [
    {},
    { value: 'VALUE', row: '7', id: 'ID', reason: 'REASON', missing: '2', found: 'FOUND', expected: 'EXPECTED', labels: 'A | B', characters: 'U+200B', from: 'FROM', all: 'true' },
  ]
  for (const language of ['zh', 'en'] as const) {
    for (const detail of details) {
      const sentence = findingSentence({ code, detail }, language)
      expect(sentence).not.toMatch(/undefined|\[object/)
      expect(sentence).toMatch(language === 'zh' ? /[。？]$/ : /\.$/)
    }
  }
})

test('what was found and what was expected stand in the sentence, in its language', () => {
  const finding = { code: 'inconsistentStance', detail: { found: 'Negative', expected: 'Veiled Negative' } } as const
  expect(findingSentence(finding, 'en')).toMatch(/“Negative”.*“Veiled Negative”/)
  expect(findingSentence(finding, 'zh')).toMatch(/“一致性负面”.*“隐晦负面”/)
})
