import type { Method } from '../domain/method.ts'
import { builtInMethods, studyMethods } from '../prompt/builtInMethods.ts'
import type { ShamKind } from '../prompt/shamMatrix.ts'
import { shamMethods } from './planning.ts'

export type MethodGroup = 'basic' | 'paper' | 'controls' | 'own'

/** What is chosen with one tick: a method, or all seeds of one kind of sham. */
export interface MethodEntry {
  readonly group: MethodGroup
  /** The first stands for all in what is shown. */
  readonly methods: readonly Method[]
  readonly sham?: ShamKind
}

const basic: readonly string[] = ['matrix', 'direct', 'reason']

/** Every method that a language model can be asked by, under the headings of the plan's screen. @param own the user's. */
export function methodEntries(own: readonly Method[]): readonly MethodEntry[] {
  const entry = (method: Method): MethodEntry => ({ group: basic.includes(method.id) ? 'basic' : method.control ? 'controls' : 'paper', methods: [method] })
  return [
    ...builtInMethods.map(entry),
    ...studyMethods.map(entry),
    ...(['arbitrary', 'permuted'] as const).map((sham): MethodEntry => ({ group: 'controls', methods: shamMethods[sham], sham })),
    ...own.map((method): MethodEntry => ({ group: 'own', methods: [method] })),
  ]
}

/** Ids of the methods that are controls, with those that they are controls of. */
export function controlIds(): readonly string[] {
  const controls = [...studyMethods.filter(({ control }) => control), ...shamMethods.arbitrary, ...shamMethods.permuted]
  return [...new Set(controls.flatMap(({ id, control }) => [...(control ? [control.of] : []), id]))]
}
