import * as v from 'valibot'
import type { ModelRef } from '../domain/model.ts'
import type { Bytes, Tokens } from '../domain/units.ts'
import { disagreement, probeLogits, tolerance } from './agreement.ts'
import { CausalModel } from './causalModel.ts'
import { checkOutputs, Classifier, ClassifierModel } from './classifierModel.ts'
import { EngineError, type LoadNote, type LoadProgress, type LoadRequest } from './engine.ts'
import { ForkSession } from './forkSession.ts'
import { expectedGraphPath, externalDataFiles, graphFiles } from './graphFiles.ts'
import { type ModelConfig, parseModelConfig } from './modelConfig.ts'
import { ModelReader } from './modelReader.ts'
import { type ReadGraph, readGraph } from './readGraph.ts'
import { checkWebGpu, configureRuntime, createSession, onDeviceLost, type Session as OrtSession } from './runtime.ts'
import { TreeSession } from './treeSession.ts'
import { causalGraph, chooseWalk } from './walkChoice.ts'
import { loadTokenizer, type ModelTokenizer, tokenizerFiles } from './tokenizer.ts'

/** A model that was read and started, in its parts. */
export interface StartedModel {
  readonly config: ModelConfig
  readonly tokenizer: ModelTokenizer
  readonly graph: ReadGraph
  readonly session: OrtSession
  readonly endTokens: readonly number[]
  readonly about: { readonly ref: ModelRef; readonly contextLength: Tokens; readonly bytes: Bytes; readonly notes: readonly LoadNote[] }
  /** The graph's path in the model's folder. */
  readonly path: string
}

/**
 * Reads, checks and starts a model, as the request pins it: on WebGPU only where its logits are those of WASM, and by trees only where they
 * are those of single forks.
 * @param expected logits of the short text from WASM (`probeModel`); null where nothing is to be compared.
 * @throws EngineError naming the file at fault, or what the machine lacks.
 */
export async function loadModel(
  request: LoadRequest,
  baseUrl: string,
  onProgress: (progress: LoadProgress) => void,
  onLost: (reason: string) => void,
  expected: readonly Float32Array[] | null,
): Promise<CausalModel | ClassifierModel> {
  const started = await startModel(request, baseUrl, onProgress)
  const { config, tokenizer, graph, about, endTokens } = started
  if (request.ref.device === 'webgpu') onDeviceLost(onLost)
  const deviceAndWasm = expected ? await compareDevice(started, expected, onProgress) : null
  if (config.kind === 'classifier') {
    const walk = { kind: 'single', left: graph.left, tokenScales: graph.tokenScales, agreement: { rewrittenAndShipped: null, treeAndFork: null, deviceAndWasm } } as const
    const loaded = { ...about, outputs: config.outputs, chatTemplate: tokenizer.chatTemplate, walk }
    const classifier = classifierOf(started)
    const [row] = await classifier.classify([{ text: '好', pair: null }])
    checkOutputs(config.outputs, row!)
    await classifier.tryBatches()
    return new ClassifierModel(classifier, loaded)
  }
  onProgress({ stage: 'compare', loaded: about.bytes, total: about.bytes })
  const { session, forks, walk } = await chooseWalk(started)
  return new CausalModel({ session, forks }, tokenizer, endTokens, { ...about, walk: { ...walk, agreement: { ...walk.agreement, deviceAndWasm } } })
}

/** Logits of a short text, by the way in which the model would be walked: what one device is compared with another by. */
export async function probeModel(
  request: LoadRequest,
  baseUrl: string,
  onProgress: (progress: LoadProgress) => void,
): Promise<readonly Float32Array[]> {
  const started = await startModel(request, baseUrl, onProgress)
  return started.config.kind === 'classifier' ? shortLogits(started) : probeLogits((await chooseWalk(started)).session, started.tokenizer.encode)
}

/** `loadModel` without what asks. */
export async function startModel(
  request: LoadRequest,
  baseUrl: string,
  onProgress: (progress: LoadProgress) => void,
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
  configureRuntime(baseUrl, ref.device, request.threads)
  const graph = await readGraph(reader, path, config, ref.graph === 'rewritten', ref.device)
  checkVocabulary(tokenizer, graph, path)
  const bytes = reader.files.reduce((sum, file) => sum + file.bytes, 0)
  onProgress({ stage: 'start', file: path, loaded: bytes, total: bytes })
  const ends = [...config.endTokens, ...endTokens(generation)]
  const saidByTokenizer = tokenizer.maxLength < unlimited
  return {
    config,
    tokenizer,
    graph,
    session: await createSession(graph.bytes, path, ref.device, graph.mounted, graph.cacheOutputs),
    endTokens: ends,
    about: {
      // what was asked for, so that it is done again: `walk` says what came of it
      ref: { ...ref, files: reader.files },
      contextLength: config.contextSaid || !saidByTokenizer ? Math.min(config.contextLength, tokenizer.maxLength) : tokenizer.maxLength,
      bytes,
      notes: [
        ...(config.contextSaid || saidByTokenizer ? [] : ['contextGuessed' as const]),
        ...(config.kind === 'causal' && ends.length + tokenizer.endTokens.length === 0 ? ['noEndToken' as const] : []),
        // names with their field say which outputs are to be read against each other
        ...(config.multiLabel && !config.outputs.every((name) => name.includes('=')) ? ['multiLabel' as const] : []),
      ],
    },
    path,
  }
}

/** Tokenizers that know no limit say so by a number beyond any model's. */
const unlimited: Tokens = 1e7

/** @throws EngineError where the tokenizer gives tokens that the model has no row for: reading one would fail in the middle of a run. */
function checkVocabulary({ largestToken }: ModelTokenizer, { vocabulary }: ReadGraph, path: string): void {
  if (vocabulary === null || largestToken < vocabulary) return
  throw new EngineError('tokenizerMismatch', `tokenizer.json has tokens up to number ${largestToken}, ${path} ${vocabulary} rows of embeddings`, 'tokenizer.json')
}

/** @returns how far the logits are from those expected, in their standard deviations. @throws EngineError (deviceDisagrees). */
async function compareDevice(
  started: StartedModel,
  expected: readonly Float32Array[],
  onProgress: (progress: LoadProgress) => void,
): Promise<number> {
  const { bytes, ref } = started.about
  onProgress({ stage: 'compare', loaded: bytes, total: bytes })
  const difference = disagreement(expected, await shortLogits(started))
  if (difference <= tolerance(ref.dtype)) return difference
  throw new EngineError('deviceDisagrees', `on ${ref.device} the model’s logits are ${difference.toFixed(2)} standard deviations from those of WASM`)
}

async function shortLogits(started: StartedModel): Promise<readonly Float32Array[]> {
  if (started.config.kind === 'classifier') {
    return classifierOf(started).classify([{ text: '谢谢你今天来看我。', pair: null }, { text: '你可真是个大聪明。', pair: '甲：我把咖啡洒在键盘上了。' }])
  }
  const causal = causalGraph(started)
  return probeLogits(causal.takesBias ? new TreeSession(causal) : new ForkSession(causal), started.tokenizer.encode)
}

function classifierOf({ session, tokenizer, about, path }: StartedModel): Classifier {
  return new Classifier(session, tokenizer, about.contextLength, path)
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
