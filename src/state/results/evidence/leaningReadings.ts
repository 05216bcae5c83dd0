import type { Plan } from '../../../domain/plan.ts'
import { priorKinds, type Reading } from '../../../domain/prediction.ts'

/** The priors under which a run's leaning is shown; those that it does not have are left out. */
export function leaningReadings(plan: Plan, reading: Reading): Reading[] {
  const rest = { rule: reading.rule, parser: reading.parser, ...(reading.later && { later: reading.later }) }
  return priorKinds.flatMap((prior): Reading[] => {
    if (prior === 'pool') return plan.pool ? [{ ...rest, prior, pool: plan.pool.hash }] : []
    return [{ ...rest, prior }]
  })
}
