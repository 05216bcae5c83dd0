import type { GraphBuilder } from './graphBuilder.ts'
import type { OnnxNode } from './onnxModel.ts'

/** What a node's attention is, read off its attributes and inputs. */
export interface Attention {
  readonly node: OnnxNode
  readonly heads: number
  readonly kvHeads: number
  readonly size: number
  readonly scale: number
  readonly softcap: number
  /** How many tokens a token sees, its own included; null: all. */
  readonly window: number | null
  readonly rotary: { readonly cos: string; readonly sin: string; readonly size: number; readonly interleaved: number } | null
  readonly norms: { readonly query: string; readonly key: string; readonly epsilon: number } | null
  /** Element type of the cache, and so of the computation. */
  readonly type: number
}

/** Inputs that hold what texts begin with; keys have one number more than a head has, which says whether a column counts. */
export interface PrefixInputs {
  readonly key: string
  readonly value: string
  /** What each row sees of it; null: everything. */
  readonly mask: string | null
  /** A column of ones, as many as the cache and the forward have columns behind the prefix. */
  readonly ones: string
}

/**
 * Writes attention in plain operators: the query heads of one key head are rows, so that one product serves them all.
 *
 * With a prefix its columns and those behind it are two products each, summed. Nothing of the prefix is copied or masked then, and what is behind
 * it stands at the same columns whatever the prefix is: a matrix product adds column after column in blocks of some hundred, and a branch that
 * stands on another side of a block's end differs in its last digit, which 8-bit activations turn into other roundings.
 */
export function writeAttention(build: GraphBuilder, attention: Attention, mask: string, prefix: PrefixInputs | null): void {
  const { node, heads, size, softcap, type } = attention
  const [result, presentKey, presentValue] = node.outputs as [string, string, string]
  const rows = writeQueries(build, attention, presentKey, presentValue)
  const scores = (queries: string, keys: string): string => {
    const plain = build.op('MatMul', [queries, build.op('Transpose', [keys], { perm: [0, 1, 3, 2] })])
    if (softcap <= 0) return plain
    const cap = build.float(`softcap_${softcap}_${type}`, softcap, type)
    return build.op('Mul', [build.op('Tanh', [build.op('Div', [plain, cap])]), cap])
  }
  const behind = build.op('Add', [scores(rows, presentKey), mask])
  const mixed = prefix
    ? inParts(build, behind, presentValue, beforeIt(build, scores, rows, prefix), prefix)
    : build.op('MatMul', [build.op('Softmax', [behind], { axis: -1 }), presentValue])
  const byHead = build.op('Reshape', [mixed, build.int64(`by_head_${heads}_${size}`, [0, heads, -1, size])])
  const merged = build.int64(`merged_${heads * size}`, [0, -1, heads * size])
  build.op('Reshape', [build.op('Transpose', [byHead], { perm: [0, 2, 1, 3] }), merged], {}, result)
}

/** Splits, normalises and rotates; puts keys and values behind the cache. @returns the scaled queries, rows by key head. */
function writeQueries(build: GraphBuilder, { node, heads, kvHeads, size, scale, rotary, norms, type }: Attention, presentKey: string, presentValue: string): string {
  const shape = `${heads}_${kvHeads}_${size}`
  const packed = (node.inputs[1] ?? '') === ''
  const [query, key, value] = packed
    ? build.outputs('Split', [node.inputs[0]!, build.int64(`split_${shape}`, [heads * size, kvHeads * size, kvHeads * size])], 3, { axis: 2 })
    : node.inputs
  const headed = (input: string, count: number): string =>
    build.op('Transpose', [build.op('Reshape', [input, build.int64(`by_${count}_${size}`, [0, -1, count, size])])], { perm: [0, 2, 1, 3] })
  const normed = (input: string, weight: string | undefined): string =>
    weight === undefined
      ? input
      : build.op('SimplifiedLayerNormalization', [input, weight], { axis: -1, stash_type: 1, epsilon: { float: norms!.epsilon } })
  const rotated = (input: string, count: number): string => {
    if (!rotary) return input
    const partial = rotary.size < size ? { num_heads: count, rotary_embedding_dim: rotary.size } : {}
    return build.contrib('RotaryEmbedding', [input, 'position_ids', rotary.cos, rotary.sin], { interleaved: rotary.interleaved, ...partial })
  }
  const queries = rotated(normed(headed(query!, heads), norms?.query), heads)
  const keys = rotated(normed(headed(key!, kvHeads), norms?.key), kvHeads)
  build.op('Concat', [node.inputs[3]!, keys], { axis: 2 }, presentKey)
  build.op('Concat', [node.inputs[4]!, headed(value!, kvHeads)], { axis: 2 }, presentValue)
  const factor = build.float(`scale_${scale}_${type}`, scale, type)
  return build.op('Reshape', [build.op('Mul', [queries, factor]), build.int64(`rows_${kvHeads}_${size}`, [0, kvHeads, -1, size])])
}

/** Scores of the prefix's columns: the last number of a key is added to them, by a query that ends in 1. */
function beforeIt(build: GraphBuilder, scores: (queries: string, keys: string) => string, rows: string, prefix: PrefixInputs): string {
  const one = build.float('one', 1)
  const longer = build.op('Pad', [rows, build.int64('one_more', [0, 0, 0, 0, 0, 0, 0, 1]), one])
  const all = scores(longer, prefix.key)
  return prefix.mask === null ? all : build.op('Add', [all, prefix.mask])
}

/** The softmax over two sets of columns, times their values. What is masked is summed by a product with ones, for the order in which that adds. */
function inParts(build: GraphBuilder, behind: string, values: string, before: string, prefix: PrefixInputs): string {
  const most = build.op('Max', [build.reduceLast('ReduceMax', before), build.reduceLast('ReduceMax', behind)])
  const weights = (of: string): string => build.op('Exp', [build.op('Sub', [of, most])])
  const [early, late] = [weights(before), weights(behind)]
  const mixed = build.op('Add', [build.op('MatMul', [early, prefix.value]), build.op('MatMul', [late, values])])
  const total = build.op('Add', [build.reduceLast('ReduceSum', early), build.op('MatMul', [late, prefix.ones])])
  return build.op('Div', [mixed, total])
}
