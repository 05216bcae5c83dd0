import type { Conditional } from '../domain/prediction.ts'
import type { LogProbability } from '../domain/units.ts'
import { type Asker, askEveryPath } from './ask.ts'
import type { Asked, Question } from './question.ts'

/** Inputs that say nothing, as Zhao et al. (2021) chose them. */
const inputs: readonly Asked[] = ['N/A', '', '[MASK]'].map((text) => ({ text, context: '', scene: null }))

/** Probabilities below this are taken for it: a prior that calls a label impossible could not be subtracted. */
const LEAST: LogProbability = -69

/** Whether a method's answers can be read under a content-free prior: written ones have none, nor have those that are told a label. */
export function hasPrior({ method }: Question): boolean {
  return method.asking === 'guided' && method.steps.every(({ kind }) => kind !== 'give')
}

/**
 * Log-probabilities that the model gives to inputs without content, on every path of the answer tree: the mean of the
 * inputs' probabilities. @throws as `ask` does.
 */
export async function contentFreePrior(question: Question, asker: Asker): Promise<readonly Conditional[]> {
  const replies: (readonly Conditional[])[] = []
  for (const input of inputs) {
    const { outcome } = await askEveryPath(question, asker, input)
    if (outcome.kind === 'guided' || outcome.kind === 'classified') replies.push(outcome.conditionals)
  }
  return meanOf(replies)
}

/** Conditionals of the same choice, averaged as probabilities. */
export function meanOf(replies: readonly (readonly Conditional[])[]): readonly Conditional[] {
  const sums = new Map<string, { readonly conditional: Conditional; readonly sum: Float64Array; count: number }>()
  for (const conditional of replies.flat()) {
    const key = JSON.stringify([conditional.field, Object.entries(conditional.given)])
    const { logProbabilities } = conditional
    const entry = sums.get(key) ?? { conditional, sum: new Float64Array(logProbabilities.length), count: 0 }
    logProbabilities.forEach((value, at) => (entry.sum[at]! += Math.exp(value)))
    entry.count++
    sums.set(key, entry)
  }
  return [...sums.values()].map(({ conditional, sum, count }) => ({
    ...conditional,
    logProbabilities: Float32Array.from(sum, (value) => Math.max(Math.log(value / count), LEAST)),
  }))
}
