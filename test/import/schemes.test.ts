import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { Scheme } from '../../src/domain/scheme.ts'
import { parseSchemeFile } from '../../src/export/schemeFile.ts'
import { inspectFile } from '../../src/import/inspectFile.ts'
import { polarityScheme, twoByTwo, wideScheme } from '../export/schemeFixtures.ts'
import { collect, fileOf } from './collect.ts'

const takenIn = (scheme: Scheme, text: string) => collect(fileOf('a.csv', text), { scheme })

test('a file is read by the labels of a scheme of one field, and says whose they are', async () => {
  const { dataset, samples } = await takenIn(polarityScheme, 'text,polarity\n一,好\n二,bad\n三,Sarcastic Negative\n')
  expect(dataset.schemeId).toBe('three')
  expect(samples.map(({ gold }) => gold)).toEqual([
    { polarity: { kind: 'label', label: 'Good' } }, { polarity: { kind: 'label', label: 'Bad' } }, { polarity: { kind: 'outOfScheme', raw: 'Sarcastic Negative' } },
  ])
})

test('derived gold follows any scheme’s tables, and what contradicts them is told', async () => {
  const { samples, notices } = await takenIn(twoByTwo, 'id,text,tone,will,attitude\n1,一,热,恶,\n2,二,冷,善,Hostile\n')
  expect(samples.map(({ gold }) => gold.attitude)).toEqual([{ kind: 'label', label: 'Sly', derived: true }, { kind: 'label', label: 'Hostile' }])
  expect(notices.map(({ code, detail }) => [code, detail])).toEqual([['inconsistentStance', { field: 'attitude', found: 'Hostile', expected: 'Gruff' }]])
  const wide = await takenIn(wideScheme, 'text,tone,will,aim\n一,热,恶,问\n')
  expect(wide.samples[0]!.gold).toEqual({
    tone: { kind: 'label', label: 'Warm' }, will: { kind: 'label', label: 'Unkind' }, aim: { kind: 'label', label: 'Ask' },
    attitude: { kind: 'label', label: 'Sly', derived: true }, valence: { kind: 'label', label: 'Minus', derived: true },
  })
})

test('the example scheme finds its column by the names it lists', async () => {
  const parsed = parseSchemeFile(await readFile('public/samples/polarity-scheme.json', 'utf8'))
  if (parsed.kind !== 'scheme') throw new Error('the example has problems')
  const { mapping } = await inspectFile(fileOf('a.csv', 'text,情感倾向\n一,褒义\n二,贬义\n'), { scheme: parsed.scheme })
  expect(mapping).toEqual({ text: { kind: 'text' }, 情感倾向: { kind: 'gold', field: 'polarity' } })
})
