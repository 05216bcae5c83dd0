import { builtInScheme } from '../../../src/domain/builtInScheme.ts'
import { ImportError } from '../../../src/import/importError.ts'
import { startImporter } from '../../../src/import/importClient.ts'
import { readDataset, readProblems, readSamples } from '../../../src/storage/datasets.ts'
import importWorker from '../../../workers/import.ts?worker&url'

/** How many records each store of each database holds. */
async function stored(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name!))
    for (const store of database.objectStoreNames) counts[`${name!}/${store}`] = await done(database.transaction(store).objectStore(store).count())
    database.close()
  }
  return counts
}

function done<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
  })
}

/** The importer as the page uses it, for import.test.ts. */
const api = {
  builtInScheme,
  startImporter,
  createWorker: () => new Worker(importWorker, { type: 'module' }),
  brokenWorker: () => new Worker(URL.createObjectURL(new Blob(['throw new Error("broken")'], { type: 'text/javascript' })), { type: 'module' }),
  codeOf: (error: unknown) => (error instanceof ImportError ? error.code : String(error)),
  file: () => document.querySelector('input')!.files![0]!,
  stored,
  readDataset,
  readProblems,
  readSamples,
}

declare global {
  var importing: typeof api
}

globalThis.importing = api
