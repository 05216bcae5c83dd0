import { builtInScheme } from '../domain/builtInScheme.ts'
import type { Method } from '../domain/method.ts'
import { type FieldId, fieldNamed, type Scheme } from '../domain/scheme.ts'

/** The benchmark's names for its methods. */
export const benchmarkMethods = ['direct', 'cot', 'chain', 'structure_only', 'gold_p', 'gold_pi'] as const
export type BenchmarkMethod = (typeof benchmarkMethods)[number]

/** `{model}_{method}_{task}_{shots}.jsonl`: what a result file of the benchmark's runner is called. */
export interface ResultFileName {
  readonly model: string
  readonly method: BenchmarkMethod
  /** stance, intent, emotion; of another scheme a field's id. */
  readonly task: string
  readonly shots: 'zeroshot' | 'fewshot'
}

const pattern = new RegExp(`^(.+)_(${benchmarkMethods.join('|')})_(.+)_(zeroshot|fewshot)\\.jsonl$`)

/** The parts of a name, folders apart; undefined where it is not one of the benchmark's. */
export function parseResultFileName(name: string): ResultFileName | undefined {
  const [, model, method, task, shots] = pattern.exec(name.replace(/^.*[/\\]/, '')) ?? []
  const known = benchmarkMethods.find((candidate) => candidate === method)
  if (model === undefined || known === undefined || task === undefined) return undefined
  return { model, method: known, task, shots: shots === 'fewshot' ? 'fewshot' : 'zeroshot' }
}

export function resultFileName({ model, method, task, shots }: ResultFileName): string {
  return `${model}_${method}_${task}_${shots}.jsonl`
}

/**
 * The benchmark's name for a method, by its steps: what is given from gold (stance; stance and intent), else the matrix
 * (`chain`), else reasoning (`structure_only` where the method is called so, since its steps are those of `cot`), else direct.
 */
export function benchmarkMethod(method: Method): BenchmarkMethod {
  const told = benchmarkMethods.find((name) => name === method.imported?.benchmark)
  if (told) return told
  const given = method.steps.filter((step) => step.kind === 'give' && step.from === 'gold').length
  if (given > 0) return given > 1 ? 'gold_pi' : 'gold_p'
  if (method.steps.some((step) => step.kind === 'derive')) return 'chain'
  if (!method.steps.some((step) => step.kind === 'reason')) return 'direct'
  return /structure/i.test(method.id) ? 'structure_only' : 'cot'
}

/**
 * The fields that result files are written of: all that a method is scored on. Of the benchmark's own scheme without the parts of its stance: the polarities
 * are no tasks of the benchmark's runner, whose script has no label list for them (they stand in the run file and in `metrics.json`).
 */
export function resultTasks(scheme: Scheme, answered: readonly FieldId[]): readonly FieldId[] {
  return scheme.id === builtInScheme.id ? tasksOf(scheme, answered) : answered
}

/** The fields of those answered that are no part of a derived one; all where each is a part. */
export function tasksOf(scheme: Scheme, answered: readonly FieldId[]): readonly FieldId[] {
  const parts = new Set(scheme.fields.flatMap((field) => (field.kind === 'derived' ? field.from : [])))
  const tasks = answered.filter((field) => !parts.has(field))
  return tasks.length > 0 ? tasks : answered
}

/** The field that a file's task is about: its id, or a name or column of it. Undefined where the scheme has none. */
export function taskField(scheme: Scheme, task: string): FieldId | undefined {
  return fieldNamed(scheme, task)
}
