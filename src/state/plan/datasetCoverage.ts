import type { Sample } from '../../domain/dataset.ts'
import type { FieldId } from '../../domain/scheme.ts'
import { readSamples } from '../../storage/datasets.ts'
import { type Live, useOnce } from '../liveQuery.ts'

/** What a plan needs to know of a dataset. */
export interface DatasetCoverage {
  readonly samples: number
  /** Samples with a gold label of the scheme, by field; fields without any are absent. */
  readonly gold: Readonly<Record<FieldId, number>>
  /** The first sample, as an example of what will be asked. */
  readonly example: Sample | null
}

/** Gold by field, and an example. A dataset never changes, so it is counted once. */
export function useDatasetCoverage(id: string): Live<DatasetCoverage> {
  return useOnce(`coverage ${id}`, async () => {
    const samples = await readSamples(id)
    const gold: Record<FieldId, number> = {}
    for (const sample of samples) {
      for (const [field, said] of Object.entries(sample.gold)) {
        if (said.kind === 'label') gold[field] = (gold[field] ?? 0) + 1
      }
    }
    return { samples: samples.length, gold, example: samples[0] ?? null }
  })
}
