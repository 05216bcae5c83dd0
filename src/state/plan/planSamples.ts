import type { Dataset, Sample } from '../../domain/dataset.ts'
import type { Plan } from '../../domain/plan.ts'
import { type SampleColumns, sampleColumns } from '../../domain/sampleColumns.ts'
import { observeDatasets, readSampleColumns, readSamples } from '../../storage/datasets.ts'

/**
 * The dataset that a plan was made over; null where it is no longer in this browser. One that was deleted and taken in again has another id
 * and the same content: it is the same for every plan over it. What came with run files (some samples, perhaps without texts) stands in only
 * where there is no whole one.
 */
export async function planDataset({ id, hash }: Pick<Plan['dataset'], 'id' | 'hash'>): Promise<Dataset | null> {
  const all = await datasetsNow()
  const own = all.find((dataset) => dataset.id === id)
  const twins = all.filter((dataset) => dataset.hash === hash)
  return [own, ...twins].find((dataset) => dataset && !dataset.standIn) ?? own ?? twins[0] ?? null
}

/** Its samples in file order; none where it is gone. */
export async function planSamples(dataset: Pick<Plan['dataset'], 'id' | 'hash'>): Promise<readonly Sample[]> {
  const found = await planDataset(dataset)
  return found ? readSamples(found.id) : []
}

/** What figures need of the same samples. */
export async function planSampleColumns(dataset: Pick<Plan['dataset'], 'id' | 'hash'>): Promise<SampleColumns> {
  const found = await planDataset(dataset)
  if (!found) return sampleColumns([])
  return (await readSampleColumns(found.id)) ?? sampleColumns(await readSamples(found.id))
}

/** Whether a model can be asked about all of these: a run file may have brought samples without their texts, or some only. */
export function haveTexts(ids: readonly string[], samples: readonly Sample[]): boolean {
  const readable = new Set(samples.filter(({ text }) => text !== '').map(({ id }) => id))
  return ids.every((id) => readable.has(id))
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
