import type { Elsewhere } from '../src/state/results/overlapReader.ts'
import { planDataset } from '../src/state/plan/planSamples.ts'
import { readDataset, readDatasetsState, readSamples } from '../src/storage/datasets.ts'
import { siteUrl } from './siteUrl.ts'

/** What workers read besides runs: other data sets of this browser, and files of this site. */
export const elsewhere: Elsewhere = {
  siteUrl,
  readDataset: async (id, hash) => {
    const dataset = hash === undefined ? await readDataset(id) : await planDataset({ id, hash })
    return dataset ? { dataset, samples: await readSamples(dataset.id) } : undefined
  },
  readDatasetsState,
  readFile: async (url) => {
    const response = await fetch(url)
    if (!response.ok) throw new Error(`${url}: ${response.status}`)
    return new Uint8Array(await response.arrayBuffer())
  },
}
