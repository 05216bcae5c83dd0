import * as Comlink from 'comlink'
import { type Engine, EngineError, type EngineErrorCode, type LoadProgress, type LoadRequest } from './engine.ts'

/** Errors as they cross from the worker: a class does not survive the crossing. */
export interface WireError {
  readonly engineError: true
  readonly code: EngineErrorCode
  readonly message: string
  readonly file?: string
}

/** The calls of an engine, each answered by a value or an error as data. */
export type EngineCalls = {
  [Name in keyof Engine]: (...args: Parameters<Engine[Name]>) => Promise<{ value: Awaited<ReturnType<Engine[Name]>> } | WireError>
}

/** What workers/inference.ts exposes by comlink. */
export interface EngineEndpoint extends EngineCalls {
  /** Before anything else. @param baseUrl of the site: a worker started from a blob does not know it. */
  start(baseUrl: string, onLost: (reason: string) => void): void
}

export interface EngineHandle {
  readonly engine: Engine
  /** Ends the worker at once, in mid-forward too; calls under way are rejected with `cancelled`. */
  end(): void
  /** Settles when the engine is spent: with why, or with null after `end`. */
  readonly ended: Promise<EngineError | null>
}

export interface EngineOptions {
  /** Ends the engine when it aborts. */
  readonly signal?: AbortSignal
  /** Of the site; the page's own where it is not given. */
  readonly baseUrl?: string
  /** How long a load may go without a sign of progress. */
  readonly patience?: number
}

/** Refusals that leave the engine as it was; after any other error it is spent. */
const harmless: ReadonlySet<EngineErrorCode> = new Set(['promptTooLong'])

/**
 * Starts an engine in a worker of its own and holds on to it. After any error but a refusal the worker is ended: the library's queues do not
 * survive one, and memory is given back only so.
 */
export function startEngine(createWorker: () => Worker, options: EngineOptions = {}): EngineHandle {
  const worker = createWorker()
  const remote = Comlink.wrap<EngineEndpoint>(worker)
  const ended = deferred<EngineError | null>()
  const broken = deferred<never>()
  broken.promise.catch(() => undefined)
  let over = false

  const finish = (error: EngineError | null): void => {
    if (over) return
    over = true
    // not released first: a released proxy never settles its calls, but `broken` does
    worker.terminate()
    broken.reject(error ?? new EngineError('cancelled', 'the engine was ended'))
    ended.resolve(error)
  }
  worker.addEventListener('error', (event) => {
    finish(new EngineError('failed', `the inference worker failed: ${event.message || 'it could not be started'}`))
  })
  worker.addEventListener('messageerror', () => finish(new EngineError('failed', 'the inference worker sent what cannot be read')))
  options.signal?.addEventListener('abort', () => finish(null), { once: true })
  if (options.signal?.aborted) finish(null)

  const call = async <T>(work: () => Promise<{ value: T } | WireError>): Promise<T> => {
    const answer = await Promise.race([broken.promise, work().catch((error: unknown): WireError => ({
      engineError: true, code: 'failed', message: String(error),
    }))])
    if ('value' in answer) return answer.value
    const error = new EngineError(answer.code, answer.message, answer.file)
    if (!harmless.has(error.code)) finish(error)
    throw error
  }

  void call(async () => {
    await remote.start(options.baseUrl ?? document.baseURI, Comlink.proxy((reason: string) =>
      finish(new EngineError('deviceLost', `the graphics device was lost: ${reason}`))))
    return { value: undefined }
  }).catch(() => undefined)

  const engine: Engine = {
    load: (request: LoadRequest, onProgress: (progress: LoadProgress) => void) => {
      const watch = watchdog(options.patience ?? 180_000, () =>
        finish(new EngineError('timedOut', 'loading made no progress for minutes: the file may be unreadable, or the machine out of memory')))
      return call(() => remote.load(request, Comlink.proxy((progress: LoadProgress) => {
        watch.sign()
        onProgress(progress)
      }))).finally(watch.stop)
    },
    prepare: (sentinels) => call(() => remote.prepare(sentinels)),
    countTokens: (inputs) => call(() => remote.countTokens(inputs)),
    answer: (request) => call(() => remote.answer(request)),
    generate: (request, onText) => call(() => remote.generate(request, onText && Comlink.proxy(onText))),
    classify: (inputs) => call(() => remote.classify(inputs)),
  }
  return { engine, end: () => finish(null), ended: ended.promise }
}

function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (reason: EngineError) => void } {
  let resolve: (value: T) => void = () => undefined
  let reject: (reason: EngineError) => void = () => undefined
  const promise = new Promise<T>((resolved, rejected) => {
    resolve = resolved
    reject = rejected
  })
  return { promise, resolve, reject }
}

function watchdog(patience: number, bark: () => void): { sign: () => void; stop: () => void } {
  let timer = setTimeout(bark, patience)
  return {
    sign: () => {
      clearTimeout(timer)
      timer = setTimeout(bark, patience)
    },
    stop: () => clearTimeout(timer),
  }
}
