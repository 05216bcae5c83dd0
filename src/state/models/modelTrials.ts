import { EngineError } from '../../engine/engine.ts'
import type { AvailableModel } from './availableModels.ts'
import { type ModelHolder, modelHolder } from './loadedModel.ts'
import { rememberedSettings } from './modelSettings.ts'
import { onePerPage } from '../onePerPage.ts'
import { type Services, useServices } from '../services.ts'
import { Store, useStore } from '../store.ts'
import { type TrialProgress, tryModel } from './tryModel.ts'

/** The page's one trial of a model. */
export type TrialState =
  | { readonly status: 'none' }
  | { readonly status: 'trying'; readonly model: AvailableModel; readonly progress: TrialProgress | null }
  | { readonly status: 'failed'; readonly model: AvailableModel; readonly error: unknown }

/** Tries models, one at a time; what is found out is remembered. */
export class ModelTrials extends Store<TrialState> {
  private readonly services: Services
  private readonly holder: ModelHolder
  private ending = new AbortController()

  constructor(services: Services) {
    super({ status: 'none' })
    this.services = services
    this.holder = modelHolder(services.startInference)
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
}

/** The page's one. */
export const modelTrials = onePerPage((services: Services) => new ModelTrials(services))

export function useModelTrials(): ModelTrials {
  return modelTrials(useServices())
}

export function useTrialState(): TrialState {
  return useStore(useModelTrials())
}
