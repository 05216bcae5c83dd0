import { GraphBuilder } from './graphBuilder.ts'
import { GraphUses } from './graphUses.ts'
import { constantShape, elementTypes, type OnnxModel, type OnnxNode, type OnnxTensor } from './onnxModel.ts'

/**
 * Opens the mask of a graph whose attention is plain already (Add of a mask, or Where by one, before each Softmax): `tree_bias` takes its place. All or none.
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
  const masked = new Map<OnnxNode, { readonly scores: string; readonly mask: string }>()
  for (const softmax of model.nodes) {
    if (softmax.op !== 'Softmax') continue
    const node = uses.maker(softmax.inputs[0]!)
    const found = node && maskedScores(node, model, uses)
    if (found && node.op === 'Where' && isRepeated(found.mask, uses)) return 'the mask is repeated for heads that are rows'
    if (!found) return `${softmax.name || 'a Softmax'} has no mask that we know before it`
    masked.set(node, found)
  }
  if (new Set([...masked.values()].map(({ mask }) => unsliced(mask, uses))).size > 1) return 'layers have masks of their own'
  if (masked.size === 0 || masked.size !== layers) return `${masked.size} masks for ${layers} layers`
  const types = new Set(model.inputs.filter(({ name }) => name.startsWith('past')).map(({ type }) => type))
  const [type] = types
  if (types.size !== 1 || type === undefined) return 'layers keep caches of different kinds'
  const build = new GraphBuilder(model, 'xw_mask_')
  const bias = type === elementTypes.float ? 'tree_bias' : build.op('Cast', ['tree_bias'], { to: type })
  // rows x columns broadcast over batch and heads
  const added = model.nodes.map((node) => {
    const found = masked.get(node)
    return found ? { ...node, op: 'Add', inputs: [found.scores, bias], attributes: new Map() } : node
  })
  model.nodes = [...build.nodes, ...added]
  addInput(model)
  return null
}

/** Scores and the mask that is added to them, or that says which of them give way to one number. */
function maskedScores({ op, inputs }: OnnxNode, model: OnnxModel, uses: GraphUses): { readonly scores: string; readonly mask: string } | undefined {
  const scores = inputs.find((input) => isScores(input, uses))
  if (scores === undefined) return undefined
  if (op === 'Where') {
    const other = inputs.slice(1).find((input) => input !== scores)
    const constant = other !== undefined && (model.initializers.has(other) || uses.maker(other)?.op === 'Constant')
    return constant && isMask(inputs[0]!, model, uses) ? { scores, mask: inputs[0]! } : undefined
  }
  const mask = op === 'Add' ? inputs.find((input) => input !== scores) : undefined
  return mask !== undefined && isMask(mask, model, uses) ? { scores, mask } : undefined
}

/** Whether a mask comes out of a Tile: for scores that have the heads of one key as rows, in an order that nothing tells. */
function isRepeated(mask: string, uses: GraphUses): boolean {
  const maker = uses.maker(mask)
  if (!maker) return false
  return maker.op === 'Tile' || (['Greater', 'Less', 'Not', 'And', 'Add', 'Cast', 'Identity', 'Slice', 'Unsqueeze', 'Reshape'].includes(maker.op) && maker.inputs.some((input) => isRepeated(input, uses)))
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

/** The mask that a layer takes its part of, or writes as numbers for itself (0 where it may see, a low one elsewhere). */
export function unsliced(value: string, uses: GraphUses): string {
  const { op, inputs } = uses.maker(value) ?? {}
  if (op === undefined || !inputs) return value
  const asNumbers = op === 'Where' && inputs.slice(1).every((branch) => (uses.maker(branch)?.op ?? 'Constant') === 'Constant')
  return asNumbers || ['Slice', 'Identity', 'Cast'].includes(op) ? unsliced(inputs[0]!, uses) : value
}

function addInput(model: OnnxModel): void {
  model.inputs.push({ name: 'tree_bias', type: elementTypes.float, dims: ['sequence_length', 'total_sequence_length'] })
}

/**
 * Whether a value is made of the attention mask, shapes and constants alone and hides what is to come, nothing else: then it says who may see whom, and nothing
 * of the text. It must depend on the attention mask, or it would be no mask. What weighs places says more, and is none: places as fractions (ALiBi), powers,
 * tables of numbers. So does a second comparison of places: a window, or pieces of the text that do not see each other.
 */
export function isMask(value: string, model: OnnxModel, uses: GraphUses): boolean {
  const seen = new Set<string>()
  const pending = [value]
  let masks = false
  let comparisons = 0
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
    if (weighsPlaces(maker, model, uses)) return false
    if (comparesPlaces(maker, uses)) comparisons += 1
    pending.push(...maker.inputs)
  }
  return masks && comparisons <= 1
}

function weighsPlaces({ op, inputs, attributes }: OnnxNode, model: OnnxModel, uses: GraphUses): boolean {
  if (op === 'Pow' || op === 'Exp') return true
  if (inputs.some((input) => isTable(input, model, uses))) return true
  // places are compared as whole numbers; as fractions they are on their way to being weighed
  const fractions: readonly number[] = [elementTypes.float, elementTypes.float16]
  return op === 'Cast' && fractions.includes(attributes.get('to')?.int ?? 0) && isMadeBy(inputs[0]!, uses, isPlaces) && !isMadeBy(inputs[0]!, uses, ({ op }) => isComparison(op))
}

/** Orders places, or cuts a triangle out of a table of them. A threshold over what is hidden already, or over the attention mask, orders none. */
function comparesPlaces({ op, inputs }: OnnxNode, uses: GraphUses): boolean {
  if (op === 'Trilu') return true
  return isComparison(op) && inputs.some((input) => isMadeBy(input, uses, isPlaces)) && !inputs.some((input) => isMadeBy(input, uses, ({ op }) => isComparison(op)))
}

function isComparison(op: string): boolean {
  return ['Less', 'LessOrEqual', 'Greater', 'GreaterOrEqual', 'Equal', 'Trilu'].includes(op)
}

function isPlaces({ op, inputs }: OnnxNode): boolean {
  return op === 'Range' || op === 'CumSum' || inputs.includes('position_ids') || inputs.includes('cache_position')
}

/** Whether a node of the kind takes part in a value; what only gives a shape does not. */
function isMadeBy(value: string, uses: GraphUses, kind: (node: OnnxNode) => boolean, seen = new Set<string>()): boolean {
  const maker = uses.maker(value)
  if (!maker || maker.op === 'Shape' || seen.has(value)) return false
  seen.add(value)
  return kind(maker) || maker.inputs.some((input) => isMadeBy(input, uses, kind, seen))
}

/** Several numbers of 16 or 32 bits: slopes, or weights by place. */
function isTable(value: string, model: OnnxModel, uses: GraphUses): boolean {
  const tensor = held(value, model, uses)
  return isFloat(tensor) && tensor.dims.some((length) => length !== 1)
}

function isFloat(tensor: Pick<OnnxTensor, 'type' | 'dims'> | undefined): tensor is Pick<OnnxTensor, 'type' | 'dims'> {
  return tensor?.type === elementTypes.float || tensor?.type === elementTypes.float16
}

/** Type and shape of the constant that a value is, however it is turned. */
function held(value: string, model: OnnxModel, uses: GraphUses): Pick<OnnxTensor, 'type' | 'dims'> | undefined {
  const initializer = model.initializers.get(value)
  const maker = uses.maker(value)
  if (initializer || !maker) return initializer
  if (maker.op === 'Constant') return constantShape(maker)
  return ['Reshape', 'Unsqueeze', 'Squeeze', 'Transpose', 'Cast', 'Identity', 'Neg', 'Expand'].includes(maker.op) ? held(maker.inputs[0]!, model, uses) : undefined
}
