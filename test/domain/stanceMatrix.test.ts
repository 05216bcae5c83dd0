import { describe, expect, test } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import { derive, type DerivedField, fieldOf, type Scheme } from '../../src/domain/scheme.ts'
import { isBuiltInMatrix, stanceMatrix, toneOf } from '../../src/domain/stanceMatrix.ts'
import { polarityScheme, twoByTwo } from '../export/schemeFixtures.ts'

describe('the built-in matrix', () => {
  test('is the benchmark’s phi, row by row', () => {
    expect(stanceMatrix(builtInScheme)?.cells).toEqual([
      ['Positive', 'Formulaic Positive', 'Sarcastic Negative'],
      ['Understated Positive', 'Neutral', 'Veiled Negative'],
      ['Affiliative Positive', 'Reportive Negative', 'Negative'],
    ])
  })

  test('has 9 stances, 8 intents and 25 emotions, each defined in both languages', () => {
    const sizes = Object.fromEntries(builtInScheme.fields.map((field) => [field.id, field.labels.length]))
    expect(sizes).toEqual({ explicit: 3, implicit: 3, stance: 9, intent: 8, emotion: 25 })
    for (const field of builtInScheme.fields) {
      expect(new Set(field.labels.map((label) => label.id)).size).toBe(field.labels.length)
      expect(new Set(field.labels.map((label) => label.name.zh)).size).toBe(field.labels.length)
      for (const label of field.labels) expect([label.definition.zh, label.definition.en].every((text) => text.length > 3)).toBe(true)
    }
  })
})

describe('derive', () => {
  const stance = fieldOf(builtInScheme, 'stance') as DerivedField

  test('looks the stance up from both polarities', () => {
    expect(derive(stance, { explicit: 'Negative', implicit: 'Positive' })).toBe('Affiliative Positive')
  })

  test('is undefined where a polarity is missing or unknown', () => {
    expect(derive(stance, { explicit: 'Negative', implicit: undefined })).toBeUndefined()
    expect(derive(stance, { explicit: 'Mixed', implicit: 'Positive' })).toBeUndefined()
  })
})

test('a table with a hole is an error that names the cell', () => {
  const holed: Scheme = {
    ...builtInScheme,
    fields: builtInScheme.fields.map((field) => (field.kind === 'derived' ? { ...field, table: field.table.slice(1) } : field)),
  }
  expect(() => stanceMatrix(holed)).toThrow('no stance for Positive | Positive')
})

describe('another scheme’s matrix', () => {
  test('has its own size and cells, and is none where nothing is declared', () => {
    expect(stanceMatrix(twoByTwo)?.cells).toEqual([['Frank', 'Sly'], ['Gruff', 'Hostile']])
    expect(stanceMatrix(polarityScheme)).toBeUndefined()
    expect([isBuiltInMatrix(stanceMatrix(twoByTwo)!), isBuiltInMatrix(stanceMatrix(builtInScheme)!)]).toEqual([false, true])
  })

  test('has the outer colours at its ends; three have each their own', () => {
    expect([1, 2, 3, 4, 5].map((labels) => Array.from({ length: labels }, (_, at) => toneOf(at, labels)))).toEqual([[0], [0, 2], [0, 1, 2], [0, 1, 1, 2], [0, 1, 1, 1, 2]])
  })
})
