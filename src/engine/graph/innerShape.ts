import type { GraphBuilder } from './graphBuilder.ts'
import type { GraphUses } from './graphUses.ts'
import type { OnnxModel, OnnxNode } from './onnxModel.ts'

/** Input of a cut graph: how many tokens the cache holds. */
export const pastLengthInput = 'xw_past_length'

/** Nodes whose result is as large as what they read, broadcast aside. */
const keepsShape = new Set([
  'Add', 'Cast', 'DequantizeLinear', 'Div', 'Identity', 'LayerNormalization', 'Mul', 'Pow', 'RMSNormalization', 'RotaryEmbedding', 'SimplifiedLayerNormalization', 'SkipLayerNormalization',
  'SkipSimplifiedLayerNormalization', 'Softmax', 'Sub',
])

/** What a cut graph needs to know of the whole one. */
export interface InnerShapes {
  readonly model: OnnxModel
  readonly uses: GraphUses
  readonly build: GraphBuilder
  /** Whether a value's numbers follow from the text; of all others the shape can be asked. */
  isTextual(value: string): boolean
  /** Takes a value that does not into the cut graph, with all that it needs. */
  take(value: string): void
}

/**
 * Writes how large a value would be without computing it: embeddings, products with weights and caches are left out of a cut graph, and its masks ask for
 * their sizes. @returns the name of a list of int64. @throws CutError where that does not follow from nodes that we know.
 */
export function innerShape(value: string, shapes: InnerShapes): string {
  const { model, uses, build } = shapes
  if (!shapes.isTextual(value)) {
    shapes.take(value)
    return build.op('Shape', [value])
  }
  const input = model.inputs.find(({ name }) => name === value)
  if (input) return value.startsWith('past') ? cacheShape(input.dims, shapes, false) : build.op('Shape', [value])
  const maker = uses.maker(value)
  if (!maker) throw new CutError(`nothing makes ${value}`)
  const [first = '', second = ''] = maker.inputs
  const weight = model.initializers.get(second)
  const table = maker.op === 'Gather' && (maker.attributes.get('axis')?.int ?? 0) === 0 ? tableDims(first, model, uses) : undefined
  if (table?.length === 2) return joined([innerShape(second, shapes), build.int64(`width_${first}`, [table[1]!])], build)
  if (maker.op === 'GatherBlockQuantized') {
    const [, blocks] = model.initializers.get(maker.inputs[2] ?? '')?.dims ?? []
    if (blocks !== undefined) return joined([innerShape(second, shapes), build.int64(`width_${first}`, [blocks * (maker.attributes.get('block_size')?.int ?? 128)])], build)
  }
  if (maker.op === 'Concat') {
    const past = model.inputs.find(({ name }) => name.startsWith('past') && maker.inputs.includes(name))
    const axis = maker.attributes.get('axis')?.int ?? 0
    if (past && (axis === 2 || axis === -2)) return cacheShape(past.dims, shapes, maker.inputs.length > 1)
  }
  if (['MatMul', 'MatMulInteger'].includes(maker.op) && weight?.dims.length === 2) return withWidth(innerShape(first, shapes), weight.dims[1]!, value, build)
  if (maker.op === 'MatMulNBits') return withWidth(innerShape(first, shapes), maker.attributes.get('N')!.int, value, build)
  if (maker.op === 'Transpose') return build.op('Gather', [innerShape(first, shapes), build.int64(`order_${value}`, maker.attributes.get('perm')!.ints)])
  if (keepsShape.has(maker.op)) return innerShape(widest(maker, shapes), shapes)
  if (['Reshape', 'Squeeze', 'Unsqueeze'].includes(maker.op) && !shapes.isTextual(second)) {
    if (second !== '') shapes.take(second)
    const [made] = build.repeat(maker, [build.op('ConstantOfShape', [innerShape(first, shapes)]), ...maker.inputs.slice(1)])
    return build.op('Shape', [made!])
  }
  throw new CutError(`the size of ${value} follows from a ${maker.op}`)
}

/** Rows and numbers of a weight, however it is kept: turned, or in fewer bits. undefined for what is none. */
export function tableDims(value: string, model: OnnxModel, uses: GraphUses): readonly number[] | undefined {
  const weight = model.initializers.get(value)
  const maker = uses.maker(value)
  if (weight || !maker) return weight?.dims
  const dims = ['Transpose', 'DequantizeLinear', 'Cast', 'Identity'].includes(maker.op) ? tableDims(maker.inputs[0]!, model, uses) : undefined
  return maker.op === 'Transpose' ? maker.attributes.get('perm')?.ints.map((axis) => dims?.[axis] ?? 0) ?? dims?.toReversed() : dims
}

/** Why a part of a graph cannot be run without the rest. */
export class CutError extends Error {}

/** The input that is as large as the result: that of the text's own states, not a factor or a table. */
function widest({ inputs }: OnnxNode, shapes: InnerShapes): string {
  return inputs.find((input) => shapes.isTextual(input)) ?? inputs[0]!
}

/** @param grown whether the forward's own tokens stand behind those of the cache. */
function cacheShape(dims: readonly (number | string)[], { build }: InnerShapes, grown: boolean): string {
  if (dims.length !== 4) throw new CutError(`a cache has ${dims.length} axes instead of 4`)
  const rows = build.op('Gather', [build.op('Shape', ['input_ids']), build.int64('second', [1])])
  const length = grown ? build.op('Add', [pastLengthInput, rows]) : pastLengthInput
  const [heads, size] = [dims[1], dims[3]].map((dim) => (typeof dim === 'number' ? dim : 1))
  return joined([build.int64(`heads_${heads}`, [1, heads!]), length, build.int64(`size_${size}`, [size!])], build)
}

function withWidth(shape: string, width: number, of: string, build: GraphBuilder): string {
  const before = build.op('Slice', [shape, build.int64('zero', [0]), build.int64('last', [-1])])
  return joined([before, build.int64(`width_${of}`, [width])], build)
}

function joined(parts: readonly string[], build: GraphBuilder): string {
  return build.op('Concat', parts, { axis: 0 })
}
