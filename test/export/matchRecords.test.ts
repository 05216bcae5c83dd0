import { describe, expect, test } from 'vitest'
import { matchRecords } from '../../src/export/matchRecords.ts'
import type { AnswerRecord } from '../../src/export/readAnswers.ts'
import { samples } from './fixtures.ts'

let line = 0
const record = (id: string | null, text: string | null): AnswerRecord => ({ line: ++line, id, text, fields: {}, gold: {}, raw: '' })
const twins = [...samples, { ...samples[0]!, id: 'twin', text: '同' }, { ...samples[0]!, id: 'twin 2', text: '同' }]
const refused = (...records: AnswerRecord[]) => matchRecords(records, twins).refused.map(({ record: { id, text }, reason }) => [id ?? text, reason])

describe('records', () => {
  test('go to the sample of their id; every one is matched or refused', () => {
    const records = [record('7', null), record('9', ' 句子 1 🙂 '), record('四', '句子3🙂'), record('9', '没有')]
    const { matched, refused: left, missing } = matchRecords(records, twins)
    expect(matched.map(({ sample, by }) => [sample.id, by])).toEqual([['7', 'id'], ['007', 'text'], ['四', 'id']])
    expect(left.map(({ reason }) => reason)).toEqual(['unknown'])
    expect(missing.map(({ id }) => id)).toEqual(['x"\n', 'twin', 'twin 2'])
  })

  test('with a known id and another text are of another release', () => {
    expect(refused(record('四', '别的'))).toEqual([['四', 'otherText']])
  })

  test('of a sample whose text is not here are taken by id', () => {
    expect(matchRecords([record('7', '无论什么')], samples.map((sample) => ({ ...sample, text: '' }))).matched).toHaveLength(1)
  })

  test('by a text that two samples have are nobody’s', () => {
    expect(refused(record(null, '同'))).toEqual([['同', 'unknown']])
  })

  test('beyond a sample’s first do not count, however they were matched', () => {
    expect(refused(record('007', null), record(null, '句子 1 🙂'), record('007', null))).toEqual([['句子 1 🙂', 'repeated'], ['007', 'repeated']])
  })

  test('07 and 7 are two ids', () => {
    expect(refused(record('07', null))).toEqual([['07', 'unknown']])
  })

  test('can be matched by text alone, where ids were given anew', () => {
    const { matched } = matchRecords([record('四', '句子 0 🙂'), record('7', '句子 3 🙂')], samples, 'text')
    expect(matched.map(({ sample }) => sample.id)).toEqual(['7', '四'])
  })
})
