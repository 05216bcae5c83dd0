import { useMemo } from 'react'
import type { Device, GraphKind, ModelKind, ModelOrigin, ModelRef } from '../../domain/model.ts'
import type { Bilingual } from '../../domain/scheme.ts'
import type { Bytes, Tokens } from '../../domain/units.ts'
import { EngineError, type ModelSource } from '../../engine/engine.ts'
import { parseJsonFile } from '../../engine/fileChecks.ts'
import { cardRef, type ModelCard } from '../../engine/modelCard.ts'
import { embeddedModels, modelUrl } from '../../engine/modelCatalogue.ts'
import { parseModelConfig } from '../../engine/modelConfig.ts'
import type { FolderModel } from '../../engine/modelFolder.ts'
import { type Live, useOnce } from '../liveQuery.ts'
import { useServices } from '../services.ts'
import { Store, useStore } from '../store.ts'

/** A model that can be loaded: one of this site's, or one from a folder opened while this page lives. */
export interface AvailableModel {
  /** Unique among the models available. */
  readonly id: string
  readonly kind: ModelKind
  readonly origin: ModelOrigin
  readonly name: Bilingual
  readonly contextLength: Tokens
  readonly source: ModelSource
  /** Of an embedded model. */
  readonly card: ModelCard | null
  /** Of a folder's: its graphs with what is wrong with them. */
  readonly folder: FolderModel | null
  /** Whether a classifier reads the context as a second segment. */
  readonly readsContext: boolean
  /** A classifier's own output names, in order. */
  readonly outputs: readonly string[]
  /** What can be run on a device, the best first; empty where nothing can. */
  readonly dtypes: Readonly<Record<Device, readonly string[]>>
  readonly bytes: Bytes
  /** What a plan pins. Of a folder's model the hashes are missing until it is loaded: then take the loaded model's own ref. */
  refFor(dtype: string, device: Device, graph?: GraphKind): ModelRef
}

/** An embedded model as one that can be loaded. @param outputs a classifier's output names. */
function modelOfCard(card: ModelCard, siteUrl: string, outputs: readonly string[]): AvailableModel {
  const dtypesOn = (device: Device): readonly string[] => card.dtypes[device] === null ? [] : [card.dtypes[device]]
  return {
    id: card.id,
    kind: card.kind,
    origin: 'embedded',
    name: card.name,
    contextLength: card.contextLength,
    source: { kind: 'site', url: modelUrl(siteUrl, card.id) },
    card,
    folder: null,
    readsContext: card.input.context,
    outputs,
    dtypes: { wasm: dtypesOn('wasm'), webgpu: dtypesOn('webgpu') },
    bytes: card.files.reduce((sum, file) => sum + file.bytes, 0),
    refFor: (dtype, device, graph = 'rewritten') => {
      const ref = cardRef(card, device, graph)
      if (ref?.dtype !== dtype) throw new Error(`${card.id} has no ${dtype} for ${device}`)
      return ref
    },
  }
}

/** A folder's model as one that can be loaded, under an id of its own; graphs with a problem are left out of its dtypes. */
function modelOfFolder(folder: FolderModel, id: string): AvailableModel {
  const sound = folder.graphs.filter((graph) => graph.problem === null)
  const dtypesOn = (device: Device): readonly string[] => {
    const order = deviceOrder[device]
    return sound.map((graph) => graph.dtype).filter((dtype) => order.includes(dtype)).sort((a, b) => order.indexOf(a) - order.indexOf(b))
  }
  return {
    id,
    kind: folder.kind,
    origin: 'folder',
    name: { zh: id, en: id },
    contextLength: folder.contextLength,
    source: folder.source,
    card: null,
    folder,
    // most classifiers were trained on single sentences; the user can say otherwise
    readsContext: false,
    outputs: folder.outputs,
    dtypes: { wasm: dtypesOn('wasm'), webgpu: dtypesOn('webgpu') },
    bytes: Math.max(0, ...sound.map((graph) => graph.bytes)),
    refFor: (dtype, device, graph = 'rewritten') => ({ ...folder.refFor(dtype, device, graph), id }),
  }
}

/** int4 weights are slow on WASM, int8 weights wrong on WebGPU (FACTS section 2). */
const deviceOrder: Readonly<Record<Device, readonly string[]>> = {
  wasm: ['q8', 'int8', 'uint8', 'fp32', 'q4', 'fp16'],
  webgpu: ['q4f16', 'q4', 'fp16', 'fp32'],
}

/** Folders opened since the page was; a later one of the same name takes the place of the earlier. */
class OpenedFolders extends Store<readonly AvailableModel[]> {
  /** A folder called as one of the site's models is told apart by a number: plans, addresses and results name models by their ids. */
  async add(folder: FolderModel): Promise<AvailableModel> {
    const site = (await embedded?.catch(() => null)) ?? []
    const model = modelOfFolder(folder, site.some(({ id }) => id === folder.name) ? `${folder.name} (2)` : folder.name)
    this.set([...this.state.filter((other) => other.id !== model.id), model])
    return model
  }
}

export const openedFolders = new OpenedFolders([])

/** Read once in the page's life, asked again after a failure. */
let embedded: Promise<readonly AvailableModel[]> | null = null

/** The site's own models. @throws EngineError naming the file that is broken or missing. */
export function readEmbedded(siteUrl: string): Promise<readonly AvailableModel[]> {
  embedded ??= embeddedModels(siteUrl).then((cards) =>
    Promise.all(cards.map(async (card) => modelOfCard(card, siteUrl, card.kind === 'classifier' ? await readOutputs(siteUrl, card.id) : []))),
  )
  embedded.catch(() => {
    embedded = null
  })
  return embedded
}

/** A classifier's output names, from its config.json: a plan states what they stand for before anything is loaded. */
async function readOutputs(siteUrl: string, id: string): Promise<readonly string[]> {
  const path = `models/${id}/config.json`
  const response = await fetch(new URL(path, siteUrl))
  if (!response.ok) throw new EngineError('missingFile', `${path}: the server answers ${response.status}`, path)
  return parseModelConfig(parseJsonFile(path, await response.text())).outputs
}

/** All models that can be loaded now: the site's first, then folders. @throws EngineError as `readEmbedded` does. */
export async function availableModels(siteUrl: string): Promise<readonly AvailableModel[]> {
  return [...(await readEmbedded(siteUrl)), ...openedFolders.get()]
}

/** The same, live. */
export function useAvailableModels(): Live<readonly AvailableModel[]> {
  const { siteUrl } = useServices()
  const site = useOnce('embedded models', () => readEmbedded(siteUrl))
  const folders = useStore(openedFolders)
  return useMemo(
    () => (site.status === 'ready' ? { status: 'ready', value: [...site.value, ...folders] } : site),
    [site, folders],
  )
}
