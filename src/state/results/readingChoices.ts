import { methodLevels } from '../../answer/methodLevels.ts'
import { givenFields } from '../../domain/method.ts'
import type { Plan, Run } from '../../domain/plan.ts'
import type { PriorKind } from '../../domain/prediction.ts'

/** What of a reading can change a run's answers: nothing, where they were written and have no probabilities. */
export interface ReadingChoices {
  readonly priors: Readonly<Record<PriorKind, boolean>>
  /** Two levels or more are chosen together. */
  readonly rule: boolean
  /** Something is chosen behind those. */
  readonly later: boolean
}

/** @param hasPriors the run has a content-free prior that can be subtracted. */
export function readingChoices({ scheme, pool }: Pick<Plan, 'scheme' | 'pool'>, { model: { ref }, method }: Pick<Run, 'model' | 'method'>, hasPriors: boolean): ReadingChoices {
  const measured = method.asking === 'guided' && ref.origin !== 'imported'
  const can: Readonly<Record<PriorKind, boolean>> = {
    none: true,
    contentFree: measured && hasPriors,
    pool: measured && pool !== undefined && givenFields(method).length === 0,
    batch: measured,
  }
  // a classifier answers each field by itself
  if (!measured || ref.kind === 'classifier') return { priors: can, rule: false, later: false }
  const { levels, jointLevels } = methodLevels(scheme, method)
  return { priors: can, rule: jointLevels > 1, later: levels.length > jointLevels }
}
