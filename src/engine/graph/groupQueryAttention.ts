import { type Attention, type PrefixInputs, writeAttention } from './attentionNodes.ts'
import { GraphBuilder } from './graphBuilder.ts'
import { graphNames, maskName } from './graphNames.ts'
import { GraphUses } from './graphUses.ts'
import { elementTypes, type OnnxModel, type OnnxNode } from './onnxModel.ts'

/** How a node will be written. */
interface Plan {
  readonly attention: Attention
  readonly mask: string
  readonly prefix: PrefixInputs | null
}

export const attentionOp = 'GroupQueryAttention'

/**
 * Replaces every GroupQueryAttention by plain operators that take a mask and positions (`position_ids`) as inputs. All or none: a graph is a
 * tree's only where every layer can be told what to see. Layers that see a window of the text get masks of their own.
 * @param headSize where the graph itself does not say it. @param apart what texts begin with becomes an input beside the cache, where the graph
 * computes in 32 bits. @returns why not, or null.
 */
export function openAttention(model: OnnxModel, headSize: number | undefined, apart: boolean): string | null {
  const uses = new GraphUses(model.nodes)
  const found: Attention[] = []
  for (const node of model.nodes) {
    if (node.op !== attentionOp) continue
    const attention = describe(model, node, headSize)
    if (typeof attention === 'string') return attention
    found.push(attention)
  }
  if (found.length === 0) return 'there is no GroupQueryAttention'
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
  const prefixed = apart && found.every(({ type }) => type === elementTypes.float)
  const inputs = new Map<string, readonly (number | string)[]>()
  const [{ window: anyWindow }] = found as [Attention, ...Attention[]]
  const ones = prefixed ? build.onesFor(maskName(graphNames.mask, anyWindow ?? Infinity)) : ''
  const plans = new Map(found.map((attention): [OnnxNode, Plan] => {
    const { node, window, kvHeads, size, softcap } = attention
    const [pastKey, pastValue] = [node.inputs[3]!, node.inputs[4]!]
    inputs.set(maskName(graphNames.mask, window ?? Infinity), ['sequence_length', 'total_sequence_length'])
    const plan = { attention, mask: mask(graphNames.mask, attention), prefix: null }
    if (!prefixed) return [node, plan]
    // a capped score cannot be hidden by its key
    const masked = window !== null || softcap > 0
    const prefix = { key: graphNames.prefix + pastKey, value: graphNames.prefix + pastValue, mask: masked ? mask(graphNames.prefixMask, attention) : null, ones }
    inputs.set(prefix.key, [1, kvHeads, 'prefix_length', size + 1])
    inputs.set(prefix.value, [1, kvHeads, 'prefix_length', size])
    if (masked) inputs.set(maskName(graphNames.prefixMask, window ?? Infinity), ['sequence_length', 'prefix_length'])
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
    node,
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
