import type { ReactElement } from 'react'
import { builtInScheme, stanceExamples } from '../../domain/builtInScheme.ts'
import { stanceMatrix } from '../../domain/stanceMatrix.ts'
import { useLanguage } from '../../state/language.ts'
import { StanceMatrix } from './StanceMatrix.tsx'

const matrix = stanceMatrix(builtInScheme)

/** The matrix explained: a sentence in each cell instead of numbers. */
export function ExampleMatrix({ caption }: { readonly caption: string }): ReactElement | null {
  const language = useLanguage()
  if (!matrix) return null
  const cells = Object.fromEntries(Object.entries(stanceExamples).map(([stance, example]) => [stance, { note: example[language] }]))
  return <StanceMatrix matrix={matrix} cells={cells} caption={caption} />
}
