import { proxy, wrap } from 'comlink'
import type { Dataset } from '../domain/dataset.ts'
import { ImportError } from './importError.ts'
import type { ImportHost, Outcome } from './importHost.ts'
import type { ImportOptions, ImportProgress, Inspection, InspectionOptions, NamedBlob } from './inspection.ts'

/** The main thread's importer: the same two calls as inspectFile and importFile, done by a worker that writes to storage itself. */
export interface Importer {
  /** @throws ImportError; an Error when the worker dies */
  inspect(file: NamedBlob, options?: InspectionOptions): Promise<Inspection>
  /** @throws ImportError; the signal's reason, once nothing is left of the data set; an Error when the worker dies */
  importFile(file: NamedBlob, options: ImportOptions, onProgress?: (progress: ImportProgress) => void, signal?: AbortSignal): Promise<Dataset>
  /** Ends the worker; calls under way are rejected. */
  end(): void
}

/** Starts the worker at the first call, and another after one has died. */
export function startImporter(createWorker: () => Worker): Importer {
  let line: Line | undefined
  let calls = 0
  const connected = (): Line => {
    if (!line?.alive) line = connect(createWorker())
    return line
  }
  return {
    inspect: async (file, options = {}) => {
      const { host, dead } = connected()
      return valueOf(await Promise.race([host.inspect(file, file.name, options), dead]))
    },
    importFile: async (file, options, onProgress, signal) => {
      signal?.throwIfAborted()
      const { host, dead } = connected()
      const call = ++calls
      const cancel = (): void => void host.cancel(call)
      signal?.addEventListener('abort', cancel, { once: true })
      try {
        const report = proxy((progress: ImportProgress) => onProgress?.(progress))
        return valueOf(await Promise.race([host.importFile(call, file, file.name, options, report), dead]), signal)
      } finally {
        signal?.removeEventListener('abort', cancel)
      }
    },
    end: () => line?.end(new Error('the importer was ended')),
  }
}

interface Line {
  /** Held together: a proxy that is collected drops the calls under way. */
  readonly host: ReturnType<typeof wrap<ImportHost>>
  alive: boolean
  /** Rejects when the worker is gone. */
  readonly dead: Promise<never>
  end(reason: Error): void
}

function connect(worker: Worker): Line {
  let reject: (reason: Error) => void = () => undefined
  const dead = new Promise<never>((_, rejected) => (reject = rejected))
  dead.catch(() => undefined)
  const line: Line = {
    host: wrap<ImportHost>(worker),
    alive: true,
    dead,
    end: (reason) => {
      line.alive = false
      worker.terminate()
      reject(reason)
    },
  }
  worker.addEventListener('error', (event) => line.end(new Error(event.message || 'the import worker failed')))
  return line
}

function valueOf<Value>(outcome: Outcome<Value>, signal?: AbortSignal): Value {
  if (outcome.kind === 'value') return outcome.value
  if (outcome.kind === 'error') throw new ImportError(outcome.code, outcome.detail)
  throw signal?.reason
}
