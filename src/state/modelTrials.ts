import { useSyncExternalStore } from 'react'
import { EngineError } from '../engine/engine.ts'
import type { AvailableModel } from './availableModels.ts'
import { type ModelHolder, modelHolder } from './loadedModel.ts'
import { rememberedSettings } from './modelSettings.ts'
import { type Services, useServices } from './services.ts'
import { type TrialProgress, tryModel } from './tryModel.ts'

/** The page's one trial of a model. */
export type TrialState =
  | { readonly status: 'none' }
  | { readonly status: 'trying'; readonly model: AvailableModel; readonly progress: TrialProgress | null }
  | { readonly status: 'failed'; readonly model: AvailableModel; readonly error: unknown }

/** Tries models, one at a time; what is found out is remembered. */
export class ModelTrials {
  private readonly services: Services
  private readonly holder: ModelHolder
  private state: TrialState = { status: 'none' }
  private ending = new AbortController()
  private readonly listeners = new Set<() => void>()

  constructor(services: Services) {
    this.services = services
    this.holder = modelHolder(services.startInference)
  }

  readonly get = (): TrialState => this.state

  readonly subscribe = (changed: () => void): (() => void) => {
    this.listeners.add(changed)
    return () => this.listeners.delete(changed)
  }

  /** The model in memory is put out of it first: a trial needs the room. Never rejects. */
  async start(model: AvailableModel): Promise<void> {
    if (this.state.status === 'trying') return
    this.ending = new AbortController()
    const { signal } = this.ending
    this.set({ status: 'trying', model, progress: null })
    this.holder.release()
    try {
      const { machine } = await rememberedSettings.read()
      const { startInference: startWorker, siteUrl } = this.services
      const trial = await tryModel(model, machine, { startWorker, siteUrl, signal, onProgress: (progress) => this.set({ status: 'trying', model, progress }) })
      await rememberedSettings.change(model, { trial })
      this.set({ status: 'none' })
    } catch (error) {
      const cancelled = signal.aborted || (error instanceof EngineError && error.code === 'cancelled')
      this.set(cancelled ? { status: 'none' } : { status: 'failed', model, error })
    }
  }

  cancel(): void {
    this.ending.abort()
  }

  private set(state: TrialState): void {
    this.state = state
    for (const changed of this.listeners) changed()
  }
}

const all = new WeakMap<() => Worker, ModelTrials>()

/** The page's one. */
export function modelTrials(services: Services): ModelTrials {
  const trials = all.get(services.startInference) ?? new ModelTrials(services)
  all.set(services.startInference, trials)
  return trials
}

export function useModelTrials(): ModelTrials {
  return modelTrials(useServices())
}

export function useTrialState(): TrialState {
  const trials = useModelTrials()
  return useSyncExternalStore(trials.subscribe, trials.get)
}
