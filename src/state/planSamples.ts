import type { Dataset, Sample } from '../domain/dataset.ts'
import type { Plan } from '../domain/plan.ts'
import { observeDatasets, readSamples } from '../storage/datasets.ts'

/**
 * The samples that a plan was made over, in file order; none where they are no longer in this browser. A dataset that
 * was deleted and taken in again has another id and the same content: it is the same for every plan over it.
 */
export async function planSamples({ id, hash }: Plan['dataset']): Promise<readonly Sample[]> {
  const own = await readSamples(id)
  if (own.length > 0) return own
  const twin = (await datasetsNow()).find((dataset) => dataset.hash === hash)
  return twin ? readSamples(twin.id) : []
}

function datasetsNow(): Promise<readonly Dataset[]> {
  return new Promise((resolve, reject) => {
    // never told before `subscribe` returns: the database answers later
    const leave = observeDatasets().subscribe((datasets) => {
      leave()
      resolve(datasets)
    }, reject)
  })
}
