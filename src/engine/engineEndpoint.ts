import { EngineError } from './engine.ts'
import type { EngineCalls, EngineEndpoint, WireError, WorkerEngine } from './engineClient.ts'

/** The worker's side of the crossing: an engine whose errors are data. @param create makes the engine once the client has said where it is. */
export function engineEndpoint(create: (baseUrl: string, onLost: (reason: string) => void) => WorkerEngine): EngineEndpoint {
  let engine: WorkerEngine | null = null
  const started = (): WorkerEngine => {
    if (!engine) throw new EngineError('failed', 'the engine was not started')
    return engine
  }
  const calls: EngineCalls = {
    probe: (...args) => answered(() => started().probe(...args)),
    load: (...args) => answered(() => started().load(...args)),
    prepare: (...args) => answered(() => started().prepare(...args)),
    countTokens: (...args) => answered(() => started().countTokens(...args)),
    answer: (...args) => answered(() => started().answer(...args)),
    generate: (...args) => answered(() => started().generate(...args)),
    classify: (...args) => answered(() => started().classify(...args)),
  }
  return {
    ...calls,
    start(baseUrl, onLost) {
      engine = create(baseUrl, onLost)
    },
  }
}

async function answered<T>(work: () => Promise<T>): Promise<{ value: T } | WireError> {
  try {
    return { value: await work() }
  } catch (error) {
    return wireError(error)
  }
}

function wireError(error: unknown): WireError {
  if (error instanceof EngineError) {
    return { engineError: true, code: error.code, message: error.message, ...(error.file === undefined ? {} : { file: error.file }) }
  }
  const message = error instanceof Error ? error.message : String(error)
  const memory = /out of memory|bad_alloc|allocation failed|memory access out of bounds/i.test(message)
  return { engineError: true, code: memory ? 'outOfMemory' : 'failed', message }
}
