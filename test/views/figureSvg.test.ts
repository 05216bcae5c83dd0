import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wrapped } from '../../src/views/results/figureSvg.ts'

test('a caption is broken between words and Chinese characters, and loses nothing', () => {
  expect(wrapped('Expected calibration error 3.4%, n = 126', 20)).toEqual(['Expected calibration', 'error 3.4%, n = 126'])
  expect(wrapped('每个点的样本一样多', 8)).toEqual(['每个点的', '样本一样', '多'])
  expect(wrapped('', 8)).toEqual([])
  fc.assert(fc.property(fc.array(fc.constantFrom('a', 'bc', ' ', '中', '，', '1')), fc.integer({ min: 4, max: 30 }), (parts, room) => {
    const text = parts.join('')
    expect(wrapped(text, room).join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
  }))
})
