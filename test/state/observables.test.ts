import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { atMostEvery, once, readAgain, several, together } from '../../src/state/observables.ts'
import type { Observable } from '../../src/storage/observable.ts'

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

describe('readAgain', () => {
  it('drops the answer to an earlier question, however late it comes, and all once it is left', async () => {
    const source = subject<string>()
    const heard: string[] = []
    const failures: unknown[] = []
    const answers = new Map<string, { readonly give: (value: string) => void; readonly fail: (reason: Error) => void }>()
    const leave = readAgain(source, (said) => new Promise<string>((give, fail) => answers.set(said, { give, fail }))).subscribe((value) => heard.push(value), (reason) => failures.push(reason))
    source.say('first')
    source.say('second')
    answers.get('second')!.give('new')
    answers.get('first')!.give('old')
    await Promise.resolve()
    expect(heard).toEqual(['new'])

    source.say('third')
    answers.get('third')!.fail(new Error('no'))
    source.say('fourth')
    leave()
    answers.get('fourth')!.give('late')
    await new Promise((resolve) => setTimeout(resolve))
    expect(heard).toEqual(['new'])
    expect(failures).toEqual([])
    expect(source.left()).toBe(true)
  })

  it('passes a failed reading on', async () => {
    const source = subject<number>()
    const failures: unknown[] = []
    readAgain(source, () => Promise.reject(new Error('no'))).subscribe(() => undefined, (reason) => failures.push(reason))
    source.say(1)
    await new Promise((resolve) => setTimeout(resolve))
    expect(failures.map(String)).toEqual(['Error: no'])
  })
})

describe('together', () => {
  it('says nothing until each has said something, then all at each change, a new map each time', () => {
    const [one, other] = [subject<number>(), subject<number>()]
    const heard: ReadonlyMap<string, number>[] = []
    const leave = together(new Map([['one', one], ['other', other]])).subscribe((all) => heard.push(all))
    one.say(1)
    one.say(2)
    expect(heard).toEqual([])
    other.say(3)
    one.say(4)
    expect(heard.map((all) => [...all])).toEqual([[['one', 2], ['other', 3]], [['one', 4], ['other', 3]]])
    leave()
    expect([one.left(), other.left()]).toEqual([true, true])
  })
})
