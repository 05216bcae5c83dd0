import * as Comlink from 'comlink'
import { type Engine, EngineError, type EngineErrorCode, type LoadProgress, type LoadRequest, type WalkedModel } from './engine.ts'

/** Errors as they cross from the worker: a class does not survive the crossing. */
export interface WireError {
  readonly engineError: true
  readonly code: EngineErrorCode
  readonly message: string
  readonly file?: string
}

/** An engine as the worker has it. */
export interface WorkerEngine extends Engine {
  /** Loads a model and gives the logits of a short text: what another device is compared with. */
  probe(request: LoadRequest, onProgress: (progress: LoadProgress) => void): Promise<readonly Float32Array[]>
  /** @param expected logits of the short text where they are right; the load is refused where this device gives others. */
  load(request: LoadRequest, onProgress: (progress: LoadProgress) => void, expected?: readonly Float32Array[] | null): Promise<WalkedModel>
}

/** The calls of an engine, each answered by a value or an error as data. */
export type EngineCalls = {
  [Name in keyof WorkerEngine]: (...args: Parameters<WorkerEngine[Name]>) => Promise<{ value: Awaited<ReturnType<WorkerEngine[Name]>> } | WireError>
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
    load: async (request: LoadRequest, onProgress: (progress: LoadProgress) => void) => {
      const watch = watchdog(options.patience ?? 180_000, () =>
        finish(new EngineError('timedOut', 'loading made no progress for minutes: the file may be unreadable, or the machine out of memory')))
      const told = (progress: LoadProgress): void => {
        watch.sign()
        onProgress(progress)
      }
      try {
        const expected = request.ref.device === 'webgpu' ? await reference(createWorker, request, options, told, broken.promise, finish) : null
        return await call(() => remote.load(request, Comlink.proxy(told), expected))
      } finally {
        watch.stop()
      }
    },
    prepare: (sentinels) => call(() => remote.prepare(sentinels)),
    countTokens: (inputs) => call(() => remote.countTokens(inputs)),
    answer: (request, onText) => call(() => remote.answer(request, onText && Comlink.proxy(onText))),
    generate: (request, onText) => call(() => remote.generate(request, onText && Comlink.proxy(onText))),
    classify: (inputs) => call(() => remote.classify(inputs)),
  }
  return { engine, end: () => finish(null), ended: ended.promise }
}

/**
 * Logits of the short text that ways of running a model are compared by, from a worker that ends with the call: what is to be compared with
 * another file of the same model. @throws EngineError; `cancelled` where the signal ended it.
 */
export async function shortLogits(
  createWorker: () => Worker,
  request: LoadRequest,
  options: EngineOptions,
  onProgress: (progress: LoadProgress) => void,
): Promise<readonly Float32Array[]> {
  const worker = createWorker()
  const failed = new Promise<WireError>((resolve) => {
    worker.addEventListener('error', ({ message }) => resolve({ engineError: true, code: 'failed', message: `the inference worker failed: ${message}` }))
    const cancel = (): void => resolve({ engineError: true, code: 'cancelled', message: 'the comparison was ended' })
    options.signal?.addEventListener('abort', cancel, { once: true })
    if (options.signal?.aborted) cancel()
  })
  try {
    const remote = Comlink.wrap<EngineEndpoint>(worker)
    const answer = await Promise.race([failed, (async () => {
      await remote.start(options.baseUrl ?? document.baseURI, Comlink.proxy(() => undefined))
      return remote.probe(request, Comlink.proxy(onProgress))
    })()])
    if ('value' in answer) return answer.value
    throw new EngineError(answer.code, answer.message, answer.file)
  } finally {
    worker.terminate()
  }
}

/**
 * What WASM says to a short text, from a worker of its own: its build of the runtime knows more operators than the one for WebGPU, and its
 * memory comes back when it ends.
 */
async function reference(
  createWorker: () => Worker,
  request: LoadRequest,
  options: EngineOptions,
  onProgress: (progress: LoadProgress) => void,
  broken: Promise<never>,
  finish: (error: EngineError) => void,
): Promise<readonly Float32Array[]> {
  const worker = createWorker()
  const failed = new Promise<WireError>((resolve) => {
    worker.addEventListener('error', ({ message }) => resolve({ engineError: true, code: 'failed', message: `the comparison with WASM failed: ${message}` }))
  })
  try {
    const remote = Comlink.wrap<EngineEndpoint>(worker)
    const answer = await Promise.race([broken, failed, (async () => {
      await remote.start(options.baseUrl ?? document.baseURI, Comlink.proxy(() => undefined))
      return remote.probe({ ...request, ref: { ...request.ref, device: 'wasm' } }, Comlink.proxy(onProgress))
    })()])
    if ('value' in answer) return answer.value
    const ours = new Set<EngineErrorCode>(['failed', 'unsupportedArchitecture', 'nonFiniteLogits'])
    const error = ours.has(answer.code)
      ? new EngineError('deviceDisagrees', `the graphics device cannot be compared with WASM, which does not run this graph: ${answer.message}`, answer.file)
      : new EngineError(answer.code, answer.message, answer.file)
    finish(error)
    throw error
  } finally {
    worker.terminate()
  }
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
