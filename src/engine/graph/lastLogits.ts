import { GraphBuilder } from './graphBuilder.ts'
import { GraphUses } from './graphUses.ts'
import { elementTypes, type OnnxModel, type OnnxNode } from './onnxModel.ts'

const keep = 'num_logits_to_keep'

/** What may stand between the output head and the logits: row by row each. */
const rowwise = new Set(['Cast', 'Identity', 'Mul', 'Add', 'Div', 'Tanh'])
const heads = new Set(['MatMul', 'MatMulNBits', 'MatMulInteger', 'FusedMatMul'])

/**
 * Adds the input `num_logits_to_keep` (rows from the end; 0: all) in front of the output head, where the graph has none: whole logits are
 * rows x vocabulary. To be called before the quantised products are rewritten.
 * @returns why not, or null.
 */
export function keepLastLogits(model: OnnxModel): string | null {
  if (model.inputs.some(({ name }) => name === keep)) return null
  const uses = new GraphUses(model.nodes)
  const head = outputHead(model, uses, 'logits')
  if (!head) return 'the output head is not a product with a weight'
  const quantiser = head.op === 'MatMulInteger' ? uses.maker(head.inputs[0]!) : undefined
  if (head.op === 'MatMulInteger' && quantiser?.op !== 'DynamicQuantizeLinear') return 'the output head is quantised in a way that we do not know'
  if (quantiser && uses.readers(quantiser.outputs[0]!).some((reader) => reader !== head)) return 'the output head shares its input'
  const reader = quantiser ?? head
  const build = new GraphBuilder(model, 'xw_keep_')
  const from = build.op('Reshape', [build.op('Neg', [keep]), build.int64('one', [1])])
  const kept = build.op('Slice', [reader.inputs[0]!, from, build.int64('end', [Number.MAX_SAFE_INTEGER]), build.int64('rows', [1])])
  reader.inputs[0] = kept
  model.nodes.splice(model.nodes.indexOf(reader), 0, ...build.nodes)
  model.inputs.push({ name: keep, type: elementTypes.int64, dims: [] })
  return null
}

function outputHead(model: OnnxModel, uses: GraphUses, value: string, depth = 0): OnnxNode | undefined {
  const node = uses.maker(value)
  if (!node || depth > 8) return undefined
  if (heads.has(node.op)) return model.initializers.has(node.inputs[1]!) || weightLike(model, uses, node.inputs[1]!) ? node : undefined
  if (!rowwise.has(node.op)) return undefined
  for (const input of node.inputs) {
    const found = model.initializers.has(input) ? undefined : outputHead(model, uses, input, depth + 1)
    if (found) return found
  }
  return undefined
}

/** A weight that passes through a Transpose or a Cast first, as tied embeddings do. */
function weightLike(model: OnnxModel, uses: GraphUses, value: string): boolean {
  const node = uses.maker(value)
  return node !== undefined && ['Transpose', 'Cast', 'Identity', 'DequantizeLinear'].includes(node.op) && model.initializers.has(node.inputs[0]!)
}
