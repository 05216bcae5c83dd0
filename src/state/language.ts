import type { Bilingual } from '../domain/scheme.ts'
import { useStore } from './store.ts'
import { StoredChoice } from './storedChoice.ts'

/** A language of the interface. */
export type Language = keyof Bilingual

const choice = new StoredChoice<Language>('language', ['zh', 'en'], () => (/^zh\b/i.test(navigator.language) ? 'zh' : 'en'))

/** The `lang` of the page follows the choice: fonts and screen readers go by it. */
export function applyLanguage(): void {
  const apply = (): void => {
    document.documentElement.lang = choice.get() === 'zh' ? 'zh-Hans' : 'en'
  }
  apply()
  choice.subscribe(apply)
}

export function useLanguage(): Language {
  return useStore(choice)
}

export const setLanguage = choice.choose
