import { listed } from '../domain/listed.ts'
import type { Plan } from '../domain/plan.ts'
import { fieldOf } from '../domain/scheme.ts'
import { goldAmong, primaryDoubt } from '../state/plan/primaryGold.ts'
import { planSampleColumns } from '../state/plan/planSamples.ts'

/** A line that says why a plan's primary figure can bear no conclusion over its samples, and what to name instead; null where it can. */
export async function primaryNote({ scheme, dataset, sampleIds, primaryMetric: { field, metric } }: Plan): Promise<string | null> {
  const doubt = primaryDoubt(fieldOf(scheme, field), metric, goldAmong(await planSampleColumns(dataset), sampleIds))
  if (!doubt) return null
  const rare = listed(doubt.rare.map(({ label, gold }) => `${label} (${gold})`), 'en')
  return `The primary figure ${field}.${metric} can bear no conclusion: of the ${sampleIds.length} samples asked, fewer than 10 are labelled ${rare}. Take --metric ${doubt.instead.map((name) => `${field}.${name}`).join(' or ')}, or more samples.`
}
