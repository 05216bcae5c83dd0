import { GraphBuilder } from './graphBuilder.ts'
import { dropUnused, GraphUses } from './graphUses.ts'
import { type MaskedScores, maskedScores, ownMask } from './masks.ts'
import { elementTypes, type OnnxModel, type OnnxNode } from './onnxModel.ts'

/**
 * Opens the mask of a graph whose attention is plain already (Add of masks, or Where by them, before each Softmax): `tree_bias` takes its place. All or none.
 * Graphs of our own making call the causal mask `tree_bias` inside: there it becomes an input.
 * @param windowed whether some layer sees a window of the text only (config.json says so; a mask does not).
 * @param maskFault what was seen when the masks were run: why they are not the plain causal one. @returns why not, or null.
 */
export function openPlainMask(model: OnnxModel, windowed: boolean, maskFault: string | null): string | null {
  if (windowed) return 'attention sees a window of the text only'
  if (!model.inputs.some(({ name }) => name === 'position_ids')) return 'positions are computed inside the graph'
  const fused = model.nodes.find(({ op }) => /Attention$/.test(op))
  if (fused) return `attention is a ${fused.op} node, which we do not open`
  const uses = new GraphUses(model.nodes)
  const layers = cacheLayers(model)
  const own = uses.maker(ownMask)
  if (own) {
    if (maskFault !== null) return maskFault
    model.nodes = model.nodes.filter((node) => node !== own)
    addInput(model)
    return null
  }
  const masked = new Map<OnnxNode, MaskedScores>()
  for (const softmax of model.nodes) {
    if (softmax.op !== 'Softmax') continue
    const found = maskedScores(softmax.inputs[0]!, uses)
    if (!found || found.masks.length === 0) return `${softmax.name || 'a Softmax'} has no mask that we know before it`
    masked.set(uses.maker(softmax.inputs[0]!)!, found)
  }
  if (masked.size === 0 || masked.size !== layers) return `${masked.size} masks for ${layers} layers`
  const types = new Set(model.inputs.filter(({ name }) => name.startsWith('past')).map(({ type }) => type))
  const [type] = types
  if (types.size !== 1 || type === undefined) return 'layers keep caches of different kinds'
  if (maskFault !== null) return maskFault
  const build = new GraphBuilder(model, 'xw_mask_')
  const bias = type === elementTypes.float ? ownMask : build.op('Cast', [ownMask], { to: type })
  // rows x columns broadcast over batch and heads
  const added = model.nodes.map((node) => {
    const found = masked.get(node)
    return found ? { ...node, op: 'Add', inputs: [found.scores, bias], attributes: new Map() } : node
  })
  const nodes = [...build.nodes, ...added]
  const counting = countedInside({ ...model, nodes })
  if (counting !== null) return counting
  model.nodes = nodes
  addInput(model)
  return null
}

/** Layers that keep keys and values. */
export function cacheLayers(model: OnnxModel): number {
  return model.outputs.filter(({ name }) => name.startsWith('present')).length / 2
}

function addInput(model: OnnxModel): void {
  model.inputs.push({ name: ownMask, type: elementTypes.float, dims: ['sequence_length', 'total_sequence_length'] })
}

/**
 * Whether something besides the masks takes places from lengths or from the attention mask: in a tree, tokens at one position stand side by side.
 * @param model with its masks replaced; it is left as it is. @returns what, or null.
 */
function countedInside(model: OnnxModel): string | null {
  const left: OnnxModel = { ...model, inputs: [...model.inputs], initializers: new Map(model.initializers) }
  dropUnused(left, new Set())
  const sized = new Set(left.inputs.map(({ name }) => name))
  for (const { op, inputs, outputs } of left.nodes) {
    if (!inputs.some((input) => sized.has(input))) continue
    if (op !== 'Shape' && inputs.includes('attention_mask')) return 'the attention mask is read for more than the mask'
    if (['Range', 'CumSum', 'Trilu', 'NonZero'].includes(op)) return 'positions are computed inside the graph'
    for (const output of outputs) sized.add(output)
  }
  return null
}
