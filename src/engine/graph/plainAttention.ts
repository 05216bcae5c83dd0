import { GraphBuilder } from './graphBuilder.ts'
import { GraphUses } from './graphUses.ts'
import { elementTypes, type OnnxModel, type OnnxNode } from './onnxModel.ts'

/**
 * Opens the mask of a graph whose attention is plain already (Add of a mask before each Softmax): `tree_bias` takes its place. All or none.
 * Graphs of our own making call the causal mask `tree_bias` inside: there it becomes an input.
 * @param windowed whether some layer sees a window of the text only (config.json says so; a mask does not). @returns why not, or null.
 */
export function openPlainMask(model: OnnxModel, windowed: boolean): string | null {
  if (windowed) return 'attention sees a window of the text only'
  if (!model.inputs.some(({ name }) => name === 'position_ids')) return 'positions are computed inside the graph'
  const fused = model.nodes.find(({ op }) => /Attention$/.test(op))
  if (fused) return `attention is a ${fused.op} node, which we do not open`
  const uses = new GraphUses(model.nodes)
  const layers = cacheLayers(model)
  if (uses.maker('tree_bias')) {
    model.nodes = model.nodes.filter((node) => node !== uses.maker('tree_bias'))
    addInput(model)
    return null
  }
  const masked: { readonly add: OnnxNode; readonly side: number }[] = []
  for (const softmax of model.nodes) {
    if (softmax.op !== 'Softmax') continue
    const add = uses.maker(softmax.inputs[0]!)
    if (add?.op === 'Where' && isMask(add.inputs[0]!, model, uses)) return 'the mask is boolean'
    const side = add?.op === 'Add' ? add.inputs.findIndex((input) => isMask(input, model, uses)) : -1
    if (!add || side < 0 || !isScores(add.inputs[1 - side]!, uses)) return `${softmax.name || 'a Softmax'} has no mask that we know before it`
    masked.push({ add, side })
  }
  if (new Set(masked.map(({ add, side }) => unsliced(add.inputs[side]!, uses))).size > 1) return 'layers have masks of their own'
  if (masked.length === 0 || masked.length !== layers) return `${masked.length} masks for ${layers} layers`
  const types = new Set(model.inputs.filter(({ name }) => name.startsWith('past')).map(({ type }) => type))
  const [type] = types
  if (types.size !== 1 || type === undefined) return 'layers keep caches of different kinds'
  const build = new GraphBuilder(model, 'xw_mask_')
  const bias = type === elementTypes.float ? 'tree_bias' : build.op('Cast', ['tree_bias'], { to: type })
  // rows x columns broadcast over batch and heads
  for (const { add, side } of masked) add.inputs[side] = bias
  model.nodes.unshift(...build.nodes)
  addInput(model)
  return null
}

/** Layers that keep keys and values. */
export function cacheLayers(model: OnnxModel): number {
  return model.outputs.filter(({ name }) => name.startsWith('present')).length / 2
}

/** The products of queries and keys, scaled or capped, and nothing hidden yet. */
function isScores(value: string, uses: GraphUses): boolean {
  const maker = uses.maker(value)
  if (!maker) return false
  if (maker.op === 'MatMul') return true
  return ['Mul', 'Div', 'Tanh', 'Cast'].includes(maker.op) && maker.inputs.some((input) => isScores(input, uses))
}

/** The mask that a layer takes its part of. */
export function unsliced(value: string, uses: GraphUses): string {
  const maker = uses.maker(value)
  return maker && ['Slice', 'Identity', 'Cast'].includes(maker.op) ? unsliced(maker.inputs[0]!, uses) : value
}

function addInput(model: OnnxModel): void {
  model.inputs.push({ name: 'tree_bias', type: elementTypes.float, dims: ['sequence_length', 'total_sequence_length'] })
}

/**
 * Whether a value is made of the attention mask, shapes and constants alone: then it says who may see whom, and nothing of the text.
 * It must depend on the attention mask, or it would be no mask.
 */
export function isMask(value: string, model: OnnxModel, uses: GraphUses): boolean {
  const seen = new Set<string>()
  const pending = [value]
  let masks = false
  const inputs = new Set(model.inputs.map(({ name }) => name))
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (seen.has(at) || at === '') continue
    seen.add(at)
    if (seen.size > 400) return false
    if (at === 'attention_mask') masks = true
    else if (inputs.has(at) && at !== 'position_ids' && at !== 'cache_position') return false
    const maker = uses.maker(at)
    if (!maker) continue
    // a shape is the same whatever the numbers are
    if (maker.op === 'Shape') {
      if (maker.inputs[0] === 'attention_mask') masks = true
      continue
    }
    pending.push(...maker.inputs)
  }
  return masks
}
