import { expect, test } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import { derive, type DerivedField, fieldOf } from '../../src/domain/scheme.ts'
import { promptFor } from '../../src/prompt/messages.ts'
import { promptNotes } from '../../src/prompt/promptNotes.ts'
import { methodsOf } from '../../src/prompt/schemeMethods.ts'

const method = (id: string) => methodsOf(builtInScheme).methods.find((each) => each.id === id)!
const notes = (id: string) => promptNotes(builtInScheme, method(id))

test('say what a method is told, and of methods that are told nothing nothing', () => {
  expect(notes('oracle-stance')).toEqual([{ kind: 'told', field: 'stance', from: 'gold' }])
  expect(notes('predicted-stance')).toEqual([{ kind: 'told', field: 'stance', from: 'run' }])
  expect(notes('shuffled-stance')).toEqual([{ kind: 'told', field: 'stance', from: 'shuffled' }])
  expect(notes('oracle-stance-intent').map((note) => note.kind === 'told' && note.field)).toEqual(['stance', 'intent'])
  expect([notes('matrix'), notes('direct'), notes('structure-only')]).toEqual([[], [], []])
})

test('say that a sham means nothing', () => {
  expect(notes('matrix-sham-2')).toEqual([{ kind: 'arbitrary' }])
})

test('name what each cell of permuted names is called: the prompt itself is the true one', () => {
  const sample = { text: '句子', context: '', scene: null }
  expect(promptFor(builtInScheme, method('matrix-permuted-1'), sample)).toEqual(promptFor(builtInScheme, method('matrix'), sample))
  const [note] = notes('matrix-permuted-1')
  const stance = fieldOf(builtInScheme, 'stance') as DerivedField
  const own = method('matrix-permuted-1').scheme!
  const stated = fieldOf(own, own.matrix!) as DerivedField
  if (note?.kind !== 'permuted') throw new Error('no note on the permuted names')
  expect(note.cells).toHaveLength(9)
  for (const { given } of stance.table) {
    const answers = Object.fromEntries(stance.from.map((field, at) => [field, given[at]!]))
    expect(note.cells).toContainEqual({ cell: derive(stance, answers), stated: derive(stated, answers) })
  }
  expect(new Set(note.cells.map(({ stated: name }) => name)).size).toBe(9)
})
