import { type Attention, type PrefixInputs, setsColumnBehind, writeAttention } from './attentionNodes.ts'
import { GraphBuilder } from './graphBuilder.ts'
import { graphNames, maskName } from './graphNames.ts'
import { GraphUses } from './graphUses.ts'
import { describeMultiHead, multiHeadFault } from './multiHeadAttention.ts'
import { elementTypes, type OnnxModel, type OnnxNode } from './onnxModel.ts'

/** How a node will be written. */
interface Plan {
  readonly attention: Attention
  readonly mask: string
  readonly prefix: PrefixInputs | null
}

/** What of its attention a graph does not say itself. */
export interface AttentionFacts {
  /** Where the graph does not say it (config.json does). */
  readonly headSize: number | undefined
  /** Whether config.json says that some layer sees a window of the text only. */
  readonly windowed: boolean
  /** Whether what texts begin with may become an input of its own, where the graph computes in 32 bits: for WASM, whose tensors lie in memory that we can read. */
  readonly prefixApart: boolean
  /** Why the graph's own masks are not the plain causal one, as was seen when they were run (`maskGraph`); null where they are, or where there are none. */
  readonly maskFault: string | null
}

const grouped = 'GroupQueryAttention'
const multiHead = 'MultiHeadAttention'

/** Whether the graph has attention nodes that `openAttention` knows. */
export function hasAttentionNodes(model: OnnxModel): boolean {
  return model.nodes.some(({ op }) => op === grouped || op === multiHead)
}

/**
 * Replaces every attention node by plain operators that take a mask and positions (`position_ids`) as inputs. All or none: a graph is a
 * tree's only where every layer can be told what to see. Layers that see a window of the text get masks of their own.
 * @returns why not, or null.
 */
export function openAttention(model: OnnxModel, { headSize, windowed, prefixApart: apart, maskFault }: AttentionFacts): string | null {
  const uses = new GraphUses(model.nodes)
  const described = new Map<OnnxNode, Attention>()
  for (const node of model.nodes) {
    if (node.op !== grouped && node.op !== multiHead) continue
    const attention = node.op === grouped ? describe(model, node, headSize) : describeMultiHead(model, uses, node, headSize)
    if (typeof attention === 'string') return attention
    described.set(node, attention)
  }
  const unlike = multiHeadFault(model, [...described.keys()].filter(({ op }) => op === multiHead), windowed, maskFault)
  if (unlike !== null) return unlike
  const found = [...described.values()]
  const elsewhere = model.nodes.find(({ op, inputs }) => op === 'RotaryEmbedding' && !isPosition(inputs[1]!, uses))
  if (elsewhere || (found.some(({ rotary }) => !rotary) && !model.inputs.some(({ name }) => name === 'position_ids'))) {
    return 'positions are computed inside the graph'
  }

  const build = new GraphBuilder(model, 'xw_attention_')
  const masks = new Map<string, string>()
  /** A mask, once for each query head of a key head: those are its rows, one head after another. */
  const mask = (name: string, { type, heads, kvHeads, window }: Attention): string => {
    const group = heads / kvHeads
    const input = maskName(name, window ?? Infinity)
    const key = `${input}_${type}_${group}`
    const known = masks.get(key)
    if (known !== undefined) return known
    const cast = type === elementTypes.float ? input : build.op('Cast', [input], { to: type })
    const made = group === 1 ? cast : build.op('Tile', [cast, build.int64(`tiles_${group}`, [group, 1])])
    masks.set(key, made)
    return made
  }
  const prefixed = apart && found.every(({ type, inputs: { pastKey } }) => type === elementTypes.float && pastKey !== '')
  const inputs = new Map<string, readonly (number | string)[]>()
  const [{ window: anyWindow }] = found as [Attention, ...Attention[]]
  const ones = prefixed ? build.onesFor(maskName(graphNames.mask, anyWindow ?? Infinity)) : ''
  const plans = new Map([...described].map(([node, attention]): [OnnxNode, Plan] => {
    const { inputs: { pastKey, pastValue }, window, kvHeads, size } = attention
    inputs.set(maskName(graphNames.mask, window ?? Infinity), ['sequence_length', 'total_sequence_length'])
    const plan = { attention, mask: mask(graphNames.mask, attention), prefix: null }
    if (!prefixed) return [node, plan]
    const prefix = { key: graphNames.prefix + pastKey, value: graphNames.prefix + pastValue, mask: window === null ? null : mask(graphNames.prefixMask, attention), ones }
    inputs.set(prefix.key, setsColumnBehind(attention) ? [1, kvHeads, graphNames.prefixColumns, size] : [1, kvHeads, graphNames.furtherColumns, size + 1])
    inputs.set(prefix.value, [1, kvHeads, graphNames.furtherColumns, size])
    if (window !== null) inputs.set(maskName(graphNames.prefixMask, window), ['sequence_length', graphNames.prefixColumns])
    return [node, { ...plan, prefix }]
  }))
  for (const node of model.nodes) {
    const plan = plans.get(node)
    if (plan) writeAttention(build, plan.attention, plan.mask, plan.prefix)
    else build.nodes.push(node)
  }
  model.nodes = build.nodes
  for (const [name, dims] of inputs) model.inputs.push({ name, type: elementTypes.float, dims })
  if (!model.inputs.some(({ name }) => name === 'position_ids')) {
    model.inputs.push({ name: 'position_ids', type: elementTypes.int64, dims: ['batch_size', 'sequence_length'] })
  }
  return null
}

/** Whether a value is the graph's position_ids, at most reshaped. */
function isPosition(value: string, uses: GraphUses): boolean {
  if (value === 'position_ids') return true
  const maker = uses.maker(value)
  return maker !== undefined && ['Reshape', 'Cast', 'Unsqueeze', 'Squeeze', 'Identity'].includes(maker.op) && isPosition(maker.inputs[0]!, uses)
}

function describe(model: OnnxModel, node: OnnxNode, headSize: number | undefined): Attention | string {
  const int = (name: string): number => node.attributes.get(name)?.int ?? 0
  const float = (name: string): number => node.attributes.get(name)?.float ?? 0
  const input = (at: number): string => node.inputs[at] ?? ''
  const window = node.attributes.get('local_window_size')?.int ?? -1
  if (int('smooth_softmax') === 1 || input(11) !== '') return 'attention has a sink'
  if (input(10) !== '') return 'attention has a bias of its own'
  if (input(12) !== '' || input(13) !== '' || (node.attributes.get('k_quant_type')?.text ?? 'NONE') !== 'NONE') return 'the cache is quantised'
  if (input(3) === '' || input(4) === '' || node.outputs.length < 3 || node.outputs.includes('')) return 'attention keeps no cache'
  const heads = int('num_heads')
  const kvHeads = int('kv_num_heads')
  if (heads < 1 || kvHeads < 1 || heads % kvHeads !== 0) return `attention has ${heads} heads over ${kvHeads}`
  const cache = model.inputs.find(({ name }) => name === input(3))
  const cos = model.initializers.get(input(7))
  const rotates = int('do_rotary') === 1
  if (rotates && (!cos || input(8) === '')) return 'the rotary tables are computed inside the graph'
  const rotarySize = 2 * (cos?.dims[1] ?? 0)
  const declared = cache?.dims[3]
  const size = typeof declared === 'number' && declared > 0 ? declared : (headSize ?? rotarySize)
  if (!cache || !Number.isInteger(size) || size < 1) return 'the head size is not known'
  if (rotates && rotarySize > size) return 'the rotary tables are wider than a head'
  const [queryNorm, keyNorm] = [input(14), input(15)]
  if ((queryNorm === '') !== (keyNorm === '')) return 'only one of queries and keys is normalised'
  const scale = float('scale')
  return {
    inputs: { query: input(0), key: input(1), value: input(2), pastKey: input(3), pastValue: input(4) },
    byHead: false,
    outputs: { result: node.outputs[0]!, presentKey: node.outputs[1]!, presentValue: node.outputs[2]! },
    heads,
    kvHeads,
    size,
    scale: scale === 0 ? size ** -0.5 : scale,
    softcap: float('softcap'),
    window: window < 0 ? null : window,
    rotary: rotates ? { cos: input(7), sin: input(8), size: rotarySize, interleaved: int('rotary_interleaved') } : null,
    norms: queryNorm === '' ? null : { query: queryNorm, key: keyNorm, epsilon: node.attributes.get('qk_norm_epsilon')?.float ?? 1e-6 },
    type: cache.type,
  }
}
