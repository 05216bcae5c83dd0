import { EngineError } from './engine.ts'
import { graphNames, maskWindows } from './graph/graphNames.ts'
import type { ModelConfig } from './modelConfig.ts'
import { type KeyValues, makePrefix, type Prefix, type PrefixInput, prefixInputs } from './prefixCache.ts'
import { type Session as OrtSession, Tensor } from './runtime.ts'

export interface Forward {
  readonly tokens: readonly number[]
  /** Of each token in the text, counted from 0. */
  readonly positions: readonly number[]
  /** Where the graph has a place for it; every token sees all of it, but for layers with a window. */
  readonly prefix: Prefix | null
  /** What stands behind the prefix. */
  readonly past: KeyValues
  readonly pastLength: number
  /** The tokens after which logits are wanted, ascending. */
  readonly rows: readonly number[]
  /** The tokens whose logits are wanted; null: the whole vocabulary's. */
  readonly options: readonly number[] | null
  /** Whether keys and values are wanted. */
  readonly cache: boolean
  /**
   * For a rewritten graph: what each token may see of what stands behind the prefix, `tokens x (pastLength + tokens)`, 0 where it may and very
   * low where not; of layers with a window only what stands in it.
   */
  readonly bias?: (window: number) => Float32Array
  /** The same of the prefix, `tokens x prefix.length`, for layers with a window. */
  readonly prefixBias?: (window: number) => Float32Array
}

export interface ForwardResult {
  /** Of the rows wanted, in order; a column for each of the options, or for each token of the vocabulary. */
  readonly logits: readonly Float32Array[]
  /** Of past and tokens, without the prefix. Empty unless asked for. */
  readonly cache: KeyValues
}

/** A causal model's graph, whatever its inputs are called and whether it has them: the one place that feeds it. */
export class CausalGraph {
  readonly #session: OrtSession
  readonly #inputs: ReadonlySet<string>
  readonly #firstPosition: number
  readonly #present: ReadonlyMap<string, string>
  /** A past of no tokens. */
  readonly nothing: KeyValues
  readonly takesBias: boolean
  /** Whether what texts begin with can be given apart from the cache. */
  readonly takesPrefix: boolean
  /** Inputs that say what a token sees, each with the window of its layers. */
  readonly #masks: ReadonlyMap<string, number>
  readonly #prefixMasks: ReadonlyMap<string, number>
  readonly #prefixInputs: readonly PrefixInput[]
  readonly #noPrefix: Prefix

  /** @param positionsAdded the rewrite made positions an input. @throws EngineError for a graph that has no cache we know, or inputs we cannot fill. */
  constructor(session: OrtSession, config: ModelConfig, path: string, positionsAdded: boolean) {
    this.#session = session
    this.#inputs = new Set(session.inputNames)
    // Gemma 3 and its kin count from 1, as transformers.js feeds them
    this.#firstPosition = !positionsAdded && ['paligemma', 'gemma3_text', 'gemma3'].includes(config.modelType) ? 1 : 0
    this.#present = new Map(session.outputNames.flatMap((name) => (name.startsWith('present') ? [[name, pastName(name, this.#inputs)] as const] : [])))
    this.nothing = this.#emptyCache(config)
    this.#masks = maskWindows(session.inputNames, graphNames.mask)
    this.#prefixMasks = maskWindows(session.inputNames, graphNames.prefixMask)
    this.takesBias = this.#masks.size > 0
    this.#prefixInputs = prefixInputs(session)
    this.takesPrefix = this.#prefixInputs.length > 0
    this.#noPrefix = makePrefix(this.nothing, 0, this.#prefixInputs)
    const ours = new Set([...known, ...Object.keys(this.nothing), ...this.#masks.keys(), ...this.#prefixMasks.keys(), ...this.#prefixInputs.map(({ name }) => name)])
    const unknown = session.inputNames.filter((name) => !ours.has(name))
    if (unknown.length > 0 || !this.#inputs.has('input_ids')) {
      throw new EngineError('unsupportedArchitecture', `${path} wants inputs that we do not know: ${unknown.join(', ')}`, path)
    }
    if (!session.outputNames.includes('logits')) {
      const others = session.outputNames.filter((name) => !name.startsWith('present'))
      throw new EngineError('wrongOutputs', `${path} gives ${others.join(', ') || 'a cache alone'}`, path)
    }
    if (this.#present.size === 0 || [...this.#present.values()].some((name) => !(name in this.nothing))) {
      throw new EngineError('unsupportedArchitecture', `${path} has no cache of keys and values (export it with past)`, path)
    }
  }

  /** A cache as a prefix, for a graph that takes one. */
  prefixOf(cache: KeyValues, length: number): Prefix {
    return makePrefix(cache, length, this.#prefixInputs)
  }

  async run({ tokens, positions, prefix: given, past, pastLength, rows, options, cache, bias, prefixBias }: Forward): Promise<ForwardResult> {
    const count = tokens.length
    const prefix = given ?? this.#noPrefix
    const behind = pastLength + count
    const total = prefix.length + behind
    const picks = this.#inputs.has(graphNames.options)
    const picked = picks ? options : null
    const feeds: Record<string, Tensor> = { ...past, ...prefix.keyValues, input_ids: int64(tokens, [1, count]) }
    if (this.#inputs.has('attention_mask')) {
      feeds['attention_mask'] = new Tensor('int64', new BigInt64Array(total).fill(1n), [1, total])
    }
    if (this.#inputs.has('position_ids')) {
      feeds['position_ids'] = int64(positions.map((position) => position + this.#firstPosition), [1, count])
    }
    // what the graph computes of all rows: those from the first wanted one on, where it can be told so
    const first = this.#inputs.has('num_logits_to_keep') ? (rows[0] ?? count - 1) : 0
    if (this.#inputs.has('num_logits_to_keep')) feeds['num_logits_to_keep'] = int64([count - first], [])
    const kept = rows.map((row) => row - first)
    const picksRows = this.#inputs.has(graphNames.rows)
    if (picksRows) feeds[graphNames.rows] = rows.length > 0 ? int64(kept, [kept.length]) : int64([0], [1])
    if (picks) {
      const columns = picked?.length ? picked : [0]
      feeds[graphNames.options] = int64(columns, [columns.length])
      // the runtime computes every output, asked for or not: without rows the vocabulary's costs nothing
      feeds[graphNames.wholeFrom] = int64([rows.length > 0 && picked === null ? 0 : Math.max(rows.length, 1)], [1])
    }
    if (this.#inputs.has('use_cache_branch')) feeds['use_cache_branch'] = new Tensor('bool', Uint8Array.of(total > count ? 1 : 0), [1])
    for (const [name, window] of this.#masks) if (bias) feeds[name] = new Tensor('float32', bias(window), [count, behind])
    for (const [name, window] of this.#prefixMasks) {
      const seen = given && prefixBias ? prefixBias(window) : new Float32Array(0)
      feeds[name] = new Tensor('float32', seen, [count, seen.length / count])
    }
    const asked = picked ? graphNames.optionLogits : 'logits'
    const wanted = [...(rows.length > 0 ? [asked] : []), ...(cache ? this.#present.keys() : [])]
    const results = await this.#session.run(feeds, wanted.length > 0 ? wanted : ['logits'])
    const outputs: Record<string, Tensor> = {}
    for (const [name, value] of Object.entries(results)) {
      const renamed = this.#present.get(name)
      if (renamed !== undefined) outputs[renamed] = value
    }
    const logits = results[asked]
    const table = rows.length > 0 && logits ? tableRows(await toFloats(logits), logits.dims.at(-1)!) : []
    const found = picksRows ? table : kept.map((row) => table[row]!)
    return { logits: picked || !options ? found : found.map((row) => Float32Array.from(options, (token) => row[token]!)), cache: outputs }
  }

  #emptyCache(config: ModelConfig): KeyValues {
    const cache: Record<string, Tensor> = {}
    for (const meta of this.#session.inputMetadata) {
      if (!meta.isTensor || !meta.name.startsWith('past')) continue
      const dims = meta.shape.map((dim, axis) => {
        if (axis === 0) return 1
        if (meta.shape.length === 4 && axis === 2) return 0
        if (typeof dim === 'number') return dim
        return axis === 1 ? (config.kvHeads ?? 0) : (config.headSize ?? 0)
      })
      if (meta.shape.length !== 4) {
        throw new EngineError('unsupportedArchitecture', `the graph's cache ${meta.name} has ${meta.shape.length} axes instead of 4`)
      }
      cache[meta.name] = emptyTensor(meta.type, dims)
    }
    return cache
  }
}

const known = new Set(['input_ids', 'attention_mask', 'position_ids', 'num_logits_to_keep', 'use_cache_branch', graphNames.rows, graphNames.options, graphNames.wholeFrom])

/** The input that an output of the cache comes back as: today's exports say present.0.key and past_key_values.0.key, others present_key_0 and past_key_0. */
function pastName(present: string, inputs: ReadonlySet<string>): string {
  const names = [present.replace(/^present/, 'past'), present.replace(/^present/, 'past_key_values')]
  return names.find((name) => inputs.has(name)) ?? names[0]!
}

function emptyTensor(type: Tensor['type'], dims: readonly number[]): Tensor {
  if (type === 'float16') return new Tensor('float16', new Half(0), dims)
  if (type === 'float32') return new Tensor('float32', new Float32Array(0), dims)
  throw new EngineError('unsupportedArchitecture', `the graph keeps its cache in ${type}`)
}

/** The runtime wants 16-bit floats in whatever array the browser has for them. */
const Half: typeof Uint16Array = (globalThis as { Float16Array?: typeof Uint16Array }).Float16Array ?? Uint16Array

function int64(values: readonly number[], dims: readonly number[]): Tensor {
  return new Tensor('int64', BigInt64Array.from(values, (value) => BigInt(value)), dims)
}

/** A tensor's numbers, whichever device and width they are in. @throws EngineError for what is not a float. */
export async function toFloats(tensor: Tensor): Promise<Float32Array> {
  const data = await tensor.getData(true)
  if (data instanceof Float32Array) return data
  if (data instanceof Uint16Array) return Float32Array.from(data, halfToFloat)
  if (tensor.type === 'float16') return Float32Array.from(data as Iterable<number>)
  throw new EngineError('unsupportedArchitecture', `the model answers in ${tensor.type}`)
}

function halfToFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 0x1f
  const fraction = bits & 0x3ff
  if (exponent === 0) return sign * fraction * 2 ** -24
  if (exponent === 31) return fraction ? NaN : sign * Infinity
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}

function tableRows(data: Float32Array, width: number): readonly Float32Array[] {
  return Array.from({ length: data.length / width }, (_, row) => data.subarray(row * width, (row + 1) * width))
}
