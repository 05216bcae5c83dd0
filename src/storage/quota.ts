import type { Bytes } from '../domain/units.ts'

export interface StorageEstimate {
  readonly used: Bytes
  /** What the browser would give this site at most; an estimate. */
  readonly quota: Bytes
  /** The browser will not clear it by itself when the disk is full. */
  readonly persistent: boolean
}

/** How much room there is, or null where the browser does not say (plain http, old ones). */
export async function storageEstimate(): Promise<StorageEstimate | null> {
  const storage = storageManager()
  if (!storage) return null
  try {
    const [{ usage = 0, quota = 0 }, persistent] = await Promise.all([storage.estimate(), storage.persisted()])
    return { used: usage, quota, persistent }
  } catch {
    return null
  }
}

let asked: Promise<boolean> | null = null

/**
 * Asks the browser, once in a page's life, to keep what is stored. Called by the first save; harmless later.
 * @returns whether it does; false where it cannot be asked (a worker, plain http).
 */
export function askPersistence(): Promise<boolean> {
  asked ??= (async () => {
    const storage = storageManager()
    if (!storage || !('persist' in storage)) return false
    try {
      return (await storage.persisted()) || (await storage.persist())
    } catch {
      return false
    }
  })()
  return asked
}

function storageManager(): StorageManager | undefined {
  return typeof navigator === 'undefined' || !('storage' in navigator) ? undefined : navigator.storage
}
