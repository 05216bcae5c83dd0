import type { Sample } from '../../domain/dataset.ts'
import { readSamples } from '../../storage/datasets.ts'
import { type Live, useOnce } from '../liveQuery.ts'
import { RecentReads } from '../recentReads.ts'

const last = new RecentReads<Sample | null>(1)

/** A dataset's first sample, as an example of what will be asked; null where it has none. A dataset never changes: every method that shows it reads it once. */
export function useExampleSample(dataset: string): Live<Sample | null> {
  return useOnce(`example ${dataset}`, () => last.get(dataset) ?? last.keep(dataset, readSamples(dataset).then(([first]) => first ?? null)))
}
