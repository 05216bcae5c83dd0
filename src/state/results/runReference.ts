import type { Plan } from '../../domain/plan.ts'
import { type Reading, sameReading } from '../../domain/prediction.ts'
import type { AddressOf } from '../address.ts'

/** What an address says of a reading; what it leaves open is the plan's. */
export type NamedReading = Pick<AddressOf<'results'>, 'prior' | 'rule' | 'later'>

/**
 * A run as a filter over another run's samples refers to it: `run` among those of the same plan, which is read as that other run is;
 * `plan/run` of another plan, read as its own plan says; `plan/run/prior.rule.later` where it is read otherwise.
 */
export interface RunReference {
  /** Null: the plan of the run that is filtered. */
  readonly plan: string | null
  /** The beginning of its id. */
  readonly run: string
  readonly reading: NamedReading | null
}

export function parseReference(text: string): RunReference {
  const [first = '', second, reading] = text.split('/')
  const [prior, rule, later] = reading?.split('.') ?? []
  return { plan: second === undefined ? null : first, run: second ?? first, reading: reading === undefined ? null : { prior, rule, later } }
}

/** Of a run of another plan. @param reading that it is read under there. */
export function referenceAcross(plan: Plan, run: string, reading: Reading): string {
  const { prior, rule, later } = reading
  return [plan.id, run, ...(sameReading(reading, plan.reading) ? [] : [[prior, rule, later ?? 'chosen'].join('.')])].join('/')
}
