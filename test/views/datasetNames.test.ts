import { expect, test } from 'vitest'
import { datasetNames } from '../../src/views/data/datasetNames.ts'

const noon = Date.UTC(2026, 10, 30, 12)
const hour = 3_600_000
const one = { id: 'id-one-1', name: 'data.csv', hash: 'a'.repeat(64), importedAt: noon }
const later = { ...one, id: 'id-two-2', hash: 'b'.repeat(64), importedAt: noon + hour }
const atOnce = { ...one, id: 'id-three', hash: 'c'.repeat(64) }
const twin = { ...one, id: 'id-four4' }
const other = { ...one, id: 'id-five5', name: 'other.csv' }

test('a name that one dataset has is its name', () => {
  const nameOf = datasetNames([one, other], 'en')
  expect([nameOf(one), nameOf(other)]).toEqual(['data.csv', 'other.csv'])
})

test.each(['zh', 'en'] as const)('datasets of one name are told apart, whatever they share (%s)', (language) => {
  for (const group of [[one, later], [one, atOnce], [one, twin], [one, later, atOnce, twin, other]]) {
    const nameOf = datasetNames(group, language)
    expect(new Set(group.map(nameOf)).size).toBe(group.length)
    for (const each of group) expect(nameOf(each)).toMatch(new RegExp(`^${each.name}`))
  }
})

test('by what is different, and no more', () => {
  expect(datasetNames([one, later], 'en')(one)).toMatch(/^data\.csv · .*2026/)
  expect(datasetNames([one, atOnce], 'en')(one)).toBe('data.csv · aaaaaaaa')
  expect(datasetNames([one, twin], 'en')(twin)).toBe('data.csv · id-four4')
})
