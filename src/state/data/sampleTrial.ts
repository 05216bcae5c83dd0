import type { Dataset } from '../../domain/dataset.ts'
import { readEmbedded } from '../models/availableModels.ts'
import type { Destination } from '../address.ts'
import { importAtOnce } from './importing.ts'
import type { Services } from '../services.ts'

const SAMPLE = 'stance-sample.jsonl'

/**
 * Takes in the site's sample data, unless it is here already, and says where to go on: a plan over it with the site's
 * classifier (a matter of seconds), or its first model where there is none.
 */
export async function prepareSample(services: Services, known: readonly Dataset[]): Promise<Destination> {
  const response = await fetch(new URL(`samples/${SAMPLE}`, services.siteUrl))
  if (!response.ok) throw new Error(`samples/${SAMPLE}: ${response.status}`)
  const file = new File([await response.blob()], SAMPLE)
  const here = known.find(({ demonstration, source }) => demonstration && source.file === SAMPLE && source.bytes === file.size)
  const [dataset, models] = await Promise.all([here ?? importAtOnce(services, file), readEmbedded(services.siteUrl)])
  const model = models.find(({ kind }) => kind === 'classifier') ?? models[0]
  return { screen: 'plan', dataset: dataset.id, ...(model && { models: [model.id] }) }
}
