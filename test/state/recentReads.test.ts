import { describe, expect, it } from 'vitest'
import { RecentReads } from '../../src/state/recentReads.ts'

describe('RecentReads', () => {
  it('gives back the very read that is kept, done or not', () => {
    const reads = new RecentReads<number>(2)
    const read = new Promise<number>(() => undefined)
    expect(reads.get('a')).toBeUndefined()
    expect(reads.keep('a', read)).toBe(read)
    expect(reads.get('a')).toBe(read)
  })

  it('drops what was asked for longest ago, not what was kept first', () => {
    const reads = new RecentReads<number>(2)
    const first = reads.keep('a', Promise.resolve(1))
    void reads.keep('b', Promise.resolve(2))
    void reads.get('a')
    void reads.keep('c', Promise.resolve(3))
    expect(reads.get('b')).toBeUndefined()
    expect(reads.get('a')).toBe(first)
  })

  it('forgets what failed and what is not to be kept, once that is known', async () => {
    const reads = new RecentReads<number>(4)
    await expect(reads.keep('failed', Promise.reject(new Error('gone')))).rejects.toThrow('gone')
    expect(await reads.keep('odd', Promise.resolve(3), (value) => value % 2 === 0)).toBe(3)
    const even = reads.keep('even', Promise.resolve(4), (value) => value % 2 === 0)
    await even
    expect([reads.get('failed'), reads.get('odd'), reads.get('even')]).toEqual([undefined, undefined, even])
  })

  it('leaves the later of two reads of one name alone when the earlier fails', async () => {
    const reads = new RecentReads<number>(2)
    let fail: (reason: Error) => void = () => undefined
    const earlier = reads.keep('a', new Promise((_, reject) => (fail = reject)))
    const later = reads.keep('a', Promise.resolve(2))
    fail(new Error('lost'))
    await expect(earlier).rejects.toThrow('lost')
    expect(reads.get('a')).toBe(later)
  })
})
