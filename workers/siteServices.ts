import type { Services } from '../src/state/services.ts'
import evidenceUrl from './evidence.ts?worker&url'
import importUrl from './import.ts?worker&url'
import inferenceUrl from './inference.ts?worker&url'
import metricsUrl from './metrics.ts?worker&url'
import { startWorker } from './startWorker.ts'

/** What the site's workers are called and where they lie: known here alone. */
export const siteServices: Services = {
  siteUrl: new URL('.', document.baseURI).href,
  startInference: () => startWorker(inferenceUrl, 'inference'),
  startImport: () => startWorker(importUrl, 'import'),
  startEvidence: () => startWorker(evidenceUrl, 'evidence'),
  startMetrics: () => startWorker(metricsUrl, 'metrics'),
}
