import type { Address, AddressOf } from '../address.ts'
import type { Services } from '../services.ts'
import { metricsClient } from './metricsClient.ts'

/** What an address says of the run whose results it opens. */
type Opens = Pick<AddressOf<'results'>, 'plan' | 'run' | 'prior' | 'rule' | 'later'>

/**
 * Has the metrics worker started, and reading what the address asks for, while the page finds out what that is and how far it is. To
 * be called before anything is drawn, and again when results are opened: what is on its way is not read twice.
 */
export function readAhead({ startMetrics }: Pick<Services, 'startMetrics'>, { plan, run, prior, rule, later }: Opens): void {
  if (plan === undefined) return
  const own = prior === undefined && rule === undefined && later === undefined
  // what fails here fails again, and is told, where it is asked for
  metricsClient(startMetrics).figures.ahead(plan, own ? (run ?? FIRST) : null).catch(() => undefined)
}

/** No run's id: the plan's first one is meant. */
const FIRST = ''

/** The same at the page's very beginning, of whatever address it has. */
export function readAheadOf(services: Services, address: Address): void {
  if (address.screen === 'results') readAhead(services, address)
}
