import type { Gold } from '../../domain/dataset.ts'
import { type Field, labelName } from '../../domain/scheme.ts'
import type { Language } from '../../state/language.ts'

/** A gold label as it is called, what the file wrote where the scheme does not know it, or null where there is none. */
export function goldName(field: Field, gold: Gold | undefined, language: Language): string | null {
  if (gold === undefined) return null
  return gold.kind === 'outOfScheme' ? `? ${gold.raw}` : labelName(field, gold.label, language)
}
