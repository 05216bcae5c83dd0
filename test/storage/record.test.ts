import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { parseRecord, type RecordType, stamped } from '../../src/storage/record.ts'

/** A record as it might have come to be: version 2 gave it a language, version 3 split the name. */
const person: RecordType<{ readonly given: string; readonly family: string; readonly language: string }> = {
  name: 'person',
  version: 3,
  schema: v.object({ given: v.string(), family: v.string(), language: v.string() }),
  upgrades: {
    1: (record) => ({ ...record, language: 'zh' }),
    2: ({ name, ...record }) => {
      const [family = '', given = ''] = String(name).split(' ')
      return { ...record, family, given }
    },
  },
}

describe('a stored record', () => {
  test.each([
    [{ v: 1, name: '王 小明' }, 'zh'],
    [{ v: 2, name: '王 小明', language: 'en' }, 'en'],
    [{ v: 3, family: '王', given: '小明', language: 'en' }, 'en'],
  ])('of an older version is brought up step by step: %o', (stored, language) => {
    expect(parseRecord(person, stored)).toEqual({ family: '王', given: '小明', language })
  })

  test('is written in the newest version', () => {
    const one = { family: '王', given: '小明', language: 'zh' }
    expect(stamped(person, one)).toEqual({ ...one, v: 3 })
    expect(parseRecord(person, stamped(person, one))).toEqual(one)
  })

  test('of a newer version is not guessed at', () => {
    expect(() => parseRecord(person, { v: 4 })).toThrow(expect.objectContaining({ code: 'newerVersion' }))
  })

  test.each([[undefined], ['text'], [{ family: '王' }], [{ v: 3, family: '王', given: 5, language: 'zh' }], [{ v: 1.5 }]])('that is not what it says is refused: %o', (stored) => {
    expect(() => parseRecord(person, stored)).toThrow(expect.objectContaining({ code: 'malformedRecord' }))
  })
})
