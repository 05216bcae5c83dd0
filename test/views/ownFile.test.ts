import { expect, test } from 'vitest'
import { shapeSentences } from '../../src/views/messages/ownFile.ts'

test.each([
  ['Chromium', 'Expected double-quoted property name in JSON at position 300 (line 11 column 9)', '，错在第 11 行第 9 列附近'],
  ['Firefox', 'JSON.parse: expected double-quoted property name at line 3 column 3 of the JSON data', '，错在第 3 行第 3 列附近'],
  ['V8 without lines', 'Expected double-quoted property name in JSON at position 14', '，错在第 15 个字符附近'],
  ['Safari', 'JSON Parse error: Expected }', '（JSON Parse error: Expected }）'],
])('where JSON breaks off is said in Chinese as far as %s says where', (_, reason, place) => {
  expect(shapeSentences.zh.notJson(() => reason)).toBe(`不是合格的 JSON${place}。请检查括号、引号和逗号。`)
})
