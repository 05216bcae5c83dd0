import { createContext, use } from 'react'

/** What only the composition root knows: where the site lies and how its workers start. */
export interface Services {
  /** Absolute URL of the folder the site lies in, ending in a slash. */
  readonly siteUrl: string
  readonly startInference: () => Worker
  readonly startImport: () => Worker
  readonly startMetrics: () => Worker
  readonly startEvidence: () => Worker
}

export const ServicesContext = createContext<Services | null>(null)

/** @throws outside of the composition root's provider. */
export function useServices(): Services {
  const services = use(ServicesContext)
  if (!services) throw new Error('useServices: no ServicesContext above')
  return services
}
