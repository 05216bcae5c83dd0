import { EngineError } from './engine.ts'
import type { ModelConfig } from './modelConfig.ts'
import { type Session as OrtSession, Tensor } from './runtime.ts'

/** Keys and values by the graph's input names. */
export type KeyValues = Readonly<Record<string, Tensor>>

export interface Forward {
  readonly tokens: readonly number[]
  /** Of each token in the text, counted from 0. */
  readonly positions: readonly number[]
  readonly past: KeyValues
  readonly pastLength: number
  /** Rows of logits wanted, from the end; 0: none. */
  readonly keep: number
  /** Whether keys and values are wanted. */
  readonly cache: boolean
  /**
   * For a rewritten graph: what each token may see, `tokens x (pastLength + tokens)`, 0 where it may and very low where not; of layers with
   * a window only what stands in it.
   */
  readonly bias?: (window: number) => Float32Array
}

export interface ForwardResult {
  /** `keep` rows, in token order. */
  readonly logits: readonly Float32Array[]
  /** Empty unless asked for. */
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
  /** Inputs that say what a token sees, each with the window of its layers. */
  readonly #biases: ReadonlyMap<string, number>

  /** @param positionsAdded the rewrite made positions an input. @throws EngineError for a graph that has no cache we know, or inputs we cannot fill. */
  constructor(session: OrtSession, config: ModelConfig, path: string, positionsAdded: boolean) {
    this.#session = session
    this.#inputs = new Set(session.inputNames)
    // Gemma 3 and its kin count from 1, as transformers.js feeds them
    this.#firstPosition = !positionsAdded && ['paligemma', 'gemma3_text', 'gemma3'].includes(config.modelType) ? 1 : 0
    this.#present = new Map(session.outputNames.flatMap((name) => (name.startsWith('present') ? [[name, pastName(name)] as const] : [])))
    this.nothing = this.#emptyCache(config)
    this.#biases = new Map(session.inputNames.flatMap((name) => {
      const bias = /^tree_bias(?:_(\d+))?$/.exec(name)
      return bias ? [[name, bias[1] === undefined ? Infinity : Number(bias[1])] as const] : []
    }))
    this.takesBias = this.#biases.size > 0
    const unknown = session.inputNames.filter((name) => !known.has(name) && !(name in this.nothing) && !this.#biases.has(name))
    if (unknown.length > 0 || !this.#inputs.has('input_ids')) {
      throw new EngineError('unsupportedArchitecture', `${path} wants inputs that we do not know: ${unknown.join(', ')}`, path)
    }
    if (this.#present.size === 0 || [...this.#present.values()].some((name) => !(name in this.nothing))) {
      throw new EngineError('unsupportedArchitecture', `${path} has no cache of keys and values (export it with past)`, path)
    }
  }

  async run({ tokens, positions, past, pastLength, keep, cache, bias }: Forward): Promise<ForwardResult> {
    const count = tokens.length
    const total = pastLength + count
    const feeds: Record<string, Tensor> = { ...past, input_ids: int64(tokens, [1, count]) }
    if (this.#inputs.has('attention_mask')) {
      feeds['attention_mask'] = new Tensor('int64', new BigInt64Array(total).fill(1n), [1, total])
    }
    if (this.#inputs.has('position_ids')) {
      feeds['position_ids'] = int64(positions.map((position) => position + this.#firstPosition), [1, count])
    }
    if (this.#inputs.has('num_logits_to_keep')) feeds['num_logits_to_keep'] = int64([Math.max(keep, 1)], [])
    if (this.#inputs.has('use_cache_branch')) feeds['use_cache_branch'] = new Tensor('bool', Uint8Array.of(pastLength > 0 ? 1 : 0), [1])
    for (const [name, window] of this.#biases) if (bias) feeds[name] = new Tensor('float32', bias(window), [count, total])
    const wanted = [...(keep > 0 ? ['logits'] : []), ...(cache ? this.#present.keys() : [])]
    const results = await this.#session.run(feeds, wanted.length > 0 ? wanted : ['logits'])
    const outputs: Record<string, Tensor> = {}
    for (const [name, value] of Object.entries(results)) {
      const renamed = this.#present.get(name)
      if (renamed !== undefined) outputs[renamed] = value
    }
    const logits = results['logits']
    return { logits: keep > 0 && logits ? lastRows(await toFloats(logits), logits.dims, keep) : [], cache: outputs }
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

const known = new Set(['input_ids', 'attention_mask', 'position_ids', 'num_logits_to_keep', 'use_cache_branch'])

function pastName(present: string): string {
  // today's exports say present.0.key, some older ones present_key_values.0.key
  return present.replace(/^present_key_values/, 'past_key_values').replace(/^present(?=[._])/, 'past_key_values')
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

function lastRows(data: Float32Array, dims: readonly number[], keep: number): readonly Float32Array[] {
  const width = dims.at(-1)!
  const rows = data.length / width
  return Array.from({ length: keep }, (_, at) => data.subarray((rows - keep + at) * width, (rows - keep + at + 1) * width))
}
