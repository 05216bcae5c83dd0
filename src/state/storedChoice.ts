/** One remembered choice out of a closed list that must be known before the first paint, hence localStorage and not Dexie. */
export interface StoredChoice<Value extends string> {
  readonly get: () => Value
  readonly set: (value: Value) => void
  /** For useSyncExternalStore. @returns the end of the subscription. */
  readonly subscribe: (changed: () => void) => () => void
}

/**
 * A choice kept under a name in this browser; other tabs follow.
 * Where storage is closed (private windows, policies) it lasts as long as the page.
 */
export function storedChoice<Value extends string>(name: string, values: readonly Value[], first: () => Value): StoredChoice<Value> {
  const key = `xianwai.${name}`
  const listeners = new Set<() => void>()
  const known = (raw: string | null): Value | undefined => values.find((value) => value === raw)
  let current = known(read(key)) ?? first()
  function change(value: Value): void {
    current = value
    for (const listener of listeners) listener()
  }
  window.addEventListener('storage', (event) => {
    if (event.key === key) change(known(event.newValue) ?? first())
  })
  return {
    get: () => current,
    set: (value) => {
      write(key, value)
      change(value)
    },
    subscribe: (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // closed storage: the choice lasts as long as the page
  }
}
