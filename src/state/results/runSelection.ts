import type { Plan, Run } from '../../domain/plan.ts'
import { scoredFields } from '../../domain/method.ts'
import { priorKinds, type Reading, sameReading } from '../../domain/prediction.ts'
import { type FieldId, fieldOf } from '../../domain/scheme.ts'
import type { AddressOf } from '../address.ts'
import { relations } from './besideFilter.ts'
import { overlapChoices } from './overlapChoice.ts'
import type { RunFilter } from './runFilter.ts'
import type { NamedReading } from './runReference.ts'

type ResultsAddress = AddressOf<'results'>

/** What the address bar selects of a plan's results. */
export interface RunSelection {
  readonly plan: Plan
  readonly run: Run
  readonly reading: Reading
  /** The reading is not the plan's own: figures made with it are exploratory. */
  readonly exploratory: boolean
  readonly filter: RunFilter
  /** Something besides the field is chosen. */
  readonly filtered: boolean
  readonly field: FieldId
  /** Of results that the site publishes, which can be looked at and no more: all of the plan's runs. Absent: they are this browser's. */
  readonly published?: readonly Run[]
}

/** The selection as the address has it, with what it leaves open filled in; null where the plan has no run. */
export function runSelection(address: ResultsAddress, plan: Plan, runs: readonly Run[], published = false): RunSelection | null {
  const run = runs.find(({ id }) => id === address.run) ?? runs[0]
  if (!run) return null
  const field = chosenField(address.field, plan, run)
  const reading = namedReading(plan, address)
  const filter: RunFilter = {
    field,
    ...(address.scene !== undefined && { scene: address.scene }),
    ...(address.tier !== undefined && { tier: address.tier }),
    ...(address.gold !== undefined && { gold: address.gold }),
    ...(address.answer !== undefined && { answer: address.answer }),
    ...(address.search !== undefined && { search: address.search }),
    ...(address.slice !== undefined && address.part !== undefined && { slice: address.slice, part: address.part }),
    ...optional('verdict', oneOf(['right', 'wrong', 'scored'], address.verdict)),
    ...besideOf(address, plan),
    ...(address.path !== undefined && { path: address.path }),
    ...overlapOf(address),
    ...optional('state', oneOf(['failed', 'waiting', 'dropped'], address.state)),
  }
  return {
    plan,
    run,
    reading,
    exploratory: !sameReading(reading, plan.reading),
    filter,
    filtered: Object.keys(filter).length > 1,
    field,
    ...(published && { published: runs }),
  }
}

/** A reading as an address names it, with what is left open, or not to be had, as the plan says. */
export function namedReading(plan: Plan, { prior, rule, later }: NamedReading): Reading {
  return { parser: plan.reading.parser, ...exploredPrior(plan, prior), rule: oneOf(['joint', 'path'], rule) ?? plan.reading.rule, ...exploredLater(plan.reading, later) }
}

/** How the run is set beside others: only what says all that it takes. */
function besideOf(address: ResultsAddress, { scheme }: Plan): Partial<RunFilter> {
  const { beside, together, planned } = address
  const relation = oneOf(relations, address.relation)
  const known = (id: string | undefined): FieldId | undefined => scheme.fields.find((field) => field.id === id)?.id
  return {
    ...(together !== undefined && { together }),
    ...(planned !== undefined && { planned }),
    ...(beside !== undefined && relation !== undefined && { beside, relation, ...optional('equal', known(address.equal)), ...optional('unequal', known(address.unequal)) }),
  }
}

function overlapOf({ overlap, dev }: ResultsAddress): Partial<RunFilter> {
  const chosen = oneOf(overlapChoices, overlap)
  return chosen === undefined ? {} : { overlap: chosen, ...(dev !== undefined && { dev }) }
}

/** The prior that the address names: a pool's only where the plan has one. */
function exploredPrior({ reading, pool }: Plan, wanted: string | undefined): Pick<Reading, 'prior' | 'pool'> {
  const prior = oneOf(priorKinds, wanted)
  if (prior === undefined || prior === reading.prior || (prior === 'pool' && !pool)) return { prior: reading.prior, ...(reading.pool !== undefined && { pool: reading.pool }) }
  return { prior, ...(prior === 'pool' && pool && { pool: pool.hash }) }
}

function exploredLater({ later }: Reading, wanted: string | undefined): Pick<Reading, 'later'> {
  const chosen = oneOf(['chosen', 'marginal'], wanted) ?? (later === 'marginal' ? 'marginal' : 'chosen')
  return chosen === 'marginal' ? { later: 'marginal' } : {}
}

/** The field asked for, else the plan's primary one, else the first that the method answers. */
function chosenField(wanted: string | undefined, plan: Plan, run: Run): FieldId {
  if (wanted !== undefined && plan.scheme.fields.some(({ id }) => id === wanted)) return wanted
  const answered = scoredFields(plan.scheme, run.method)
  if (answered.includes(plan.primaryMetric.field)) return plan.primaryMetric.field
  return answered[0] ?? fieldOf(plan.scheme, plan.primaryMetric.field).id
}

/** The same address without filters and without an open sample. */
export function unfiltered(address: ResultsAddress): ResultsAddress {
  return {
    ...address, gold: undefined, answer: undefined, verdict: undefined, state: undefined, scene: undefined, tier: undefined, search: undefined, slice: undefined, part: undefined,
    beside: undefined, relation: undefined, equal: undefined, unequal: undefined, together: undefined, planned: undefined, path: undefined, overlap: undefined,
    sample: undefined,
  }
}

function oneOf<const Value extends string>(values: readonly Value[], value: string | undefined): Value | undefined {
  return values.find((candidate) => candidate === value)
}

function optional<Key extends string, Value>(key: Key, value: Value | undefined): Partial<Record<Key, Value>> {
  return value === undefined ? {} : ({ [key]: value } as Partial<Record<Key, Value>>)
}
