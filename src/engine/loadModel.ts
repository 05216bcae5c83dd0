import * as v from 'valibot'
import type { ModelRef } from '../domain/model.ts'
import type { Bytes, Tokens } from '../domain/units.ts'
import { CausalGraph } from './causalGraph.ts'
import { CausalModel } from './causalModel.ts'
import { ClassifierModel } from './classifierModel.ts'
import { EngineError, type LoadProgress, type LoadRequest } from './engine.ts'
import { ForkSession } from './forkSession.ts'
import { expectedGraphPath, externalDataFiles, graphFiles } from './graphFiles.ts'
import { type ModelConfig, parseModelConfig } from './modelConfig.ts'
import { ModelReader } from './modelReader.ts'
import { type ReadGraph, readGraph } from './readGraph.ts'
import { checkWebGpu, configureRuntime, createSession, onDeviceLost, type Session as OrtSession } from './runtime.ts'
import type { Session } from './session.ts'
import { TreeSession } from './treeSession.ts'
import { loadTokenizer, type ModelTokenizer, tokenizerFiles } from './tokenizer.ts'

/** A model that was read and started, in its parts. */
export interface StartedModel {
  readonly config: ModelConfig
  readonly tokenizer: ModelTokenizer
  readonly graph: ReadGraph
  readonly session: OrtSession
  readonly endTokens: readonly number[]
  readonly about: { readonly ref: ModelRef; readonly contextLength: Tokens; readonly bytes: Bytes }
  /** The graph's path in the model's folder. */
  readonly path: string
}

/**
 * Reads, checks and starts a model, as the request pins it.
 * @throws EngineError naming the file at fault, or what the machine lacks.
 */
export async function loadModel(
  request: LoadRequest,
  baseUrl: string,
  onProgress: (progress: LoadProgress) => void,
  onLost: (reason: string) => void,
): Promise<CausalModel | ClassifierModel> {
  const started = await startModel(request, baseUrl, onProgress, onLost)
  const { config, tokenizer, session, about, path, endTokens } = started
  if (config.kind === 'classifier') {
    return new ClassifierModel(session, tokenizer, { ...about, outputs: config.outputs, chatTemplate: tokenizer.chatTemplate }, path)
  }
  return new CausalModel(walk(started), tokenizer, endTokens, about)
}

/** How a causal model's graph is walked: by trees where it takes a mask. */
export function walk({ config, graph, session, path }: StartedModel): Session {
  const causal = new CausalGraph(session, config, path, graph.positionsAdded)
  return causal.takesBias ? new TreeSession(causal) : new ForkSession(causal)
}

/** `loadModel` without what asks. */
export async function startModel(
  request: LoadRequest,
  baseUrl: string,
  onProgress: (progress: LoadProgress) => void,
  onLost: (reason: string) => void,
): Promise<StartedModel> {
  const { ref } = request
  onProgress({ stage: 'check', loaded: 0, total: 0 })
  if (ref.device === 'webgpu') await checkWebGpu(ref.dtype)
  const reader = new ModelReader(request.source, ref.files, onProgress)
  const path = graphPath(reader, ref)
  const small = ['config.json', ...(reader.has('generation_config.json') ? ['generation_config.json'] : []), ...tokenizerFiles(reader.paths)]
  reader.announce([...small, path, ...externalDataFiles(path, reader.paths)])
  if (!reader.has('config.json')) throw new EngineError('missingFile', 'config.json is missing', 'config.json')
  const config = parseModelConfig(await reader.readJson('config.json'))
  if (config.kind !== ref.kind) {
    throw new EngineError('unsupportedArchitecture', `the model is a ${config.kind} model, not a ${ref.kind} one`, 'config.json')
  }
  const generation = reader.has('generation_config.json') ? await reader.readJson('generation_config.json') : {}
  const tokenizer = await loadTokenizer(reader)
  const graph = await readGraph(reader, path, config, ref.graph === 'rewritten')
  const bytes = reader.files.reduce((sum, file) => sum + file.bytes, 0)
  onProgress({ stage: 'start', file: path, loaded: bytes, total: bytes })
  configureRuntime(baseUrl, ref.device, request.threads)
  const session = await createSession(graph.bytes, path, ref.device, graph.mounted)
  if (ref.device === 'webgpu') onDeviceLost(onLost)
  const about = {
    ref: { ...ref, files: reader.files, graph: graph.tree ? ('rewritten' as const) : ('asShipped' as const) },
    contextLength: Math.min(config.contextLength, tokenizer.maxLength),
    bytes,
  }
  return { config, tokenizer, graph, session, about, path, endTokens: [...config.endTokens, ...endTokens(generation)] }
}

/** The graph file of the dtype. @throws EngineError saying which dtypes there are, or that the weights are in another format. */
function graphPath(reader: ModelReader, ref: ModelRef): string {
  const graphs = graphFiles(reader.paths)
  const found = graphs.find(({ dtype }) => dtype === ref.dtype)
  if (found) return found.path
  const expected = expectedGraphPath(ref.dtype)
  if (graphs.length > 0) {
    throw new EngineError('missingFile', `${expected} is missing; there is ${graphs.map(({ dtype, path }) => `${path} (${dtype})`).join(', ')}`, expected)
  }
  const other = reader.paths.find((path) => /\.(safetensors|bin|gguf|pt)$/.test(path))
  throw new EngineError('missingFile', other === undefined
    ? `${expected} is missing: there is no ONNX graph`
    : `there is no ONNX graph, only ${other}: the model has to be exported to ONNX first`, expected)
}

const generationSchema = v.object({ eos_token_id: v.optional(v.nullable(v.union([v.number(), v.array(v.number())]))) })

function endTokens(generation: unknown): readonly number[] {
  const parsed = v.safeParse(generationSchema, generation)
  return parsed.success ? [parsed.output.eos_token_id ?? []].flat() : []
}
