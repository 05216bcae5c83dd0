import { GraphBuilder } from './graphBuilder.ts'
import { GraphUses } from './graphUses.ts'
import { elementTypes, type OnnxModel, type OnnxNode } from './onnxModel.ts'

/** A product of quantised activations as `quantize_dynamic` writes it: MatMulInteger, Cast, Mul by the product of both scales. */
interface QuantisedProduct {
  readonly scales: OnnxNode
  readonly product: OnnxNode
  readonly weightScale: string
}

/** Of the names of nodes that make a scale a token. */
export const tokenScalePrefix = 'xw_scale_'

/**
 * Gives each DynamicQuantizeLinear one scale a token instead of one for everything in the forward: a prompt's first token carries activations
 * hundreds of times larger than the others, and what else is in the forward must not move a result.
 * @returns how many were changed, and why others were not.
 */
export function scaleEachToken(model: OnnxModel): { readonly changed: number; readonly left: readonly string[] } {
  const uses = new GraphUses(model.nodes)
  const left: string[] = []
  const plans = new Map<OnnxNode, readonly QuantisedProduct[]>()
  for (const node of model.nodes) {
    if (node.op !== 'DynamicQuantizeLinear') continue
    const products = quantisedProducts(node, uses)
    if (typeof products === 'string') left.push(products)
    else plans.set(node, products)
  }
  if (plans.size === 0) return { changed: 0, left }

  const build = new GraphBuilder(model, tokenScalePrefix)
  const inverse = build.float('one_127th', 1 / 127)
  const tiny = build.float('tiny', 1e-10)
  const middle = build.float('middle', 128)
  const zeroPoint = build.uint8('zero_point', 128)

  const tokenScale = new Map<OnnxNode, string>()
  const replaced = new Map<OnnxNode, { readonly weightScale: string; readonly tokenScale: string; readonly factor: string }>()
  const dropped = new Set<OnnxNode>()
  for (const [node, products] of plans) {
    for (const { scales, product, weightScale } of products) {
      dropped.add(scales)
      replaced.set(product, { weightScale, tokenScale: node.outputs[1]!, factor: scales.outputs[0]! })
    }
    tokenScale.set(node, node.outputs[2]!)
  }
  for (const node of model.nodes) {
    if (dropped.has(node)) continue
    const product = replaced.get(node)
    if (tokenScale.has(node)) {
      const [input] = node.inputs
      const [quantised, scale] = node.outputs
      const largest = build.reduceLast('ReduceMax', build.op('Abs', [input!]))
      build.op('Max', [build.op('Mul', [largest, inverse]), tiny], {}, scale)
      const rounded = build.op('Round', [build.op('Div', [input!, scale!])])
      build.op('Cast', [build.op('Add', [rounded, middle])], { to: elementTypes.uint8 }, quantised)
    } else if (product) {
      const whole = node.inputs.find((input) => input !== product.factor)!
      // the weight's scale first: the product of both scales is too small to be a number
      build.op('Mul', [build.op('Mul', [whole, product.weightScale]), product.tokenScale], {}, node.outputs[0])
    } else build.nodes.push(node)
  }
  const zeroPoints = new Set(tokenScale.values())
  for (const node of build.nodes) {
    node.inputs.forEach((input, at) => {
      if (zeroPoints.has(input)) node.inputs[at] = zeroPoint
    })
  }
  model.nodes = build.nodes
  return { changed: plans.size, left }
}

/** The products that read a quantised activation, or why they cannot be changed. */
function quantisedProducts(node: OnnxNode, uses: GraphUses): readonly QuantisedProduct[] | string {
  const [quantised, scale, zeroPoint] = node.outputs as [string, string, string]
  const multiplied = [...uses.readers(quantised), ...uses.readers(zeroPoint)]
  if (!multiplied.every(({ op, inputs }) => op === 'MatMulInteger' && inputs[0] === quantised && inputs[2] === zeroPoint)) {
    return `${node.name} feeds something else than MatMulInteger`
  }
  const products: QuantisedProduct[] = []
  for (const scales of uses.readers(scale)) {
    const weightScale = scales.inputs.find((input) => input !== scale)
    const readers = uses.readers(scales.outputs[0]!)
    if (scales.op !== 'Mul' || weightScale === undefined || readers.length === 0) return `${node.name}'s scale is used in a way that we do not know`
    for (const product of readers) {
      const whole = product.inputs.find((input) => input !== scales.outputs[0])
      const cast = whole === undefined ? undefined : uses.maker(whole)
      const integer = cast?.op === 'Cast' ? uses.maker(cast.inputs[0]!) : undefined
      if (product.op !== 'Mul' || integer?.op !== 'MatMulInteger' || integer.inputs[0] !== quantised) {
        return `${node.name}'s product is scaled in a way that we do not know`
      }
      products.push({ scales, product, weightScale })
    }
  }
  return products
}
