import { useSyncExternalStore } from 'react'
import type { Device, LoadedModel, ModelRef } from '../domain/model.ts'
import { type Engine, EngineError, type LoadProgress } from '../engine/engine.ts'
import { type EngineHandle, startEngine } from '../engine/engineClient.ts'
import type { AvailableModel } from './availableModels.ts'
import { useServices } from './services.ts'

/** What is to be loaded, and how. */
export interface ModelChoice {
  readonly model: AvailableModel
  readonly dtype: string
  readonly device: Device
}

/** The one model in memory. */
export type ModelState =
  | { readonly status: 'none' }
  | { readonly status: 'loading'; readonly choice: ModelChoice; readonly progress: LoadProgress | null }
  | { readonly status: 'ready'; readonly choice: ModelChoice; readonly loaded: LoadedModel; readonly engine: Engine }
  | { readonly status: 'failed'; readonly choice: ModelChoice; readonly error: EngineError }

/**
 * Holds at most one loaded model, in a worker of its own: it is what is true only while the page lives, and what screens
 * share, so that trying a sentence and running a plan do not load twice.
 */
export class ModelHolder {
  private readonly createWorker: () => Worker
  private state: ModelState = { status: 'none' }
  private handle: EngineHandle | null = null
  private readonly listeners = new Set<() => void>()

  constructor(createWorker: () => Worker) {
    this.createWorker = createWorker
  }

  readonly get = (): ModelState => this.state

  readonly subscribe = (changed: () => void): (() => void) => {
    this.listeners.add(changed)
    return () => this.listeners.delete(changed)
  }

  /**
   * The engine of that choice: the one in memory where it is the same, else loaded in place of the other one.
   * @param signal ends the loading, not the engine once it is loaded.
   * @param pinned by a plan: these very files are loaded, or none.
   * @throws EngineError naming the file at fault; `cancelled` where it was cancelled; `wrongHash` where the files are not those pinned.
   */
  async load(choice: ModelChoice, signal?: AbortSignal, pinned?: ModelRef): Promise<{ readonly engine: Engine; readonly loaded: LoadedModel }> {
    if (this.state.status === 'ready' && isSame(this.state.choice, choice) && !(pinned && strayFile(this.state.loaded.ref, pinned))) return this.state
    this.release()
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
      const ref: ModelRef = pinned ?? choice.model.refFor(choice.dtype, choice.device)
      const loaded = await handle.engine.load({ ref, source: choice.model.source }, (progress) => {
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

  /** Gives the memory back; ends a loading or a forward under way. */
  release(): void {
    const handle = this.handle
    this.handle = null
    handle?.end()
    if (this.state.status !== 'none') this.set({ status: 'none' })
  }

  private set(state: ModelState): void {
    this.state = state
    for (const changed of this.listeners) changed()
  }
}

function isSame(one: ModelChoice, other: ModelChoice): boolean {
  return one.model.id === other.model.id && one.model.source === other.model.source && one.dtype === other.dtype && one.device === other.device
}

/** A file that was read and is not pinned so, or the other way round; of a site's model all files are pinned, read or not. */
function strayFile(loaded: ModelRef, pinned: ModelRef): string | undefined {
  const hashes = new Map(pinned.files.map(({ path, sha256 }) => [path, sha256]))
  const changed = loaded.files.find(({ path, sha256 }) => !hashes.has(path) || (hashes.get(path) ?? sha256) !== sha256)
  const read = new Set(loaded.files.map(({ path }) => path))
  return (changed ?? (pinned.origin === 'folder' ? pinned.files.find(({ path }) => !read.has(path)) : undefined))?.path
}

const holders = new WeakMap<() => Worker, ModelHolder>()

/** The page's one holder. */
export function modelHolder(startWorker: () => Worker): ModelHolder {
  const holder = holders.get(startWorker) ?? new ModelHolder(startWorker)
  holders.set(startWorker, holder)
  return holder
}

export function useModelHolder(): ModelHolder {
  return modelHolder(useServices().startInference)
}

/** What is loaded, live. */
export function useModelState(): ModelState {
  const holder = useModelHolder()
  return useSyncExternalStore(holder.subscribe, holder.get)
}
