import { describe, expect, test } from 'vitest'
import { claimRun, type Locks } from '../../src/run/runLock.ts'

/** What `navigator.locks` promises of `ifAvailable`. */
class LocksOfOneBrowser implements Locks {
  private readonly held = new Set<string>()

  async request<Result>(name: string, _: { readonly ifAvailable: true }, callback: (lock: object | null) => Promise<Result>): Promise<Result> {
    await Promise.resolve()
    if (this.held.has(name)) return callback(null)
    this.held.add(name)
    try {
      return await callback({ name })
    } finally {
      this.held.delete(name)
    }
  }
}

describe('a run', () => {
  test('is claimed by one tab at a time', async () => {
    const locks = new LocksOfOneBrowser()
    const claim = await claimRun('r', locks)
    expect(claim).not.toBeNull()
    expect(await claimRun('r', locks)).toBeNull()
    expect(await claimRun('other', locks)).not.toBeNull()
    claim!.release()
    await expect.poll(() => claimRun('r', locks)).not.toBeNull()
  })

  test('is claimed freely where there are no locks', async () => {
    expect(await claimRun('r', undefined)).not.toBeNull()
  })

  test('whose claim fails says why', async () => {
    await expect(claimRun('r', { request: () => Promise.reject(new Error('not allowed here')) })).rejects.toThrow('not allowed')
  })
})

/** The browser's own fits. */
export const ofTheBrowser = (manager: LockManager): Locks => manager
