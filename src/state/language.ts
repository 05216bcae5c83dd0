import { useSyncExternalStore } from 'react'
import type { Bilingual } from '../domain/scheme.ts'
import { storedChoice } from './storedChoice.ts'

/** A language of the interface. */
export type Language = keyof Bilingual

const choice = storedChoice<Language>('language', ['zh', 'en'], () => (/^zh\b/i.test(navigator.language) ? 'zh' : 'en'))

/** The `lang` of the page follows the choice: fonts and screen readers go by it. */
export function applyLanguage(): void {
  const apply = (): void => {
    document.documentElement.lang = choice.get() === 'zh' ? 'zh-Hans' : 'en'
  }
  apply()
  choice.subscribe(apply)
}

export function useLanguage(): Language {
  return useSyncExternalStore(choice.subscribe, choice.get)
}

export const setLanguage = choice.set
