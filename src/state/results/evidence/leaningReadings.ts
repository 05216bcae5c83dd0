import type { Plan, Run } from '../../../domain/plan.ts'
import { priorKinds, type Reading } from '../../../domain/prediction.ts'
import { readingChoices } from '../readingChoices.ts'

/**
 * The priors under which a run's leaning is shown. Answers that were written, or taken from a file, have no probabilities that a prior could be
 * subtracted from: they are read in one way.
 */
export function leaningReadings(plan: Plan, run: Pick<Run, 'model' | 'method'>, reading: Reading): Reading[] {
  // whether the model was asked for its content-free prior shows when the run is opened: it is left out where it was not
  const { priors } = readingChoices(plan, run, true)
  const rest = { rule: reading.rule, parser: reading.parser, ...(reading.later && { later: reading.later }) }
  return priorKinds.filter((prior) => priors[prior]).map((prior): Reading => (prior === 'pool' && plan.pool ? { ...rest, prior, pool: plan.pool.hash } : { ...rest, prior }))
}
