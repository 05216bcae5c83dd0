import type { Device, ModelKind, ModelRef } from '../domain/model.ts'
import type { Bytes, Tokens } from '../domain/units.ts'
import { EngineError, type ModelSource } from './engine.ts'
import { checkHead, headBytes, isTokenizer, parseJsonFile } from './fileChecks.ts'
import { externalStretches, onnxFault } from './graph/externalData.ts'
import { graphFiles } from './graphFiles.ts'
import { parseModelConfig } from './modelConfig.ts'

/** A graph of a folder, and what is wrong with it. */
export interface FolderGraph {
  readonly dtype: string
  readonly path: string
  /** Weights in files of their own included. */
  readonly bytes: Bytes
  readonly problem: EngineError | null
}

/** A model found in a folder that the user picked or dropped. */
export interface FolderModel {
  /** The folder's name. */
  readonly name: string
  readonly kind: ModelKind
  readonly contextLength: Tokens
  readonly outputs: readonly string[]
  /** At least one of them has no problem. */
  readonly graphs: readonly FolderGraph[]
  readonly source: ModelSource
  /** What a plan pins; hashes are known once the model is loaded. */
  refFor(dtype: string, device: Device, graph: ModelRef['graph']): ModelRef
}

/** Graphs larger than this hold their weights themselves and are not read before they are loaded. */
const readableGraph = 64 * 2 ** 20

/**
 * Finds the model in a folder, also where the user picked the folder above it, and checks its files as far as that goes without reading
 * the weights.
 * @throws EngineError naming the file that is missing, cut short or not what it says, and what to do.
 */
export async function readModelFolder(picked: readonly File[] | FileSystemDirectoryHandle): Promise<FolderModel> {
  const entries = isHandle(picked) ? await walk(picked, picked.name) : picked.map((file) => [file.webkitRelativePath || file.name, file] as const)
  const { root, files } = modelRoot(entries)
  const config = parseModelConfig(await readJson(files, 'config.json'))
  if (!files['tokenizer.json']) {
    const other = ['vocab.txt', 'tokenizer.model', 'vocab.json', 'spiece.model', 'sentencepiece.bpe.model'].find((path) => files[path])
    throw new EngineError('missingFile', other === undefined
      ? 'tokenizer.json is missing: it lies beside config.json in the model’s repository'
      : `tokenizer.json is missing; ${other} alone is not enough: save the tokenizer as a fast one (use_fast=True), which writes it`, 'tokenizer.json')
  }
  if (!isTokenizer(await readJson(files, 'tokenizer.json'))) {
    throw new EngineError('noTokenizer', 'tokenizer.json holds no vocabulary: fetch it again, or save the tokenizer as a fast one', 'tokenizer.json')
  }
  for (const path of ['tokenizer_config.json', 'generation_config.json']) if (files[path]) await readJson(files, path)
  const graphs = await Promise.all(graphFiles(Object.keys(files)).map(async ({ dtype, path }): Promise<FolderGraph> => {
    const checked = await checkGraph(files, path)
    return { dtype, path, ...checked }
  }))
  const broken = graphs.find(({ problem }) => problem !== null)?.problem
  if (broken && graphs.every(({ problem }) => problem !== null)) throw broken
  return {
    name: root,
    kind: config.kind,
    contextLength: config.contextLength,
    outputs: config.outputs,
    graphs,
    source: { kind: 'files', files },
    refFor: (dtype, device, graph) => ({
      id: root,
      kind: config.kind,
      origin: 'folder',
      revision: null,
      files: [],
      dtype,
      device,
      graph,
    }),
  }
}

type Entry = readonly [path: string, file: File]

function isHandle(picked: readonly File[] | FileSystemDirectoryHandle): picked is FileSystemDirectoryHandle {
  return !Array.isArray(picked)
}

async function walk(handle: FileSystemDirectoryHandle, at: string, depth = 0): Promise<readonly Entry[]> {
  const found: Entry[] = []
  for await (const [name, child] of handle.entries()) {
    if (name.startsWith('.')) continue
    const path = `${at}/${name}`
    if (child instanceof FileSystemFileHandle) found.push([path, await child.getFile()])
    else if (child instanceof FileSystemDirectoryHandle && depth < 5) found.push(...await walk(child, path, depth + 1))
  }
  return found
}

/** The folder that holds config.json and a graph. @throws EngineError saying why there is none. */
function modelRoot(entries: readonly Entry[]): { root: string; files: Readonly<Record<string, File>> } {
  const folders = entries.flatMap(([path]) => (/(^|\/)config\.json$/.test(path) ? [path.slice(0, -'config.json'.length)] : []))
  const inside = (folder: string): Readonly<Record<string, File>> =>
    Object.fromEntries(entries.flatMap(([path, file]) => (path.startsWith(folder) ? [[path.slice(folder.length), file] as const] : [])))
  const models = folders.map((folder) => ({ folder, files: inside(folder) })).filter(({ files }) => graphFiles(Object.keys(files)).length > 0)
  if (models.length > 1) {
    const names = models.map(({ folder }) => folder.slice(0, -1)).join(', ')
    throw new EngineError('missingFile', `there are several models in this folder (${names}): pick one of them`)
  }
  const [model] = models
  if (model) return { root: model.folder.split('/').filter((part) => part !== '').at(-1) ?? 'model', files: model.files }

  const paths = entries.map(([path]) => path)
  const graph = paths.find((path) => path.endsWith('.onnx'))
  if (graph !== undefined && folders.length === 0 && /[^/]\/onnx\/[^/]+$/.test(graph)) {
    const above = graph.replace(/\/onnx\/[^/]+$/, '')
    throw new EngineError('missingFile', `config.json is missing in ${above}: it lies beside the folder onnx in the model’s repository`, 'config.json')
  }
  if (graph !== undefined && folders.length === 0) {
    throw new EngineError('missingFile', `config.json is missing beside ${graph}: if this is the folder “onnx” of a model, pick the folder above it`, 'config.json')
  }
  if (graph !== undefined) {
    throw new EngineError('missingFile', `${graph} is not where the hub’s layout keeps it: expected onnx/model.onnx, or with an ending such as _int8, _quantized, _q4f16`, graph)
  }
  const weights = paths.find((path) => /\.(safetensors|gguf|bin|pt|pth)$/.test(path))
  if (weights !== undefined) {
    throw new EngineError('missingFile', `there is no ONNX graph, only ${weights}: take the model’s ONNX export (repositories of “onnx-community”), or export it with optimum`, 'onnx/model.onnx')
  }
  throw new EngineError('missingFile', folders.length > 0 ? 'the folder onnx with the model’s graph is missing: copy it too, or take the model’s ONNX export (repositories of “onnx-community”)' : 'there is no model in this folder: config.json is missing; pick the folder that holds config.json, tokenizer.json and onnx', folders.length > 0 ? 'onnx/model.onnx' : 'config.json')
}

async function readJson(files: Readonly<Record<string, File>>, path: string): Promise<unknown> {
  const file = files[path]
  if (!file) throw new EngineError('missingFile', `${path} is missing`, path)
  await checkFile(path, file)
  return parseJsonFile(path, await file.text())
}

async function checkFile(path: string, file: File): Promise<void> {
  checkHead(path, new Uint8Array(await file.slice(0, headBytes).arrayBuffer()), file.size)
}

async function checkGraph(files: Readonly<Record<string, File>>, path: string): Promise<{ bytes: Bytes; problem: EngineError | null }> {
  const file = files[path]!
  let bytes = file.size
  try {
    await checkFile(path, file)
    const fault = await onnxFault(file)
    if (fault === 'truncated') throw new EngineError('truncatedFile', `${path} ends in the middle: fetch or copy it again`, path)
    if (fault === 'notOnnx') throw new EngineError('notOnnx', `${path} is not an ONNX graph`, path)
    if (file.size <= readableGraph) {
      bytes += await checkExternal(files, path, new Uint8Array(await file.arrayBuffer()))
    }
    return { bytes, problem: null }
  } catch (error) {
    if (error instanceof EngineError) return { bytes, problem: error }
    throw error
  }
}

/** @returns the bytes of the files that hold the graph's weights. */
async function checkExternal(files: Readonly<Record<string, File>>, path: string, graph: Uint8Array): Promise<Bytes> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const needed = new Map<string, Bytes>()
  for (const { location, offset, length } of externalStretches(graph)) {
    needed.set(location, Math.max(needed.get(location) ?? 0, offset + (length ?? 0)))
  }
  let bytes = 0
  for (const [location, least] of needed) {
    const name = `${folder}${location}`
    const file = files[name]
    if (!file) throw new EngineError('missingFile', `${name} is missing: ${path} keeps its weights there`, name)
    await checkFile(name, file)
    if (file.size < least) throw new EngineError('truncatedFile', `${name} has ${file.size} of at least ${least} bytes: fetch or copy it again`, name)
    bytes += file.size
  }
  return bytes
}
