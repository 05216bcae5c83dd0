import { expect, test } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import { softHyphens } from '../../src/views/matrix/softHyphens.ts'

test.each([
  ['Understated Positive', 'Un-der-stated Positive'],
  ['Affiliative Positive', 'Af-filiative Positive'],
  ['Sarcastic Negative', 'Sar-cas-tic Negative'],
  ['Functional', 'Functional'],
  ['Gathering', 'Gathering'],
  ['隐晦负面', '隐晦负面'],
])('%s may break as %s', (name, broken) => {
  expect(softHyphens(name).replaceAll('\u00ad', '-')).toBe(broken)
})

test('nothing but hyphens is added, to any label', () => {
  for (const { labels } of builtInScheme.fields) for (const { name } of labels) expect(softHyphens(name.en).replaceAll('\u00ad', '')).toBe(name.en)
})
