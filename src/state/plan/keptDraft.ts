import { type AddressOf, formatAddress, lastAddress } from '../address.ts'

/** What is to be chosen in a plan on the way to it. */
export interface PlanWish {
  readonly dataset?: string | undefined
  readonly models?: string[]
  /** Beside the methods that are chosen already. */
  readonly methods?: string[]
}

/**
 * Where a link to the plan screen leads: to the choices that were on it when it was left, with what is wished; they are forgotten where another dataset is wished, as their
 * numbers and methods were meant for the first.
 * @param kept the plan that was last on screen, undefined where none was.
 */
export function draftOver(kept: AddressOf<'plan'> | undefined, { dataset, models, methods }: PlanWish = {}): Extract<Parameters<typeof formatAddress>[0], { screen: 'plan' }> {
  const same = kept !== undefined && (dataset === undefined || kept.dataset === dataset)
  return {
    ...(same ? kept : { screen: 'plan' as const, ...(dataset !== undefined && { dataset }) }),
    ...(models && { models }),
    ...(methods && { methods: [...new Set([...(same ? kept.methods : []), ...methods])] }),
  }
}

/** The same over the plan that was last on this page's screen: it lives as long as the page. */
export function lastDraft(wish: PlanWish = {}): ReturnType<typeof draftOver> {
  return draftOver(lastAddress('plan'), wish)
}

/** Whether anything is chosen in it but the dataset. */
export function hasChoices(address: AddressOf<'plan'>): boolean {
  return formatAddress({ ...address, dataset: undefined }) !== formatAddress({ screen: 'plan' })
}
