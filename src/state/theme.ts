import { useStore } from './store.ts'
import { StoredChoice } from './storedChoice.ts'

/** `system` follows the machine's setting. */
export type Theme = 'system' | 'light' | 'dark'

const choice = new StoredChoice<Theme>('theme', ['system', 'light', 'dark'], () => 'system')

/** Puts the choice on the root element, where tokens.css reads it. */
export function applyTheme(): void {
  const apply = (): void => {
    document.documentElement.dataset.theme = choice.get()
  }
  apply()
  choice.subscribe(apply)
}

export function useTheme(): Theme {
  return useStore(choice)
}

export const setTheme = choice.choose
