import { GraphUses } from './graphUses.ts'
import { hasBranches, type OnnxModel, type OnnxNode } from './onnxModel.ts'

/** What keeps some of a layer's scores from counting. Whether it hides what is to come and nothing else is seen when it is run (`maskGraph`). */
export interface Mask {
  readonly value: string
  /** added: to the scores, 0 where they count. shows: true where they do. hides: true where they do not. */
  readonly kind: 'added' | 'shows' | 'hides'
  /** What stands in a hidden score's place; null for what is added. */
  readonly instead: string | null
}

/** Scores of a layer, and what masks them one behind another. */
export interface MaskedScores {
  readonly scores: string
  readonly masks: readonly Mask[]
}

/** A graph of our own making computes its causal mask under this name. */
export const ownMask = 'tree_bias'

/** The masks of each layer whose masks are values of the graph: before each Softmax, or an input of MultiHeadAttention. */
export function findMasks(model: OnnxModel): readonly (readonly Mask[])[] {
  if (hasBranches(model)) return []
  const uses = new GraphUses(model.nodes)
  if (uses.maker(ownMask)) return [[{ value: ownMask, kind: 'added', instead: null }]]
  return model.nodes.flatMap((node) => {
    if (node.op === 'MultiHeadAttention' && (node.inputs[5] ?? '') !== '') return [[{ value: node.inputs[5]!, kind: 'added' as const, instead: null }]]
    const found = node.op === 'Softmax' ? maskedScores(node.inputs[0]!, uses) : undefined
    return found && found.masks.length > 0 ? [found.masks] : []
  })
}

/** Scores as they go into a Softmax, and the masks that were laid over them by Add and Where; undefined where a node between is another. */
export function maskedScores(value: string, uses: GraphUses): MaskedScores | undefined {
  if (isScores(value, uses)) return { scores: value, masks: [] }
  const node = uses.maker(value)
  if (!node) return undefined
  const laid = laidOver(node, uses)
  return laid && { scores: laid.below.scores, masks: [...laid.below.masks, laid.mask] }
}

function laidOver({ op, inputs }: OnnxNode, uses: GraphUses): { readonly below: MaskedScores; readonly mask: Mask } | undefined {
  const [first = '', second = '', third = ''] = inputs
  const ways: readonly (readonly [scores: string, mask: Mask])[] = op === 'Add'
    ? [[first, { value: second, kind: 'added', instead: null }], [second, { value: first, kind: 'added', instead: null }]]
    : op === 'Where' ? [[second, { value: first, kind: 'shows', instead: third }], [third, { value: first, kind: 'hides', instead: second }]] : []
  for (const [scores, mask] of ways) {
    const below = maskedScores(scores, uses)
    if (below) return { below, mask }
  }
  return undefined
}

/** The products of queries and keys, scaled or capped, and nothing hidden yet. */
function isScores(value: string, uses: GraphUses): boolean {
  const maker = uses.maker(value)
  if (!maker) return false
  if (maker.op === 'MatMul') return true
  return ['Mul', 'Div', 'Tanh', 'Cast'].includes(maker.op) && maker.inputs.some((input) => isScores(input, uses))
}
