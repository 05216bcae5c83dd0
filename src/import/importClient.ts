import { proxy } from 'comlink'
import type { Dataset } from '../domain/dataset.ts'
import { lineTo } from '../engine/workerLine.ts'
import { ImportError } from './importError.ts'
import type { ImportHost, Outcome } from './importHost.ts'
import type { ImportOptions, ImportProgress, Inspection, InspectionOptions, NamedBlob } from './inspection.ts'

/** The main thread's importer: the same two calls as inspectFile and importFile, done by a worker that writes to storage itself. */
export interface Importer {
  /** @throws ImportError; WorkerLost when the worker dies */
  inspect(file: NamedBlob, options?: InspectionOptions): Promise<Inspection>
  /** @throws ImportError; the signal's reason, once nothing is left of the data set; WorkerLost when the worker dies */
  importFile(file: NamedBlob, options: ImportOptions, onProgress?: (progress: ImportProgress) => void, signal?: AbortSignal): Promise<Dataset>
  /** Ends the worker; calls under way are rejected. */
  end(): void
}

/** Starts the worker at the first call, and another after one has died. */
export function startImporter(createWorker: () => Worker): Importer {
  const line = lineTo<ImportHost>(createWorker)
  let calls = 0
  return {
    inspect: async (file, options = {}) => valueOf(await line.ask<Outcome<Inspection>>((host) => host.inspect(file, file.name, options))),
    importFile: async (file, options, onProgress, signal) => {
      signal?.throwIfAborted()
      const call = ++calls
      // what has died meanwhile rejects the call itself
      const cancel = (): void => void line.ask((host) => host.cancel(call)).catch(() => undefined)
      signal?.addEventListener('abort', cancel, { once: true })
      try {
        const report = proxy((progress: ImportProgress) => onProgress?.(progress))
        return valueOf(await line.ask<Outcome<Dataset>>((host) => host.importFile(call, file, file.name, options, report)), signal)
      } finally {
        signal?.removeEventListener('abort', cancel)
      }
    },
    end: () => line.end(new Error('the importer was ended')),
  }
}

function valueOf<Value>(outcome: Outcome<Value>, signal?: AbortSignal): Value {
  if (outcome.kind === 'value') return outcome.value
  if (outcome.kind === 'error') throw new ImportError(outcome.code, outcome.detail)
  throw signal?.reason
}
