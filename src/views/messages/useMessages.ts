import { type Language, useLanguage } from '../../state/language.ts'

/** A screen's sentences in the language chosen. The type of the Chinese half holds the English one to the same keys. */
export function useMessages<Messages>(catalogue: Readonly<Record<Language, Messages>>): Messages {
  return catalogue[useLanguage()]
}
