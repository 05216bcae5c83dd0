import { expect, test } from 'vitest'
import { likeliest } from '../../../src/state/answers/aboutDataset.ts'

const dataset = (id: string, importedAt: number, standIn?: true) => ({ id, importedAt, ...(standIn && { standIn }) })
const counts = (entries: Readonly<Record<string, number>>) => new Map(Object.entries(entries))

test('the dataset with the most of the ids is meant, whenever it was taken in', () => {
  expect(likeliest(counts({ old: 40, new: 39 }), [dataset('new', 2), dataset('old', 1)])).toEqual({ taken: 'old', equals: [] })
  expect(likeliest(counts({}), [dataset('new', 2)])).toEqual({ taken: null, equals: [] })
})

test('of equals the newest is shown, and the others are told', () => {
  expect(likeliest(counts({ a: 40, b: 40, c: 40, d: 3 }), [dataset('a', 1), dataset('b', 3), dataset('c', 2), dataset('d', 4)])).toEqual({ taken: 'b', equals: ['c', 'a'] })
})

test('what came with a run file is no rival of a whole dataset', () => {
  expect(likeliest(counts({ whole: 40, part: 40 }), [dataset('part', 2, true), dataset('whole', 1)])).toEqual({ taken: 'whole', equals: [] })
})
