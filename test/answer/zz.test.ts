import fc from 'fast-check'
fc.configureGlobal({ numRuns: 5000 })
import { describe, expect, test } from 'vitest'
import { labelsNamedIn, matchLabel, normaliseLabel } from '../../src/answer/labelMatch.ts'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import { type ChosenField, fieldOf } from '../../src/domain/scheme.ts'

const field = (id: string) => fieldOf(builtInScheme, id)
const explicit = field('explicit')
const stance = field('stance')
const intent = field('intent')
const emotion = field('emotion')

describe('one label, however it is written', () => {
  test.each([
    [explicit, 'Positive', 'Positive'],
    [explicit, ' positive ', 'Positive'],
    [explicit, 'ＰＯＳＩＴＩＶＥ', 'Positive'],
    [explicit, '积极 (Positive)', 'Positive'],
    [explicit, '积极（Positive）', 'Positive'],
    [explicit, 'Positive/积极', 'Positive'],
    [explicit, '積極', 'Positive'],
    [explicit, '負面。', 'Negative'],
    [explicit, '【中性】', 'Neutral'],
    [explicit, '“中性”', 'Neutral'],
    [explicit, '正面情绪', 'Positive'],
    [explicit, '负', 'Negative'],
    [explicit, '负 (Negative)', 'Negative'],
    [explicit, 'A. 正面', 'Positive'],
    [explicit, '3、负面', 'Negative'],
    [explicit, '显性极性：负面', 'Negative'],
    [explicit, '\ufeffPos\u200bitive\u0000', 'Positive'],
    [explicit, '**Negative**', 'Negative'],
    [explicit, '["Neutral"]', 'Neutral'],
    [explicit, '负面（讽刺语气）', 'Negative'],
    [stance, 'veiled_negative', 'Veiled Negative'],
    [stance, 'Veiled  Negative', 'Veiled Negative'],
    [stance, 'Aligned Negative', 'Negative'],
    [stance, '隱晦負面', 'Veiled Negative'],
    [stance, '隐晦 负面', 'Veiled Negative'],
    [stance, '隐晦负面（Veiled Negative）', 'Veiled Negative'],
    [stance, '報道性負面', 'Reportive Negative'],
    [stance, '正面', 'Positive'],
    [intent, 'Humour', 'Humor'],
    [intent, '諷刺', 'Irony'],
    [emotion, 'Neutral/None', 'Neutral'],
    [emotion, '积极', 'Optimism'],
    [emotion, '憤世嫉俗', 'Cynicism'],
    [emotion, '优越感', 'Dominance'],
  ])('%#: %s', (where, raw, id) => {
    expect(matchLabel(raw, where)).toEqual({ kind: 'label', id })
  })
})

test.each([
  [explicit, ''],
  [explicit, '  。'],
  [explicit, '不正面'],
  [explicit, 'not positive'],
  [explicit, 'positively'],
  [explicit, 'Positive, Concern'],
  [emotion, 'Concern'],
  [stance, 'Veiled'],
  [explicit, '1'],
])('no label: %#: %s', (where, raw) => {
  expect(matchLabel(raw, where)).toEqual({ kind: 'none' })
})

test.each([
  [explicit, '正面/负面', ['Positive', 'Negative']],
  [explicit, '正面和负面', ['Positive', 'Negative']],
  [explicit, '正面负面', ['Positive', 'Negative']],
  [explicit, 'Neutral or Negative', ['Neutral', 'Negative']],
  [explicit, '积极 (Negative)', ['Positive', 'Negative']],
  [stance, 'Veiled Negative, Negative', ['Veiled Negative', 'Negative']],
])('two labels: %#: %s', (where, raw, ids) => {
  expect(matchLabel(raw, where)).toEqual({ kind: 'ambiguous', ids })
})

test('a spelling that two labels share names both, unless it is the id of one', () => {
  const texts = { zh: '', en: '' }
  const shared: ChosenField = {
    kind: 'chosen',
    id: 'mood',
    name: { zh: '心情', en: 'Mood' },
    definition: texts,
    columns: [],
    labels: [
      { id: 'up', name: { zh: '上', en: 'Up' }, aliases: ['high', 'down'], definition: texts },
      { id: 'down', name: { zh: '下', en: 'Down' }, aliases: ['high'], definition: texts },
    ],
  }
  expect(matchLabel('High', shared)).toEqual({ kind: 'ambiguous', ids: ['up', 'down'] })
  expect(matchLabel('down', shared)).toEqual({ kind: 'label', id: 'down' })
})

test('every spelling of the built-in scheme finds its label', () => {
  for (const each of builtInScheme.fields) {
    for (const label of each.labels) {
      for (const word of [label.id, label.name.zh, label.name.en]) {
        expect(matchLabel(word, each), `${each.id} ${word}`).toEqual({ kind: 'label', id: label.id })
      }
      for (const alias of label.aliases) {
        const match = matchLabel(alias, each)
        expect(match.kind === 'label' && match.id, `${each.id} ${alias}`).toBe(label.id)
      }
    }
  }
})

test('mentions: the longest spelling counts, words are whole, order is kept', () => {
  expect(labelsNamedIn('It is veiled negative, not negative.', stance).map(({ ids }) => ids)).toEqual([['Veiled Negative'], ['Negative']])
  expect(labelsNamedIn('Negatively positive-ish', explicit).map(({ ids }) => ids)).toEqual([['Positive']])
  expect(labelsNamedIn('情感立场应为隱晦負面', stance).map(({ ids }) => ids)).toEqual([['Veiled Negative']])
})

test('case, width and punctuation around a label change nothing', () => {
  const decorate = fc.record({
    label: fc.constantFrom(...stance.labels.map(({ id }) => id)),
    upper: fc.boolean(),
    wide: fc.boolean(),
    before: fc.constantFrom('', ' ', '“', '《', '\ufeff', '**'),
    after: fc.constantFrom('', ' ', '”', '。', '！', '\u200b', '\r\n', '．'),
  })
  fc.assert(
    fc.property(decorate, ({ label, upper, wide, before, after }) => {
      const cased = upper ? label.toUpperCase() : label
      const written = wide ? cased.replace(/[A-Za-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)) : cased
      expect(matchLabel(before + written + after, stance)).toEqual({ kind: 'label', id: label })
    }),
  )
})

test('normalising twice is normalising once, and garbage never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (raw) => {
      matchLabel(raw, emotion)
      expect(normaliseLabel(normaliseLabel(raw))).toBe(normaliseLabel(raw))
    }),
  )
})
