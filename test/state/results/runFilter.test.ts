import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runColumns } from '../../../src/state/results/columnsWriter.ts'
import { chosenByAnswer, matching, type RunFilter } from '../../../src/state/results/runFilter.ts'
import { chosen, failed, prediction, reader, sample, scheme } from './fixtures.ts'

const samples = [
  sample('a', 'Positive', { text: '真好 Hello', scene: 'qa', tier: 'human' }),
  sample('b', 'Negative', { context: '快递又丢了' }),
  sample('c', 'Negative', { tier: 'gpt_arbitration' }),
  sample('d', null),
  sample('e', 'Neutral'),
  sample('f', 'Neutral', { gold: { stance: { kind: 'outOfScheme', raw: 'Concern' } } }),
  sample('g', 'Positive'),
]
const predictions = [prediction('a'), prediction('b'), prediction('c', { droppedTurns: 2 }), prediction('d'), failed('e'), prediction('f')]
const columns = runColumns(scheme, samples, predictions, reader({
  a: chosen('Positive'), b: chosen('Positive'), c: { kind: 'outOfScheme', found: '讽刺' }, d: { kind: 'ambiguous' }, f: chosen('Neutral'),
}))
const idsFor = (filter: Omit<RunFilter, 'field'>): string => [...matching(columns, { field: 'stance', ...filter }, samples)].map((at) => columns.ids[at]).join('')

describe('chosenByAnswer', () => {
  it('is so for filters by answer and verdict alone', () => {
    expect([{ answer: 'Positive' }, { verdict: 'right' as const }, { gold: 'Positive' }, { scene: 'qa' }, {}].map((filter) => chosenByAnswer({ field: 'stance', ...filter }))).toEqual([true, true, false, false, false])
  })
})

describe('matching', () => {
  it('lets everything pass where nothing restricts', () => {
    expect(idsFor({})).toBe('abcdefg')
    expect(idsFor({ search: '  ' })).toBe('abcdefg')
  })

  it('tells right from wrong among answered records with gold only: failed, waiting and gold outside the list are neither', () => {
    expect(idsFor({ verdict: 'right' })).toBe('a')
    expect(idsFor({ verdict: 'wrong' })).toBe('bc')
  })

  it('finds gold and answers by label, and those without', () => {
    expect(idsFor({ gold: 'Negative' })).toBe('bc')
    expect(idsFor({ gold: 'none' })).toBe('df')
    expect(idsFor({ gold: 'NoSuchLabel' })).toBe('')
    expect(idsFor({ answer: 'Positive' })).toBe('ab')
    expect(idsFor({ answer: 'outOfScheme' })).toBe('c')
    expect(idsFor({ answer: 'unparsed' })).toBe('d')
  })

  it('finds samples by what became of them', () => {
    expect(idsFor({ state: 'failed' })).toBe('e')
    expect(idsFor({ state: 'waiting' })).toBe('g')
    expect(idsFor({ state: 'dropped' })).toBe('c')
  })

  it('searches text, context and id for all words, whatever their case', () => {
    expect(idsFor({ search: 'HELLO 真好' })).toBe('a')
    expect(idsFor({ search: '快递' })).toBe('b')
    expect(idsFor({ search: 'hello 快递' })).toBe('')
  })

  it('finds by scene and tier; a value that nobody has finds nobody', () => {
    expect(idsFor({ scene: 'qa' })).toBe('a')
    expect(idsFor({ tier: 'human' })).toBe('a')
    expect(idsFor({ tier: 'nobody' })).toBe('')
  })

  it('combines filters as the intersection of what each lets pass', () => {
    const values = {
      gold: fc.constantFrom(undefined, 'Positive', 'Negative', 'none'),
      answer: fc.constantFrom(undefined, 'Positive', 'outOfScheme', 'unparsed'),
      verdict: fc.constantFrom(undefined, 'right', 'wrong'),
      state: fc.constantFrom(undefined, 'failed', 'waiting', 'dropped'),
      scene: fc.constantFrom(undefined, 'qa', 'dialogue'),
    }
    fc.assert(fc.property(fc.record(values), (filter) => {
      const alone = Object.entries(filter).map(([key, value]) => new Set(idsFor({ [key]: value })))
      const expected = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].filter((id) => alone.every((ids) => ids.has(id))).join('')
      expect(idsFor(filter as Omit<RunFilter, 'field'>)).toBe(expected)
    }))
  })
})
