import { expose } from 'comlink'
import { importHost } from '../src/import/importHost.ts'
import { createDataset } from '../src/storage/datasets.ts'

/** The import worker: what it reads goes straight into storage; the page hears of progress and the outcome only. */
expose(importHost({ createDataset }))
