import { useSyncExternalStore } from 'react'
import { type Machine, type ModelTrial, mostWorkers, threadsOf, trialKey, type TrialWay } from '../../run/modelTrial.ts'
import { type ModelSetting, readPreference, savePreference } from '../../storage/preferences.ts'
import type { AvailableModel } from './availableModels.ts'
import type { ModelChoice } from './loadedModel.ts'
import { readMachine } from './machine.ts'
import { Store } from '../store.ts'

/** What is remembered of how models are run on this machine. */
export interface ModelSettings {
  readonly machine: Machine
  readonly models: readonly ModelSetting[]
}

/** How one model is run here, and why. */
export interface ModelWay extends TrialWay {
  readonly trial: ModelTrial | null
  /** The number of engines was set by hand. */
  readonly byHand: boolean
  /** So many fit. */
  readonly most: number
}

/** Null until they are read, which is done once; where storage is closed, kept while the page lives. */
class RememberedSettings extends Store<ModelSettings | null> {
  private reading: Promise<ModelSettings> | null = null

  async read(): Promise<ModelSettings> {
    this.reading ??= Promise.all([readMachine(), readPreference('models').catch(() => undefined)]).then(([machine, models]) => ({ machine, models: models ?? [] }))
    const read = await this.reading
    if (!this.state) this.set(read)
    return this.state ?? read
  }

  /** Changes what is remembered of one model. */
  async change(model: AvailableModel, change: Partial<Pick<ModelSetting, 'trial' | 'workers'>>): Promise<void> {
    const { machine, models } = await this.read()
    const key = keyOf(model, machine)
    const known = models.find((setting) => setting.key === key) ?? { key, trial: null, workers: null }
    const changed = [...models.filter((setting) => setting !== known), { ...known, ...change }]
    this.set({ machine, models: changed })
    await savePreference('models', changed).catch(() => undefined)
  }
}

export const rememberedSettings = new RememberedSettings(null)

export function useModelSettings(): ModelSettings | null {
  return useSyncExternalStore(readAndSubscribe, rememberedSettings.get)
}

function readAndSubscribe(changed: () => void): () => void {
  void rememberedSettings.read()
  return rememberedSettings.subscribe(changed)
}

/** How a model is run where nobody says otherwise: as the trial here found best, else on WASM by one engine. Null where it runs on nothing. */
export function wayOf(model: AvailableModel, settings: ModelSettings | null): ModelWay | null {
  const setting = settings?.models.find(({ key }) => key === keyOf(model, settings.machine))
  const best = setting?.trial?.chosen == null ? undefined : setting.trial.ways[setting.trial.chosen]
  const device = best?.device ?? (model.dtypes.wasm.length > 0 ? 'wasm' : 'webgpu')
  const dtype = best?.dtype ?? model.dtypes[device][0]
  if (dtype === undefined) return null
  const most = settings && device === 'wasm' ? mostWorkers(model.bytes, settings.machine) : 1
  const workers = setting?.workers ?? best?.workers ?? 1
  return {
    device,
    dtype,
    graph: best?.graph ?? 'rewritten',
    workers,
    threads: settings ? threadsOf(workers, settings.machine) : null,
    trial: setting?.trial ?? null,
    byHand: setting?.workers != null,
    most,
  }
}

/** Engines that ask a model as it is pinned, and their threads. A trial of another device, dtype or graph says nothing of it. */
export async function workersOf({ model, dtype, device, graph = 'rewritten' }: ModelChoice): Promise<Pick<ModelWay, 'workers' | 'threads' | 'byHand' | 'trial'>> {
  const settings = await rememberedSettings.read()
  const way = wayOf(model, settings)
  const alone = { workers: 1, threads: null, byHand: false, trial: null }
  if (!way || device !== 'wasm') return alone
  const fits = way.byHand || (way.device === device && way.dtype === dtype && way.graph === graph)
  return fits ? way : alone
}

/** What is to be loaded for a way. */
export function choiceOfWay(model: AvailableModel, { device, dtype, graph, threads }: TrialWay): ModelChoice {
  return { model, device, dtype, graph, ...(threads !== null && { threads }) }
}

function keyOf(model: AvailableModel, machine: Machine): string {
  const revision = model.card?.revision ?? (model.folder?.graphs ?? []).map(({ path, bytes }) => `${path} ${bytes}`).join(' ')
  return trialKey({ id: model.id, revision, dtypes: model.dtypes }, machine)
}
