import { describe, expect, test } from 'vitest'
import { RunControl } from '../../src/run/runControl.ts'
import { setting } from './setting.ts'

describe('pausing and stopping', () => {
  test('a paused run asks nothing until it is resumed', async () => {
    const control = new RunControl()
    const stages: string[] = []
    const { sink, calls, execute } = await setting({
      control,
      toy: {
        wait: ({ text }) => {
          if (text.includes('句子4')) control.pause()
          return Promise.resolve()
        },
      },
      onProgress: ({ stage }) => stages.push(stage),
    })
    const finished = execute()
    await expect.poll(() => stages.at(-1)).toBe('paused')
    const asked = calls('answer').length
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(calls('answer')).toHaveLength(asked)
    await expect.poll(() => sink.predictions.size).toBeGreaterThanOrEqual(asked)
    control.resume()
    expect(await finished).toMatchObject({ end: 'finished', done: 12 })
    expect(stages.at(-1)).toBe('asking')
  })

  test('a paused run can be stopped, and left', async () => {
    const control = new RunControl()
    control.pause()
    const stopped = (await setting({ control })).execute()
    control.stop()
    expect(await stopped).toMatchObject({ end: 'stopped', asked: 0 })
    const waiting = new RunControl()
    waiting.pause()
    const leave = new AbortController()
    const left = (await setting({ control: waiting, signal: leave.signal })).execute()
    leave.abort()
    expect(await left).toMatchObject({ end: 'stopped', asked: 0 })
  })

  test('leaving does not wait for the sample in flight', async () => {
    const leave = new AbortController()
    const { sink, execute } = await setting({
      signal: leave.signal,
      toy: {
        wait: ({ text }) => {
          if (!text.includes('句子4')) return Promise.resolve()
          leave.abort()
          return new Promise(() => undefined)
        },
      },
    })
    const summary = await execute()
    expect(summary).toMatchObject({ end: 'stopped', failed: 0 })
    expect(sink.predictions.size).toBe(summary.done)
  })
})
