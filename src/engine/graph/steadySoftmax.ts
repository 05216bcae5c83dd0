import { GraphBuilder } from './graphBuilder.ts'
import { GraphUses } from './graphUses.ts'
import type { OnnxModel, OnnxNode } from './onnxModel.ts'

/**
 * Writes attention's Softmax as exp, a product with the values and a product with ones. The runtime's own sums a row in lanes, so that hidden
 * columns of other branches move its last digit; with 8-bit activations behind it that flips roundings until a label moves by 0.4. A matrix
 * product adds column after column, and what is hidden adds nothing. (Measured on a 0.5B: trees and forks the same in 17 of 24 places instead of 5.)
 * For 32 bits and a graph with a mask input of two axes.
 */
export function steadySoftmax(model: OnnxModel, mask: string): void {
  const uses = new GraphUses(model.nodes)
  const products = new Map<OnnxNode, OnnxNode>()
  for (const node of model.nodes) {
    if (node.op !== 'Softmax') continue
    const [product, ...others] = uses.readers(node.outputs[0]!)
    const axis = node.attributes.get('axis')?.int ?? -1
    if (product?.op === 'MatMul' && product.inputs[0] === node.outputs[0] && others.length === 0 && (axis === -1 || axis === 3)) products.set(product, node)
  }
  if (products.size === 0) return
  const build = new GraphBuilder(model, 'xw_softmax_')
  const ones = build.onesFor(mask)
  const replaced = new Set(products.values())
  for (const node of model.nodes) {
    const softmax = products.get(node)
    if (replaced.has(node)) continue
    if (!softmax) {
      build.nodes.push(node)
      continue
    }
    const scores = softmax.inputs[0]!
    const weights = build.op('Exp', [build.op('Sub', [scores, build.reduceLast('ReduceMax', scores)])])
    build.op('Div', [build.op('MatMul', [weights, node.inputs[1]!]), build.op('MatMul', [weights, ones])], {}, node.outputs[0])
  }
  model.nodes = build.nodes
}
