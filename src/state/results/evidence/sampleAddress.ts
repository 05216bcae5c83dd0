import type { Destination } from '../../address.ts'
import type { SampleLink } from './evidenceService.ts'

type Results = Extract<Destination, { readonly screen: 'results' }>

/** Where a link leads from a screen of results: to the samples of its run, read as the screen reads it unless the link says otherwise. */
export function addressOfLink({ screen, plan, prior, rule, later, dev }: Results, link: SampleLink): Results {
  const { plan: of, reading, ...filter } = link
  // runs of another plan are read as that plan says, on the screen that leads there as well (what they stand beside says how it is read)
  const read = reading ? { prior: reading.prior, rule: reading.rule, later: reading.later ?? 'chosen' } : of === undefined || of === plan ? { prior, rule, later } : {}
  return { screen, plan: of ?? plan, dev, ...read, view: 'samples', ...filter }
}
