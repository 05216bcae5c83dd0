import { describe, expect, test } from 'vitest'
import { counted } from '../../src/views/messages/counted.ts'

describe('an English noun with its number', () => {
  test('is singular for one alone', () => {
    expect(counted('1', 'run')).toBe('1 run')
    expect(counted('0', 'run')).toBe('0 runs')
    expect(counted('1,000', 'run')).toBe('1,000 runs')
  })

  test('takes another plural where an s does not make it', () => {
    expect(counted('1', 'sham matrix', 'sham matrices')).toBe('1 sham matrix')
    expect(counted('5', 'sham matrix', 'sham matrices')).toBe('5 sham matrices')
  })
})
