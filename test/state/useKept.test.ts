import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { atMostEvery, once, several } from '../../src/state/useKept.ts'
import type { Observable } from '../../src/state/liveQuery.ts'

function subject<Value>(): Observable<Value> & { readonly say: (value: Value) => void; readonly left: () => boolean } {
  let listener: ((value: Value) => void) | null = null
  return {
    say: (value) => listener?.(value),
    left: () => listener === null,
    subscribe: (next) => {
      listener = next
      return () => {
        listener = null
      }
    },
  }
}

describe('atMostEvery', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('says the first at once, then the newest after the pause, and never one twice', () => {
    const source = subject<number>()
    const heard: number[] = []
    atMostEvery(() => 100, source).subscribe((value) => heard.push(value))
    source.say(1)
    source.say(2)
    source.say(3)
    expect(heard).toEqual([1])
    vi.advanceTimersByTime(100)
    expect(heard).toEqual([1, 3])
    vi.advanceTimersByTime(1_000)
    expect(heard).toEqual([1, 3])
    source.say(4)
    expect(heard).toEqual([1, 3, 4])
  })

  it('waits as long as the value says', () => {
    const source = subject<number>()
    const heard: number[] = []
    atMostEvery((value) => value, source).subscribe((value) => heard.push(value))
    source.say(500)
    source.say(1)
    vi.advanceTimersByTime(499)
    expect(heard).toEqual([500])
    vi.advanceTimersByTime(1)
    expect(heard).toEqual([500, 1])
  })

  it('says nothing more once it is left, and leaves its source', () => {
    const source = subject<number>()
    const heard: number[] = []
    const leave = atMostEvery(() => 100, source).subscribe((value) => heard.push(value))
    source.say(1)
    source.say(2)
    leave()
    vi.advanceTimersByTime(1_000)
    expect(heard).toEqual([1])
    expect(source.left()).toBe(true)
  })
})

describe('several and once', () => {
  it('says values as they come and tells the maker when nobody listens', async () => {
    const heard: number[] = []
    let signal: AbortSignal | null = null
    let go: () => void = () => undefined
    const leave = several<number>(async (next, ending) => {
      signal = ending
      next(1)
      await new Promise<void>((resolve) => (go = resolve))
      next(2)
    }).subscribe((value) => heard.push(value))
    leave()
    go()
    await Promise.resolve()
    expect(heard).toEqual([1])
    expect((signal as AbortSignal | null)?.aborted).toBe(true)
  })

  it('passes a failure on, unless nobody listens any more', async () => {
    const failures: unknown[] = []
    once(() => Promise.reject(new Error('no'))).subscribe(() => undefined, (error) => failures.push(error))
    const leave = once(() => Promise.reject(new Error('late'))).subscribe(() => undefined, (error) => failures.push(error))
    leave()
    await new Promise((resolve) => setTimeout(resolve))
    expect(failures.map(String)).toEqual(['Error: no'])
  })
})
