/** A named lock, kept until it is released or the tab or worker that holds it dies. */
export interface Hold {
  release(): void
}

/** Holds a name no one else holds. Without Web Locks (plain http, old browsers) it holds nothing. */
export async function hold(name: string): Promise<Hold> {
  const locks = lockManager()
  if (!locks) return { release: () => undefined }
  return new Promise((resolve, reject) => {
    const held = locks.request(name, () => new Promise<void>((release) => resolve({ release })))
    held.catch(reject)
  })
}

/** Whether anybody holds the name, or undefined where the browser cannot say. */
export async function isHeld(name: string): Promise<boolean | undefined> {
  const locks = lockManager()
  if (!locks) return undefined
  const { held = [] } = await locks.query()
  return held.some((lock) => lock.name === name)
}

function lockManager(): LockManager | undefined {
  return typeof navigator === 'undefined' || !('locks' in navigator) ? undefined : navigator.locks
}
