import type { Device, GraphKind, ModelRef } from '../../domain/model.ts'
import { type Engine, EngineError, type LoadProgress, type LoadRequest, type WalkedModel } from '../../engine/engine.ts'
import { type EngineHandle, startEngine } from '../../engine/engineClient.ts'
import type { AvailableModel } from './availableModels.ts'
import { onePerPage } from '../onePerPage.ts'
import { useServices } from '../services.ts'
import { Store, useStore } from '../store.ts'

/** What is to be loaded, and how. */
export interface ModelChoice {
  readonly model: AvailableModel
  readonly dtype: string
  readonly device: Device
  /** rewritten where it is not said. */
  readonly graph?: GraphKind
  /** Of WASM; left to the runtime where it is not said. Answers do not depend on it. */
  readonly threads?: number
}

/** The one model in memory. */
export type ModelState =
  | { readonly status: 'none' }
  | { readonly status: 'loading'; readonly choice: ModelChoice; readonly progress: LoadProgress | null }
  | { readonly status: 'ready'; readonly choice: ModelChoice; readonly loaded: WalkedModel; readonly engine: Engine }
  | { readonly status: 'failed'; readonly choice: ModelChoice; readonly error: EngineError }

/**
 * Holds at most one loaded model, in a worker of its own: it is what is true only while the page lives, and what screens
 * share, so that trying a sentence and running a plan do not load twice.
 */
export class ModelHolder extends Store<ModelState> {
  private readonly createWorker: () => Worker
  private handle: EngineHandle | null = null
  /** More engines with the model in memory, by place. */
  private helpers: Helper[] = []

  constructor(createWorker: () => Worker) {
    super({ status: 'none' })
    this.createWorker = createWorker
  }

  /**
   * The engine of that choice: the one in memory where it is the same, else loaded in place of the other one.
   * @param signal ends the loading, not the engine once it is loaded.
   * @param pinned by a plan: these very files are loaded, or none.
   * @throws EngineError naming the file at fault; `cancelled` where it was cancelled; `wrongHash` where the files are not those pinned.
   */
  async load(choice: ModelChoice, signal?: AbortSignal, pinned?: ModelRef): Promise<{ readonly engine: Engine; readonly loaded: WalkedModel }> {
    if (this.state.status === 'ready' && isSame(this.state.choice, choice) && !(pinned && strayFile(this.state.loaded.ref, pinned))) return this.state
    return this.restart(choice, signal, pinned)
  }

  /** The same in place of what there is, whatever it is: its engine was lost. Helpers that have the same model stay. */
  async restart(choice: ModelChoice, signal?: AbortSignal, pinned?: ModelRef): Promise<{ readonly engine: Engine; readonly loaded: WalkedModel }> {
    if (this.helpers.some((helper) => !isSame(helper.choice, choice))) this.releaseHelpers()
    this.end()
    const handle = startEngine(this.createWorker)
    this.handle = handle
    this.set({ status: 'loading', choice, progress: null })
    void handle.ended.then((error) => {
      if (this.handle !== handle) return
      this.handle = null
      this.set(error === null || error.code === 'cancelled' ? { status: 'none' } : { status: 'failed', choice, error })
    })
    const cancel = (): void => handle.end()
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      if (signal?.aborted) throw new EngineError('cancelled', 'cancelled before it began')
      const loaded = await handle.engine.load(loadRequest(choice, pinned), (progress) => {
        // progress comes by a way of its own: the last of it may arrive after the model
        if (this.handle === handle && this.state.status === 'loading') this.set({ status: 'loading', choice, progress })
      })
      const stray = pinned && strayFile(loaded.ref, pinned)
      if (stray !== undefined) throw new EngineError('wrongHash', `${stray} is not as the plan pins it`, stray)
      if (this.handle !== handle) throw new EngineError('cancelled', 'another model took its place')
      this.set({ status: 'ready', choice, loaded, engine: handle.engine })
      return { engine: handle.engine, loaded }
    } catch (error) {
      const problem = error instanceof EngineError ? error : new EngineError('failed', String(error))
      if (this.handle === handle) {
        this.handle = null
        this.set(problem.code === 'cancelled' ? { status: 'none' } : { status: 'failed', choice, error: problem })
      }
      handle.end()
      throw problem
    } finally {
      signal?.removeEventListener('abort', cancel)
    }
  }

  /**
   * What starts another engine beside the one in memory, with the same model. Its first call takes the engine that an earlier run left in
   * that place; a later one ends what is there and starts anew. The call @throws EngineError as `load`.
   */
  helper(place: number, choice: ModelChoice, pinned: ModelRef): () => Promise<Engine> {
    let called = false
    return async () => {
      const there = this.helpers[place]
      if (!called && there && isSame(there.choice, choice) && !there.over) {
        called = true
        return there.engine
      }
      called = true
      there?.handle.end()
      const helper = startHelper(this.createWorker, choice, pinned)
      this.helpers[place] = helper
      return helper.engine
    }
  }

  /** Gives the memory of all engines but the first one back. */
  releaseHelpers(): void {
    for (const helper of this.helpers) helper.handle.end()
    this.helpers = []
  }

  /** Gives the memory back; ends a loading or a forward under way. */
  release(): void {
    this.releaseHelpers()
    this.end()
  }

  private end(): void {
    const handle = this.handle
    this.handle = null
    handle?.end()
    if (this.state.status !== 'none') this.set({ status: 'none' })
  }
}

interface Helper {
  readonly choice: ModelChoice
  readonly handle: EngineHandle
  readonly engine: Promise<Engine>
  over: boolean
}

function startHelper(createWorker: () => Worker, choice: ModelChoice, pinned: ModelRef): Helper {
  const handle = startEngine(createWorker)
  const load = async (): Promise<Engine> => {
    const loaded = await handle.engine.load(loadRequest(choice, pinned), () => undefined)
    const stray = strayFile(loaded.ref, pinned)
    if (stray === undefined) return handle.engine
    handle.end()
    throw new EngineError('wrongHash', `${stray} is not as the plan pins it`, stray)
  }
  const helper: Helper = { choice, handle, engine: load(), over: false }
  // whoever asked for it hears of it
  helper.engine.catch(() => undefined)
  void handle.ended.then(() => (helper.over = true))
  return helper
}

function loadRequest({ model, dtype, device, graph, threads }: ModelChoice, pinned?: ModelRef): LoadRequest {
  return { ref: pinned ?? model.refFor(dtype, device, graph), source: model.source, ...(threads !== undefined && { threads }) }
}

function isSame(one: ModelChoice, other: ModelChoice): boolean {
  return (
    one.model.id === other.model.id &&
    one.model.source === other.model.source &&
    one.dtype === other.dtype &&
    one.device === other.device &&
    (one.graph ?? 'rewritten') === (other.graph ?? 'rewritten') &&
    one.threads === other.threads
  )
}

/** A file that was read and is not pinned so, or the other way round; of a site's model all files are pinned, read or not. */
function strayFile(loaded: ModelRef, pinned: ModelRef): string | undefined {
  const hashes = new Map(pinned.files.map(({ path, sha256 }) => [path, sha256]))
  const changed = loaded.files.find(({ path, sha256 }) => !hashes.has(path) || (hashes.get(path) ?? sha256) !== sha256)
  const read = new Set(loaded.files.map(({ path }) => path))
  return (changed ?? (pinned.origin === 'folder' ? pinned.files.find(({ path }) => !read.has(path)) : undefined))?.path
}

/** The page's one holder. */
export const modelHolder = onePerPage((startWorker: () => Worker) => new ModelHolder(startWorker))

export function useModelHolder(): ModelHolder {
  return modelHolder(useServices().startInference)
}

/** What is loaded, live. */
export function useModelState(): ModelState {
  return useStore(useModelHolder())
}
