import { type ChoiceKey, choiceKey } from '../answer/choiceKey.ts'
import { type MethodLevels, methodLevels } from '../answer/methodLevels.ts'
import { guidedReading, type Priors } from '../answer/readPrediction.ts'
import type { Method } from '../domain/method.ts'
import type { Conditional, Reading } from '../domain/prediction.ts'
import type { Scheme } from '../domain/scheme.ts'

/** How a plan reads its answers first. */
export interface PrimaryReading {
  readonly reading: Reading
  /** Needed where the reading subtracts a prior. */
  readonly priors?: Priors
}

/**
 * Whether a reading may choose another path than the engine followed, which is the best joint one of the model's own
 * probabilities: behind the reading's winner nothing was asked then.
 */
export function leavesThePath({ prior, rule, later }: Reading): boolean {
  return prior !== 'none' || rule === 'path' || later === 'marginal'
}

/**
 * The option indices down to the choice that the reading comes to and that was not asked; null where it is answered to its end, or
 * is not answered for another reason (nothing was asked at all, the prior does not know the path).
 */
export function openPath(scheme: Scheme, method: Method, conditionals: readonly Conditional[], { reading, priors }: PrimaryReading): readonly number[] | null {
  const levels = methodLevels(scheme, method)
  const { labels, later } = guidedReading(levels, conditionals, reading, priors).decision
  const depth = labels.indexOf(-1)
  const wanted = later && (depth < 0 || depth >= levels.jointLevels) ? later.lacking : depth < 1 ? [] : [Array.from(labels.subarray(0, depth))]
  if (wanted.length === 0) return null
  const asked = new Set(conditionals.map(choiceKey))
  return wanted.find((path) => !asked.has(keyBehind(levels, path))) ?? null
}

function keyBehind({ levels }: MethodLevels, path: readonly number[]): ChoiceKey {
  const given = Object.fromEntries(path.map((option, level) => [levels[level]!.id, levels[level]!.labels[option]!.id]))
  return choiceKey({ field: levels[path.length]!.id, given })
}

/** All of them, each choice once. */
export function together(known: readonly Conditional[], more: readonly Conditional[]): readonly Conditional[] {
  const keys = new Set(known.map(choiceKey))
  return [...known, ...more.filter((conditional) => !keys.has(choiceKey(conditional)))]
}
