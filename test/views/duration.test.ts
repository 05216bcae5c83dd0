import { expect, it } from 'vitest'
import { formatDuration } from '../../src/views/parts/duration.ts'

it.each([
  [400, '0 s', '0 秒'],
  [59_400, '59 s', '59 秒'],
  [61_000, '1 min 1 s', '1 分 1 秒'],
  [120_000, '2 min', '2 分'],
  [400_000, '7 min', '7 分'],
  [3_599_000, '1 h', '1 小时'],
  [3_600_000 * 2 + 600_000, '2 h 10 min', '2 小时 10 分'],
  [-5, '0 s', '0 秒'],
])('%i ms', (duration, en, zh) => {
  expect(formatDuration(duration, 'en')).toBe(en)
  expect(formatDuration(duration, 'zh')).toBe(zh)
})
