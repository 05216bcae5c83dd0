import { graphNames } from './graphNames.ts'
import { type AttentionFacts, hasAttentionNodes, openAttention } from './groupQueryAttention.ts'
import { dropUnused, GraphUses } from './graphUses.ts'
import { tableDims } from './innerShape.ts'
import { elementTypes, hasBranches, type OnnxModel, parseOnnx, writeOnnx } from './onnxModel.ts'
import { addOptionLogits } from './optionLogits.ts'
import { pickRows } from './pickedRows.ts'
import { openPlainMask } from './plainAttention.ts'
import { steadySoftmax } from './steadySoftmax.ts'
import { scaleEachToken } from './tokenScale.ts'

export interface RewrittenGraph {
  /** A small graph whose weights lie in the untouched file. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Whether one forward can hold a tree: it takes `tree_bias`. */
  readonly tree: boolean
  /** Quantised activations that got one scale a token. */
  readonly tokenScales: number
  /** Positions are an input now that were counted inside: from 0, whatever the architecture's exports do. */
  readonly positionsAdded: boolean
  /** Outputs that hold the cache of keys and values. */
  readonly cacheOutputs: readonly string[]
  /** Rows of the table that tokens are looked up in; null where none is. */
  readonly vocabulary: number | null
  /** What was left as it was, and why. */
  readonly left: readonly string[]
}

export interface RewriteOptions extends AttentionFacts {
  /** The name under which the file that was read will be mounted. */
  readonly source: string
  /** false: only the weights are referred to, the graph computes what it did. */
  readonly rewrite: boolean
}

/**
 * Reads an ONNX file and writes a small one that computes the same, with its mask and positions as inputs, logits for the rows and tokens that
 * are wanted, and one activation scale a token; what it does not know it leaves alone. The weights stay where they are.
 * @throws ProtobufError where the bytes are no ONNX model or end early.
 */
export function rewriteGraph(bytes: Uint8Array, { source, rewrite, ...facts }: RewriteOptions): RewrittenGraph {
  const model = parseOnnx(bytes)
  letCachesGrow(model)
  const vocabulary = embeddingRows(model)
  const left: string[] = []
  let tree = false
  let tokenScales = 0
  let positionsAdded = false
  const nested = hasBranches(model)
  if (rewrite && nested) left.push('the graph has branches of its own')
  if (rewrite && !nested) {
    const inputs = new Set(model.inputs.map(({ name }) => name))
    const closed = openMask(model, facts)
    if (closed === null) {
      tree = true
      positionsAdded = !inputs.has('position_ids')
    } else left.push(closed)
    const mask = model.inputs.find(({ name }) => name.startsWith(graphNames.mask))
    const quantised = model.nodes.some(({ op }) => op === 'DynamicQuantizeLinear' || op === 'MatMulInteger')
    const inFull = model.inputs.every(({ name, type }) => !name.startsWith('past') || type === elementTypes.float)
    if (mask && quantised && inFull) steadySoftmax(model, mask.name)
    const whole = pickRows(model)
    if (whole !== null) left.push(whole)
    const scales = scaleEachToken(model)
    tokenScales = scales.changed
    left.push(...new Set(scales.left))
    if (whole === null) addOptionLogits(model)
    dropUnused(model, inputs)
  }
  const cacheOutputs = model.outputs.flatMap(({ name }) => (name.startsWith('present') ? [name] : []))
  return { bytes: writeOnnx(model, source), tree, tokenScales, positionsAdded, cacheOutputs, vocabulary, left }
}

/**
 * Takes the word from nodes that their cache is as long as their window, and is written round and round: here each forward gives a longer one, and the
 * window says by itself what is seen of it.
 */
function letCachesGrow(model: OnnxModel): void {
  model.nodes = model.nodes.map((node) =>
    node.attributes.has('sliding_window_cache')
      ? { ...node, attributes: new Map([...node.attributes].filter(([name]) => name !== 'sliding_window_cache')) }
      : node)
}

/** Tokens lie along the axis that they are looked up on; of several tables the shortest is read beyond its end first. */
function embeddingRows(model: OnnxModel): number | null {
  const uses = new GraphUses(model.nodes)
  const lengths = model.nodes.flatMap(({ op, inputs, attributes }) => {
    if (!['Gather', 'GatherBlockQuantized'].includes(op) || inputs[1] !== 'input_ids') return []
    const axis = attributes.get(op === 'Gather' ? 'axis' : 'gather_axis')?.int ?? 0
    return tableDims(inputs[0]!, model, uses)?.at(axis) ?? []
  })
  return lengths.length > 0 ? Math.min(...lengths) : null
}

function openMask(model: OnnxModel, facts: AttentionFacts): string | null {
  return hasAttentionNodes(model) ? openAttention(model, facts) : openPlainMask(model, facts.windowed, facts.maskFault)
}
