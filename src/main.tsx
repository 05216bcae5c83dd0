import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { parseAddress } from './state/address.ts'
import { isolate } from './state/isolation.ts'
import { applyLanguage } from './state/language.ts'
import { readAheadOf } from './state/results/readAhead.ts'
import { ServicesContext } from './state/services.ts'
import { applyTheme } from './state/theme.ts'
import { removeHalfWritten } from './storage/datasets.ts'
import { Shell } from './views/shell/Shell.tsx'
import { siteServices } from '../workers/siteServices.ts'

readAheadOf(siteServices, parseAddress(location.hash))
applyTheme()
applyLanguage()
void isolate(siteServices.siteUrl)
// what a tab that died while it imported has left; a failure here shows itself at the first use of storage
void removeHalfWritten().catch(() => undefined)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <ServicesContext value={siteServices}>
      <Shell />
    </ServicesContext>
  </StrictMode>,
)
