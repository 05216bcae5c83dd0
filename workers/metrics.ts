import { expose } from 'comlink'
import { MetricsWork } from '../src/state/results/metricsWork.ts'
import { runSource } from '../src/state/results/runSource.ts'
import { elsewhere } from './elsewhere.ts'
import { siteUrl } from './siteUrl.ts'

/** The metrics worker: it reads runs from storage itself; the page gets figures, and the lines of a list that can be seen. */
expose(new MetricsWork(runSource(siteUrl), elsewhere))
