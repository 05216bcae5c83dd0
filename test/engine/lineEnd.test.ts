import { expect, test } from 'vitest'
import { endOfLines } from '../../src/engine/lineEnd.ts'

const patterns = [/^A: [ab]$/, /^B: [ab]$/]
const cut = (text: string, before = ''): string | null => {
  const at = endOfLines(text, patterns, before)
  return at < 0 ? null : text.slice(0, at)
}

test('a text is over behind the line that matches the last pattern', () => {
  expect(cut('A: a\nB: b\nC')).toBe('A: a\nB: b')
  expect(cut('well\nA: a\n\nso\nB: b\n')).toBe('well\nA: a\n\nso\nB: b')
})

test('a line counts when its break is there, and in the order of the patterns', () => {
  expect(cut('A: a\nB: b')).toBeNull()
  expect(cut('B: b\nA: a\n')).toBeNull()
  expect(cut('A: a\nA: b\nB: c\n')).toBeNull()
})

test('never within a thought, nor by what was thought', () => {
  expect(cut('<think>\nA: a\nB: b\n')).toBeNull()
  expect(cut('<think>\nA: a\nB: b\n</think>\nA: b\n')).toBeNull()
  expect(cut('<think>\nA: a\nB: b\n</think>\nA: b\nB: a\n')).toBe('<think>\nA: a\nB: b\n</think>\nA: b\nB: a')
  expect(cut('A: a\n<think>hm</think>\nA: a\nB: a\nx')).toBe('A: a\n<think>hm</think>\nA: a\nB: a')
})

test('a thought may have been opened by the prompt', () => {
  expect(cut('A: a\nB: b\n', '<|assistant|><think>\n')).toBeNull()
  expect(cut('A: a\nB: b\n', '<think></think>')).toBe('A: a\nB: b')
  expect(cut('A: a\n</think>\nA: b\nB: b\n', '<think>')).toBe('A: a\n</think>\nA: b\nB: b')
})
