import { measuredReader } from '../../answer/measuredReader.ts'
import { readPrediction } from '../../answer/readPrediction.ts'
import { sampleColumns } from '../../domain/sampleColumns.ts'
import { readPlan, readRun } from '../../storage/plans.ts'
import { readPredictions, readPredictionSet, readRunVersion } from '../../storage/predictions.ts'
import { readPriors } from '../../storage/priors.ts'
import { planSampleColumns, planSamples } from '../plan/planSamples.ts'
import type { RunSource } from './metricsService.ts'
import { publishedRuns } from './publishedRuns.ts'
import { RunCounts } from './runCounts.ts'

/** What results are read from: this browser's storage, and behind it the run files that lie in the site. */
export function runSource(siteUrl: string): Required<RunSource> {
  const counts = new RunCounts()
  const published = publishedRuns(siteUrl)
  const elsewhere = async (runId: string) => ((await readRun(runId)) ? null : published.ofRun(runId))
  return {
    readPrediction,
    measuredReader,
    readPlan: async (id) => (await readPlan(id)) ?? (await published.ofPlan(id)) ?? undefined,
    readSamples: async (dataset) => {
      const own = await planSamples(dataset)
      return own.length > 0 ? own : published.samplesOf(dataset.hash)
    },
    readSampleColumns: async (dataset) => {
      const own = await planSampleColumns(dataset)
      return own.ids.length > 0 ? own : sampleColumns(await published.samplesOf(dataset.hash))
    },
    readPredictions: async (runId) => (await elsewhere(runId))?.predictions.get(runId) ?? readPredictions(runId),
    readPredictionSet: async (runId, before) => {
      const file = await elsewhere(runId)
      if (!file) return readPredictionSet(runId, before)
      return new Map((file.predictions.get(runId) ?? []).map((prediction) => [prediction.sampleId, prediction]))
    },
    readVersion: async (runId) => (await readRunVersion(runId)).version,
    readCount: (runId) => counts.count(runId),
    readLeft: (plan, run) => counts.left(plan, run),
    readPriors: async (runId) => {
      const file = await elsewhere(runId)
      return file ? file.priors.get(runId) : readPriors(runId)
    },
  }
}
