import { expose } from 'comlink'
import { EvidenceWork } from '../src/state/results/evidence/evidenceWork.ts'
import { runSource } from '../src/state/results/runSource.ts'
import { readDataset, readSamples } from '../src/storage/datasets.ts'
import { siteUrl } from './siteUrl.ts'

/** The evidence worker: what sets runs side by side takes seconds, and must not keep a run's own figures waiting. */
expose(new EvidenceWork({
  ...runSource(siteUrl),
  readDataset: async (id) => {
    const dataset = await readDataset(id)
    return dataset && { dataset, samples: await readSamples(id) }
  },
  readFile: async (url) => {
    const response = await fetch(url)
    if (!response.ok) throw new Error(`${url}: ${response.status}`)
    return new Uint8Array(await response.arrayBuffer())
  },
}))
