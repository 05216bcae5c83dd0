import type { Attention } from './attentionNodes.ts'
import type { GraphUses } from './graphUses.ts'
import { constantShape, type OnnxModel, type OnnxNode } from './onnxModel.ts'
import { cacheLayers } from './plainAttention.ts'

/** What a MultiHeadAttention computes: every head has keys of its own, and the scores' mask is an input (`attention_bias`). @returns why it cannot be opened instead. */
export function describeMultiHead(model: OnnxModel, uses: GraphUses, node: OnnxNode, headSize: number | undefined): Attention | string {
  const input = (at: number): string => node.inputs[at] ?? ''
  if (input(3) !== '' || input(4) !== '' || (node.attributes.get('unidirectional')?.int ?? 0) !== 0) return 'MultiHeadAttention has a bias, a padding or a causal mask of its own'
  if (input(5) === '') return 'MultiHeadAttention has no mask'
  if (node.inputs.slice(8).some((name) => name !== '')) return 'MultiHeadAttention keeps its cache in a way that we do not know'
  const [queryAxes, keyAxes, valueAxes] = [0, 1, 2].map((at) => axesOf(input(at), model, uses))
  if (queryAxes !== 3 || (keyAxes !== 3 && keyAxes !== 4) || keyAxes !== valueAxes) return 'MultiHeadAttention reads queries, keys or values in a form that we do not know'
  const [pastKey, pastValue] = [input(6), input(7)]
  const [result = '', presentKey = '', presentValue = '', scores = ''] = node.outputs
  const pasts = model.inputs.filter(({ name }) => (pastKey === '' ? name.startsWith('past') : name === pastKey))
  const [cache] = pasts
  if (!cache || (pastKey === '') !== (pastValue === '') || (pastKey === '') !== (presentKey === '') || (pastKey === '') !== (presentValue === '') || scores !== '') {
    return 'MultiHeadAttention keeps its cache in a way that we do not know'
  }
  const heads = node.attributes.get('num_heads')?.int ?? 0
  const declared = cache.dims[3]
  const size = typeof declared === 'number' && declared > 0 ? declared : headSize
  if (size === undefined || !Number.isInteger(size) || heads < 1) return 'the head size is not known'
  const scale = node.attributes.get('scale')?.float ?? 0
  return {
    inputs: { query: input(0), key: input(1), value: input(2), pastKey, pastValue },
    byHead: keyAxes === 4,
    outputs: { result, presentKey, presentValue },
    heads,
    kvHeads: heads,
    size,
    scale: scale === 0 ? size ** -0.5 : scale,
    softcap: 0,
    window: null,
    rotary: null,
    norms: null,
    type: cache.type,
  }
}

/** @param maskFault what was seen when the masks were run: why they are not the plain causal one. @returns why such nodes cannot be opened, or null. */
export function multiHeadFault(model: OnnxModel, nodes: readonly OnnxNode[], windowed: boolean, maskFault: string | null): string | null {
  if (nodes.length === 0) return null
  if (windowed) return 'attention sees a window of the text only'
  const layers = cacheLayers(model)
  return nodes.length === layers ? maskFault : `${nodes.length} masks for ${layers} layers`
}

/** How many axes a value has, as far as the nodes before it tell; 0 where they do not. A graph does not have to say it. */
function axesOf(value: string, model: OnnxModel, uses: GraphUses): number {
  const known = model.inputs.find(({ name }) => name === value)
  if (known) return known.dims.length
  const maker = uses.maker(value)
  if (!maker) return 0
  if (maker.op === 'Transpose') return maker.attributes.get('perm')?.ints.length ?? 0
  if (maker.op === 'Reshape') return lengthOf(maker.inputs[1]!, model, uses)
  // a product with a weight of two axes: (batch, tokens, numbers)
  if (maker.op === 'MatMulNBits' || (maker.op === 'MatMul' && model.initializers.get(maker.inputs[1]!)?.dims.length === 2)) return 3
  if (!['Add', 'Mul', 'Cast', 'Concat', 'RotaryEmbedding'].includes(maker.op)) return 0
  return Math.max(...maker.inputs.map((input) => axesOf(input, model, uses)))
}

/** How many numbers a shape has, written down or put together inside the graph. */
function lengthOf(shape: string, model: OnnxModel, uses: GraphUses): number {
  const maker = uses.maker(shape)
  if (maker?.op === 'Constant') return constantShape(maker)?.dims[0] ?? 0
  return model.initializers.get(shape)?.dims[0] ?? (maker?.op === 'Concat' ? maker.inputs.length : 0)
}
