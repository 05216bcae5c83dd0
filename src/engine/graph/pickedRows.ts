import { GraphBuilder } from './graphBuilder.ts'
import { graphNames } from './graphNames.ts'
import { GraphUses } from './graphUses.ts'
import { elementTypes, type OnnxModel, type OnnxNode } from './onnxModel.ts'

/** What may stand between the output head and the logits: row by row each. */
const rowwise = new Set(['Cast', 'Identity', 'Mul', 'Add', 'Div', 'Tanh'])
const heads = new Set(['MatMul', 'MatMulNBits', 'MatMulInteger', 'FusedMatMul'])

/**
 * Lets the output head see some rows only, the input `xw_rows`: whole logits are rows x vocabulary. Where the graph keeps rows from the end itself
 * (`num_logits_to_keep`), they are counted among those. To be called before the quantised products are rewritten.
 * @returns why not, or null.
 */
export function pickRows(model: OnnxModel): string | null {
  const uses = new GraphUses(model.nodes)
  const head = outputHead(model, uses, 'logits')
  if (!head) return 'the output head is not a product with a weight'
  const quantiser = head.op === 'MatMulInteger' ? uses.maker(head.inputs[0]!) : undefined
  if (head.op === 'MatMulInteger' && quantiser?.op !== 'DynamicQuantizeLinear') return 'the output head is quantised in a way that we do not know'
  if (quantiser && uses.readers(quantiser.outputs[0]!).some((reader) => reader !== head)) return 'the output head shares its input'
  const reader = quantiser ?? head
  const build = new GraphBuilder(model, 'xw_rows_')
  reader.inputs[0] = build.op('Gather', [reader.inputs[0]!, graphNames.rows], { axis: 1 })
  model.nodes.splice(model.nodes.indexOf(reader), 0, ...build.nodes)
  model.inputs.push({ name: graphNames.rows, type: elementTypes.int64, dims: ['rows'] })
  return null
}

/** The product that makes the logits, whatever is done to them row by row behind it. */
export function outputHead(model: OnnxModel, uses: GraphUses, value: string, depth = 0): OnnxNode | undefined {
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
