import type { Method } from '../../domain/method.ts'
import type { Scheme } from '../../domain/scheme.ts'
import { methodsOf } from '../../prompt/schemeMethods.ts'
import type { ShamKind } from '../../prompt/shamMatrix.ts'

export type MethodGroup = 'basic' | 'paper' | 'controls' | 'own'

/** What is chosen with one tick: a method, or all seeds of one kind of sham. */
export interface MethodEntry {
  readonly group: MethodGroup
  /** The first stands for all in what is shown. */
  readonly methods: readonly Method[]
  readonly sham?: ShamKind
}

const basic: readonly string[] = ['matrix', 'guided', 'direct', 'reason']

/** Every method that a language model can be asked by, under the headings of the plan's screen. @param own the user's. */
export function methodEntries(scheme: Scheme, own: readonly Method[]): readonly MethodEntry[] {
  const entry = (method: Method): MethodEntry => ({ group: basic.includes(method.id) ? 'basic' : method.control ? 'controls' : 'paper', methods: [method] })
  const { methods, shams } = methodsOf(scheme)
  return [
    ...methods.filter((method) => !method.scheme).map(entry),
    ...(['arbitrary', 'permuted'] as const).flatMap((sham): MethodEntry[] => (shams[sham].length > 0 ? [{ group: 'controls', methods: shams[sham], sham }] : [])),
    ...own.map((method): MethodEntry => ({ group: 'own', methods: [method] })),
  ]
}

/**
 * Ids of a scheme's methods that are controls of how the matrix is walked, with those that they are controls of; none where nothing is
 * derived. The shuffled stance is none of them: what it controls is an oracle, which fails on samples without gold.
 */
export function controlIds(scheme: Scheme): readonly string[] {
  const controls = methodsOf(scheme).methods.filter(({ control }) => control && control.kind !== 'shuffled')
  return [...new Set(controls.flatMap(({ id, control }) => [...(control ? [control.of] : []), id]))]
}
