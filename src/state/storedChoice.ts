import { Store } from './store.ts'

/**
 * One remembered choice out of a closed list that must be known before the first paint, hence localStorage and not Dexie. It is kept under a
 * name in this browser, and other tabs follow; where storage is closed (private windows, policies) it lasts as long as the page.
 */
export class StoredChoice<Value extends string> extends Store<Value> {
  private readonly key: string

  /** @param first what is chosen where nothing, or nothing known, is stored. */
  constructor(name: string, values: readonly Value[], first: () => Value) {
    const key = `xianwai.${name}`
    const known = (raw: string | null): Value => values.find((value) => value === raw) ?? first()
    super(known(read(key)))
    this.key = key
    window.addEventListener('storage', (event) => {
      if (event.key === key) this.set(known(event.newValue))
    })
  }

  readonly choose = (value: Value): void => {
    write(this.key, value)
    this.set(value)
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
