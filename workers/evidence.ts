import { expose } from 'comlink'
import { readPrediction } from '../src/answer/readPrediction.ts'
import { planSampleColumns, planSamples } from '../src/state/planSamples.ts'
import { EvidenceWork } from '../src/state/results/evidence/evidenceWork.ts'
import { readDataset, readSamples } from '../src/storage/datasets.ts'
import { readPlan } from '../src/storage/plans.ts'
import { readPredictions } from '../src/storage/predictions.ts'
import { readPriors } from '../src/storage/priors.ts'

/** The evidence worker: what sets runs side by side takes seconds, and must not keep a run's own figures waiting. */
expose(new EvidenceWork({
  readPlan, readSamples: planSamples, readSampleColumns: planSampleColumns, readPredictions, readPriors, readPrediction,
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
