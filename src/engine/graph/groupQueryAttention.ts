import { GraphBuilder } from './graphBuilder.ts'
import { GraphUses } from './graphUses.ts'
import { elementTypes, type OnnxModel, type OnnxNode } from './onnxModel.ts'

/** What a node's attention is, read off its attributes and inputs. */
interface Attention {
  readonly node: OnnxNode
  readonly heads: number
  readonly kvHeads: number
  readonly size: number
  readonly scale: number
  readonly softcap: number
  /** How many tokens a token sees, its own included; null: all. */
  readonly window: number | null
  readonly rotary: { readonly cos: string; readonly sin: string; readonly size: number; readonly interleaved: number } | null
  readonly norms: { readonly query: string; readonly key: string; readonly epsilon: number } | null
  /** Element type of the cache, and so of the computation. */
  readonly type: number
}

export const attentionOp = 'GroupQueryAttention'

/**
 * Replaces every GroupQueryAttention by plain operators that take a mask (`tree_bias`) and positions (`position_ids`) as inputs. All or
 * none: a graph is a tree's only where every layer can be told what to see. Layers that see a window of the text get a mask of their own,
 * `tree_bias_<tokens in it>`.
 * @param headSize where the graph itself does not say it. @returns why not, or null.
 */
export function openAttention(model: OnnxModel, headSize: number | undefined): string | null {
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
  const mask = ({ type, heads, kvHeads, window }: Attention): string => {
    const group = heads / kvHeads
    const input = biasInput(window)
    const key = `${input}_${type}_${group}`
    const known = masks.get(key)
    if (known !== undefined) return known
    const cast = type === elementTypes.float ? input : build.op('Cast', [input], { to: type })
    // the rows of one key head are its query heads one after another, so the mask repeats once a query head
    const made = group === 1 ? cast : build.op('Tile', [cast, build.int64(`tiles_${group}`, [group, 1])])
    masks.set(key, made)
    return made
  }
  for (const attention of found) mask(attention)
  const byNode = new Map(found.map((attention) => [attention.node, attention]))
  for (const node of model.nodes) {
    const attention = byNode.get(node)
    if (attention) write(build, attention, mask(attention))
    else build.nodes.push(node)
  }
  model.nodes = build.nodes
  for (const name of new Set(found.map(({ window }) => biasInput(window)))) {
    model.inputs.push({ name, type: elementTypes.float, dims: ['sequence_length', 'total_sequence_length'] })
  }
  if (!model.inputs.some(({ name }) => name === 'position_ids')) {
    model.inputs.push({ name: 'position_ids', type: elementTypes.int64, dims: ['batch_size', 'sequence_length'] })
  }
  return null
}

/** The input that says what a layer's tokens see. */
function biasInput(window: number | null): string {
  return window === null ? 'tree_bias' : `tree_bias_${window}`
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

function write(build: GraphBuilder, attention: Attention, mask: string): void {
  const { node, heads, kvHeads, size, rotary, norms, type } = attention
  const [result, presentKey, presentValue] = node.outputs as [string, string, string]
  const shape = `${heads}_${kvHeads}_${size}`
  const packed = (node.inputs[1] ?? '') === ''
  const [query, key, value] = packed
    ? build.outputs('Split', [node.inputs[0]!, build.int64(`split_${shape}`, [heads * size, kvHeads * size, kvHeads * size])], 3, { axis: 2 })
    : node.inputs
  const headed = (input: string, count: number): string =>
    build.op('Transpose', [build.op('Reshape', [input, build.int64(`by_${count}_${size}`, [0, -1, count, size])])], { perm: [0, 2, 1, 3] })
  const normed = (input: string, weight: string | undefined): string =>
    weight === undefined
      ? input
      : build.op('SimplifiedLayerNormalization', [input, weight], { axis: -1, stash_type: 1, epsilon: { float: norms!.epsilon } })
  const rotated = (input: string, count: number): string => {
    if (!rotary) return input
    const partial = rotary.size < size ? { num_heads: count, rotary_embedding_dim: rotary.size } : {}
    return build.contrib('RotaryEmbedding', [input, 'position_ids', rotary.cos, rotary.sin], { interleaved: rotary.interleaved, ...partial })
  }
  const queries = rotated(normed(headed(query!, heads), norms?.query), heads)
  const keys = rotated(normed(headed(key!, kvHeads), norms?.key), kvHeads)
  build.op('Concat', [node.inputs[3]!, keys], { axis: 2 }, presentKey)
  build.op('Concat', [node.inputs[4]!, headed(value!, kvHeads)], { axis: 2 }, presentValue)

  const factor = build.float(`scale_${attention.scale}_${type}`, attention.scale, type)
  const rows = build.op('Reshape', [build.op('Mul', [queries, factor]), build.int64(`rows_${kvHeads}_${size}`, [0, kvHeads, -1, size])])
  let scores = build.op('MatMul', [rows, build.op('Transpose', [presentKey], { perm: [0, 1, 3, 2] })])
  if (attention.softcap > 0) {
    const cap = build.float(`softcap_${attention.softcap}_${type}`, attention.softcap, type)
    scores = build.op('Mul', [build.op('Tanh', [build.op('Div', [scores, cap])]), cap])
  }
  const weights = build.op('Softmax', [build.op('Add', [scores, mask])], { axis: -1 })
  const mixed = build.op('Reshape', [build.op('MatMul', [weights, presentValue]), build.int64(`by_head_${heads}_${size}`, [0, heads, -1, size])])
  const merged = build.int64(`merged_${heads * size}`, [0, -1, heads * size])
  build.op('Reshape', [build.op('Transpose', [mixed], { perm: [0, 2, 1, 3] }), merged], {}, result)
}
