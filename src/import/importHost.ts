import type { Dataset } from '../domain/dataset.ts'
import type { DatasetSink } from './datasetSink.ts'
import { ImportError, type ImportErrorCode } from './importError.ts'
import { importFile } from './importFile.ts'
import { inspectFile } from './inspectFile.ts'
import type { ImportOptions, ImportProgress, Inspection, InspectionOptions } from './inspection.ts'

/** What crosses the border instead of an exception: Comlink would drop an error's code. */
export type Outcome<Value> =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'error'; readonly code: ImportErrorCode; readonly detail: Readonly<Record<string, string>> }
  | { readonly kind: 'cancelled' }

/** The worker's side of importClient.ts. Names travel beside the blobs, whose own are lost on the way. */
export interface ImportHost {
  inspect(file: Blob, name: string, options: InspectionOptions): Promise<Outcome<Inspection>>
  /** `call` is what `cancel` names it by. */
  importFile(call: number, file: Blob, name: string, options: ImportOptions, onProgress: (progress: ImportProgress) => void): Promise<Outcome<Dataset>>
  /** The import of that number ends with `cancelled` once its sink has abandoned what it had. */
  cancel(call: number): void
}

/** An importer that writes to `sink`, ready to be exposed by a worker. */
export function importHost(sink: DatasetSink): ImportHost {
  const running = new Map<number, AbortController>()
  return {
    inspect: (file, name, options) => settle(() => inspectFile(new File([file], name), options)),
    importFile: async (call, file, name, options, onProgress) => {
      const controller = new AbortController()
      running.set(call, controller)
      try {
        return await settle(() => importFile(new File([file], name), options, sink, onProgress, controller.signal), controller.signal)
      } finally {
        running.delete(call)
      }
    },
    cancel: (call) => running.get(call)?.abort(),
  }
}

async function settle<Value>(work: () => Promise<Value>, signal?: AbortSignal): Promise<Outcome<Value>> {
  try {
    return { kind: 'value', value: await work() }
  } catch (error) {
    if (signal?.aborted) return { kind: 'cancelled' }
    if (error instanceof ImportError) return { kind: 'error', code: error.code, detail: error.detail }
    throw error
  }
}
