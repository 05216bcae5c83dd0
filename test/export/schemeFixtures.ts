import fc from 'fast-check'
import type { ChosenField, DerivedField, Field, Label, Scheme } from '../../src/domain/scheme.ts'

/** Schemes that are not the built-in one. */

function label(id: string, zh: string): Label {
  return { id, name: { zh, en: id }, aliases: [], definition: { zh: `${zh}的意思`, en: `what ${id} means` } }
}

function chosen(id: string, zh: string, labels: readonly Label[]): ChosenField {
  return { kind: 'chosen', id, name: { zh, en: id }, definition: { zh: `${zh}是什么`, en: `what ${id} is` }, columns: [], labels }
}

const polarities = [label('Good', '好'), label('Plain', '平'), label('Bad', '坏')]

/** One field of three labels, nothing derived. */
export const polarityScheme: Scheme = { id: 'three', version: 1, name: { zh: '三分', en: 'Three' }, fields: [chosen('polarity', '极性', polarities)] }

const open = [label('Warm', '热'), label('Cold', '冷')]
const hidden = [label('Kind', '善'), label('Unkind', '恶')]

/** A matrix of two by two. */
export const twoByTwo: Scheme = {
  id: 'two-by-two',
  version: 3,
  name: { zh: '两乘两', en: 'Two by two' },
  fields: [
    chosen('tone', '语气', open),
    chosen('will', '心意', hidden),
    {
      ...chosen('attitude', '态度', [label('Frank', '坦率'), label('Sly', '口蜜'), label('Gruff', '刀子嘴'), label('Hostile', '敌对')]),
      kind: 'derived',
      from: ['tone', 'will'],
      table: [
        { given: ['Warm', 'Kind'], label: 'Frank' },
        { given: ['Warm', 'Unkind'], label: 'Sly' },
        { given: ['Cold', 'Kind'], label: 'Gruff' },
        { given: ['Cold', 'Unkind'], label: 'Hostile' },
      ],
    },
  ],
  matrix: 'attitude',
}

/** A matrix, a second derived field of one part, and two more fields: six in all. */
export const wideScheme: Scheme = {
  ...twoByTwo,
  id: 'wide',
  fields: [
    chosen('topic', '话题', [label('Food', '吃'), label('Work', '活')]),
    ...twoByTwo.fields,
    { ...chosen('valence', '正负', [label('Plus', '正'), label('Minus', '负')]), kind: 'derived', from: ['will'], table: [{ given: ['Kind'], label: 'Plus' }, { given: ['Unkind'], label: 'Minus' }] },
    chosen('aim', '目的', [label('Ask', '问'), label('Tell', '说'), label('Joke', '笑')]),
  ],
}

const word = fc.stringMatching(/^[a-z]{1,6}$/).filter((text) => !(text in Object.prototype))

function field(at: number): fc.Arbitrary<ChosenField> {
  return fc.record({
    words: fc.uniqueArray(word, { minLength: 2, maxLength: 5 }),
    ordinal: fc.boolean(),
    column: fc.boolean(),
  }).map(({ words, ordinal, column }) => ({
    ...chosen(`f${at}`, `第${at}`, words.map((each, index) => ({
      ...label(`${each}.${index}`, `${each}号${index}`),
      aliases: index === 0 ? [`又名 ${each}`] : [],
      ...(index === 1 && { group: { zh: '组', en: 'group' }, doubt: { zh: '疑', en: 'doubt' } }),
    }))),
    columns: column ? [`col ${at}`] : [],
    ...(ordinal && { ordinal }),
  }))
}

/** Every kind of scheme that can be used: chosen fields, some with fields derived from one, two or three of them, perhaps a matrix. */
export const anyScheme: fc.Arbitrary<Scheme> = fc
  .record({
    fields: fc.integer({ min: 1, max: 5 }).chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => field(at)))),
    sizes: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 3 }),
    draw: fc.infiniteStream(fc.nat()),
    first: fc.boolean(),
  })
  .map(({ fields, sizes, draw, first }) => {
    const next = (): number => draw.next().value as number
    const derived = sizes.filter((size) => size <= fields.length).map((size, at): DerivedField => {
      const from = fields.slice(0, size)
      const labels = [label('x', `甲${at}`), label('y', `乙${at}`), label('z', `丙${at}`)]
      const rows = from.reduce<readonly (readonly string[])[]>((sofar, part) => sofar.flatMap((row) => part.labels.map(({ id }) => [...row, id])), [[]])
      return { ...chosen(`d${at}`, `派生${at}`, labels), kind: 'derived', from: from.map(({ id }) => id), table: rows.map((given) => ({ given, label: labels[next() % 3]!.id })) }
    })
    const [rows, columns] = fields
    const cells = rows && columns ? rows.labels.flatMap((row) => columns.labels.map((column) => [row.id, column.id])) : []
    const grid: readonly DerivedField[] = rows && columns && cells.length <= 12 && next() % 2 === 0
      ? [{ ...chosen('grid', '格', cells.map((_, at) => label(`c${at}`, `格${at}`))), kind: 'derived', from: [rows.id, columns.id], table: cells.map((given, at) => ({ given, label: `c${at}` })) }]
      : []
    const matrix = grid[0]?.id
    const all: readonly Field[] = first ? [...derived, ...fields, ...grid] : [...fields, ...derived, ...grid]
    return { id: 'any-scheme', version: 1 + (next() % 9), name: { zh: '任意', en: 'Any' }, fields: all, ...(matrix !== undefined && { matrix }) }
  })
