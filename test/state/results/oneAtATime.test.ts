import { expect, it, vi } from 'vitest'
import { oneAtATime } from '../../../src/state/results/oneAtATime.ts'

it('asks when the one before is done, whatever came of it, and never what nobody waits for', async () => {
  const inTurn = oneAtATime()
  const wanted = new AbortController().signal
  const left = new AbortController()
  let fail: (reason: Error) => void = () => undefined
  const first = inTurn(wanted, () => new Promise((_, reject) => (fail = reject)))
  const never = vi.fn(() => Promise.resolve(0))
  const second = inTurn(left.signal, never)
  const asked = vi.fn(() => Promise.resolve(3))
  const third = inTurn(wanted, asked)
  await Promise.resolve()
  expect(asked).not.toHaveBeenCalled()

  left.abort()
  fail(new Error('lost'))
  await expect(first).rejects.toThrow('lost')
  await expect(second).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
  expect(await third).toBe(3)
  expect(never).not.toHaveBeenCalled()
})
