import type { Plan, Run } from '../../domain/plan.ts'
import { priorKinds } from '../../domain/prediction.ts'
import type { AddressOf } from '../address.ts'
import { relations } from './besideFilter.ts'
import { overlapChoices } from './overlapChoice.ts'

type ResultsAddress = AddressOf<'results'>

/** What an address names and a plan's results do not have. */
export interface UnknownChoice {
  readonly name: keyof ResultsAddress
  readonly value: string
}

/** The run that the address names and the plan has none of: nothing is shown in its place. Null where it has it, or none is named. */
export function unknownRun({ run }: ResultsAddress, runs: readonly Run[]): string | null {
  return run === undefined || runs.some(({ id }) => id === run) ? null : run
}

/**
 * Everything else of that kind: fields, labels, readings and filters. What is shown is the address without them (`knownAddress`). Runs beside the first,
 * development sets and samples are looked for elsewhere: the screens that read them say what they lack.
 */
export function unknownChoices(address: ResultsAddress, { scheme, reading, pool }: Plan): readonly UnknownChoice[] {
  const fields = scheme.fields.map(({ id }) => id)
  // which field labels are of is open where the field is unknown: only what no field has is unknown
  const labels = scheme.fields.filter(({ id }) => address.field === undefined || !fields.includes(address.field) || id === address.field).flatMap((field) => field.labels.map(({ id }) => id))
  const priors = priorKinds.filter((kind) => kind !== 'pool' || pool !== undefined || reading.prior === 'pool')
  const known: Partial<Record<keyof ResultsAddress, readonly string[]>> = {
    field: fields, equal: fields, unequal: fields, relation: relations, overlap: overlapChoices,
    gold: [...labels, 'none'], answer: [...labels, 'outOfScheme', 'unparsed', 'notAsked'],
    verdict: ['right', 'wrong', 'scored'], state: ['failed', 'waiting', 'dropped'],
    prior: priors, rule: ['joint', 'path'], later: ['chosen', 'marginal'],
  }
  return Object.entries(known).flatMap(([name, values]): UnknownChoice[] => {
    const value = address[name as keyof ResultsAddress]
    return typeof value !== 'string' || values.includes(value) ? [] : [{ name: name as keyof ResultsAddress, value }]
  })
}

/** The address without what it names in vain: an unknown label would be a filter that no sample passes and no choice shows. */
export function knownAddress(address: ResultsAddress, unknown: readonly UnknownChoice[]): ResultsAddress {
  return { ...address, ...Object.fromEntries(unknown.map(({ name }) => [name, undefined])) }
}
