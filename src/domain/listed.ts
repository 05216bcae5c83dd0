import type { Bilingual } from './scheme.ts'

/** Names one behind the other, parted as the language does it. */
export function listed(names: readonly string[], language: keyof Bilingual): string {
  return names.join(language === 'zh' ? '、' : ', ')
}
