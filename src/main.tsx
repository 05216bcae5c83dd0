import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isolate } from './state/isolation.ts'
import { applyLanguage } from './state/language.ts'
import { type Services, ServicesContext } from './state/services.ts'
import { applyTheme } from './state/theme.ts'
import { Shell } from './views/shell/Shell.tsx'
import { startWorker } from '../workers/startWorker.ts'
import importUrl from '../workers/import.ts?worker&url'
import inferenceUrl from '../workers/inference.ts?worker&url'
import metricsUrl from '../workers/metrics.ts?worker&url'

/** Where everything meets: what the site's workers are called and where they lie is known here alone. */
const services: Services = {
  siteUrl: new URL('.', document.baseURI).href,
  startInference: () => startWorker(inferenceUrl, 'inference'),
  startImport: () => startWorker(importUrl, 'import'),
  startMetrics: () => startWorker(metricsUrl, 'metrics'),
}

applyTheme()
applyLanguage()
void isolate(services.siteUrl)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <ServicesContext value={services}>
      <Shell />
    </ServicesContext>
  </StrictMode>,
)
