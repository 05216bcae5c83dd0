import fc from 'fast-check'
import { expect, it } from 'vitest'
import { seededRandom } from '../../src/domain/random.ts'
import { foldsOf } from '../../src/metrics/folds.ts'

it('parts records into folds of about equal size, those with one key together, the same every time', () => {
  fc.assert(fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), { minLength: 5 }), (keys) => {
    const folds = foldsOf(keys, 3, seededRandom('folds'))
    expect(folds).toEqual(foldsOf(keys, 3, seededRandom('folds')))
    const byKey = new Map(keys.map((key, at) => [key, folds[at]]))
    expect(keys.every((key, at) => byKey.get(key) === folds[at])).toBe(true)
  }))
  const alone = foldsOf(Array.from({ length: 103 }, (_, at) => String(at)), 5, seededRandom('alone'))
  const sizes = [0, 1, 2, 3, 4].map((fold) => alone.filter((one) => one === fold).length)
  expect(Math.max(...sizes) - Math.min(...sizes)).toBe(1)
  expect(() => foldsOf([], 1, seededRandom(''))).toThrow(RangeError)
})
