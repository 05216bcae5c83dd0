import { type Asks, controlGroups, type Family, type FamilyPairs, isMember } from '../../domain/family.ts'
import type { Plan } from '../../domain/plan.ts'
import type { Scheme } from '../../domain/scheme.ts'
import type { AddressOf } from '../address.ts'

/** What is called no difference where controls are planned and nothing else is said: two points of the primary figure. */
export const MARGIN = 0.02

/**
 * The family that an address means. What it leaves open, or names without its being there: within each model all methods against
 * `direct`, else against the first that answers the primary field; where no model has two of those, all against the first run;
 * none where there is one run only. A margin stands where controls are planned.
 */
export function plannedFamily({ family, margin }: Pick<AddressOf<'plan'>, 'family' | 'margin'>, scheme: Scheme, primaryMetric: Plan['primaryMetric'], runs: readonly Asks[]): Family {
  const members = runs.filter((run) => isMember({ scheme, primaryMetric }, run))
  const pairs = chosenPairs(family, members) ?? usualPairs(members)
  return { pairs, ...(controlGroups(runs).length > 0 && { margin: points(margin) ?? MARGIN }) }
}

/** How the address writes it. */
export function familyText(pairs: FamilyPairs): string {
  switch (pairs.kind) {
    case 'none':
      return 'none'
    case 'allPairs':
      return 'all'
    case 'againstMethod':
      return `method:${pairs.method}`
    case 'againstRun':
      return `run:${pairs.method}:${pairs.model}`
  }
}

/** Every choice that there is for these runs: what is compared with nothing is none. */
export function familyChoices(scheme: Scheme, primaryMetric: Plan['primaryMetric'], runs: readonly Asks[]): readonly FamilyPairs[] {
  const members = runs.filter((run) => isMember({ scheme, primaryMetric }, run))
  const methods = [...new Set(members.map(({ method }) => method.id))]
  return [
    { kind: 'none' },
    ...methods.filter((method) => hasCompany(members, method)).map((method): FamilyPairs => ({ kind: 'againstMethod', method })),
    ...(new Set(members.map(({ model }) => model.ref.id)).size > 1
      ? members.map(({ model, method }): FamilyPairs => ({ kind: 'againstRun', model: model.ref.id, method: method.id }))
      : []),
    ...(members.length > 1 ? [{ kind: 'allPairs' } as const] : []),
  ]
}

function chosenPairs(text: string | undefined, members: readonly Asks[]): FamilyPairs | undefined {
  if (text === 'none') return { kind: 'none' }
  if (text === 'all' && members.length > 1) return { kind: 'allPairs' }
  const [kind, method = '', ...rest] = (text ?? '').split(':')
  const model = rest.join(':')
  if (kind === 'method' && hasCompany(members, method)) return { kind: 'againstMethod', method }
  const found = kind === 'run' && members.length > 1 && members.some((run) => run.method.id === method && run.model.ref.id === model)
  return found ? { kind: 'againstRun', model, method } : undefined
}

function usualPairs(members: readonly Asks[]): FamilyPairs {
  const compared = members.map(({ method }) => method.id).filter((method) => hasCompany(members, method))
  const method = compared.find((id) => id === 'direct') ?? compared[0]
  if (method !== undefined) return { kind: 'againstMethod', method }
  const [first] = members
  return first && members.length > 1 ? { kind: 'againstRun', model: first.model.ref.id, method: first.method.id } : { kind: 'none' }
}

/** Whether some model is asked by that method and by another one. */
function hasCompany(members: readonly Asks[], method: string): boolean {
  return members.some((run) => run.method.id === method && members.some((other) => other.method.id !== method && other.model.ref.id === run.model.ref.id))
}

/** A margin as a share, from points: 0.1 to 50. */
function points(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d+(\.\d+)?$/.test(text)) return undefined
  const value = Number(text)
  return value >= 0.1 && value <= 50 ? value / 100 : undefined
}
