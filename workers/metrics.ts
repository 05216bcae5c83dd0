import { expose } from 'comlink'
import { readPrediction } from '../src/answer/readPrediction.ts'
import { planSampleColumns, planSamples } from '../src/state/planSamples.ts'
import { MetricsWork } from '../src/state/results/metricsWork.ts'
import { readPlan } from '../src/storage/plans.ts'
import { readPredictions, readPredictionSet } from '../src/storage/predictions.ts'
import { readPriors } from '../src/storage/priors.ts'

/** The metrics worker: it reads runs from storage itself; the page gets figures, and the lines of a list that can be seen. */
expose(new MetricsWork({ readPlan, readSamples: planSamples, readSampleColumns: planSampleColumns, readPredictions, readPredictionSet, readPriors, readPrediction }))
