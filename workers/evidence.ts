import { expose } from 'comlink'
import { EvidenceWork } from '../src/state/results/evidence/evidenceWork.ts'
import { runSource } from '../src/state/results/runSource.ts'
import { elsewhere } from './elsewhere.ts'
import { siteUrl } from './siteUrl.ts'

/** The evidence worker: what sets runs side by side takes seconds, and must not keep a run's own figures waiting. */
expose(new EvidenceWork({ ...runSource(siteUrl), ...elsewhere }))
