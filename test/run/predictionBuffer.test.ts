import { describe, expect, test } from 'vitest'
import { toySample } from './fixtures.ts'
import { setting } from './setting.ts'

describe('a sink', () => {
  test('that fails ends the run with its error', async () => {
    const full = new Error('full')
    const { calls, execute } = await setting({
      samples: Array.from({ length: 300 }, (_, at) => toySample(String(at))),
      sink: { append: () => Promise.reject(full) },
    })
    expect(await execute()).toMatchObject({ end: 'broken', error: full })
    expect(calls('answer').length).toBeLessThan(300)
  })

  test('gets what was answered while the next sample is still asked', async () => {
    let release = (): void => undefined
    const { sink, execute } = await setting({
      toy: { wait: ({ text }) => (text.includes('句子8') ? new Promise((resolve) => (release = resolve)) : Promise.resolve()) },
    })
    const finished = execute()
    await expect.poll(() => sink.predictions.size, { timeout: 5_000 }).toBeGreaterThan(0)
    const before = sink.predictions.size
    release()
    await finished
    expect(before).toBeLessThan(12)
    expect(sink.predictions.size).toBe(12)
  })

  test('gets small groups, in order', async () => {
    const { plan, sink, execute } = await setting({ samples: Array.from({ length: 300 }, (_, at) => toySample(String(at))) })
    await execute()
    expect(Math.max(...sink.groups)).toBeLessThanOrEqual(64)
    expect([...sink.predictions.keys()]).toEqual(plan.sampleIds)
  })
})
