import type { Run } from '../../domain/plan.ts'
import type { Language } from '../../state/language.ts'

/** What a run is called where several stand beside each other: its model and its method. */
export function runName({ model, method }: Pick<Run, 'model' | 'method'>, language: Language): string {
  return `${model.ref.id} · ${method.name[language]}`
}
