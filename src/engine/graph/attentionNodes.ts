import type { GraphBuilder } from './graphBuilder.ts'

/** What a node's attention is, read off its attributes and inputs. */
export interface Attention {
  /** Values of the graph. Key and value are empty where all three lie in one behind each other; the past where keys and values come with it already. */
  readonly inputs: { readonly query: string; readonly key: string; readonly value: string; readonly pastKey: string; readonly pastValue: string }
  /** Whether key and value have an axis of heads already. */
  readonly byHead: boolean
  /** The present is empty where the past is. */
  readonly outputs: { readonly result: string; readonly presentKey: string; readonly presentValue: string }
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

/**
 * Inputs that hold what texts begin with. Behind its columns stands one more, which stands for all that is behind the prefix: its score is the largest of
 * those. Keys have one number more than a head has, 1 for that column alone and the score in the query; but where scores are masked or capped, there the
 * column is set behind them, and keys are as the cache has them.
 */
export interface PrefixInputs {
  readonly key: string
  readonly value: string
  /** What each row sees of it; null: everything. */
  readonly mask: string | null
  /** A column of ones, as many as the cache and the forward have columns behind the prefix. */
  readonly ones: string
}

/** Whether the prefix's scores are changed before they count, so that the further column cannot be one of its keys. */
export function setsColumnBehind({ window, softcap }: Attention): boolean {
  return window !== null || softcap > 0
}

/**
 * Writes attention in plain operators: the query heads of one key head are rows, so that one product serves them all.
 *
 * With a prefix its columns and those behind it are two products each, summed. Nothing of the prefix is copied or masked then, and what is behind
 * it stands at the same columns whatever the prefix is: a matrix product adds column after column in blocks of some hundred, and a branch that
 * stands on another side of a block's end differs in its last digit, which 8-bit activations turn into other roundings.
 */
export function writeAttention(build: GraphBuilder, attention: Attention, mask: string, prefix: PrefixInputs | null): void {
  const { outputs: { result }, heads, size, softcap, type } = attention
  const { rows, keys, values } = writeQueries(build, attention)
  const scores = (queries: string, keys: string): string => {
    const plain = build.op('MatMul', [queries, build.op('Transpose', [keys], { perm: [0, 1, 3, 2] })])
    if (softcap <= 0) return plain
    const cap = build.float(`softcap_${softcap}_${type}`, softcap, type)
    return build.op('Mul', [build.op('Tanh', [build.op('Div', [plain, cap])]), cap])
  }
  const behind = build.op('Add', [scores(rows, keys), mask])
  const before = (most: string): string => {
    if (!setsColumnBehind(attention)) return scores(build.op('Concat', [rows, most], { axis: 3 }), prefix!.key)
    const seen = scores(rows, prefix!.key)
    return build.op('Concat', [prefix!.mask === null ? seen : build.op('Add', [seen, prefix!.mask]), most], { axis: 3 })
  }
  const mixed = prefix
    ? inParts(build, attention, behind, values, before, prefix)
    : build.op('MatMul', [build.op('Softmax', [behind], { axis: -1 }), values])
  const byHead = build.op('Reshape', [mixed, build.int64(`by_head_${heads}_${size}`, [0, heads, -1, size])])
  const merged = build.int64(`merged_${heads * size}`, [0, -1, heads * size])
  build.op('Reshape', [build.op('Transpose', [byHead], { perm: [0, 2, 1, 3] }), merged], {}, result)
}

/** Splits, normalises and rotates; puts keys and values behind the cache. @returns the scaled queries, rows by key head, and all keys and values. */
function writeQueries(
  build: GraphBuilder,
  { inputs, outputs, byHead, heads, kvHeads, size, scale, rotary, norms, type }: Attention,
): { readonly rows: string; readonly keys: string; readonly values: string } {
  const shape = `${heads}_${kvHeads}_${size}`
  const [query, key, value] = inputs.key === ''
    ? build.outputs('Split', [inputs.query, build.int64(`split_${shape}`, [heads * size, kvHeads * size, kvHeads * size])], 3, { axis: 2 })
    : [inputs.query, inputs.key, inputs.value]
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
  const keyed = (input: string): string => (byHead ? input : headed(input, kvHeads))
  const behind = (past: string, own: string, present: string): string => (past === '' ? own : build.op('Concat', [past, own], { axis: 2 }, present))
  const queries = rotated(normed(headed(query!, heads), norms?.query), heads)
  const keys = behind(inputs.pastKey, rotated(normed(keyed(key!), norms?.key), kvHeads), outputs.presentKey)
  const values = behind(inputs.pastValue, keyed(value!), outputs.presentValue)
  const factor = build.float(`scale_${scale}_${type}`, scale, type)
  const rows = build.op('Reshape', [build.op('Mul', [queries, factor]), build.int64(`rows_${kvHeads}_${size}`, [0, kvHeads, -1, size])])
  return { rows, keys, values }
}

/**
 * The softmax over two sets of columns, times their values. Each row sees the same of the prefix whatever else is in the forward, so its long rows take one
 * Softmax and nothing else; the weight of their last column is the share of what is behind them. There columns of other branches are hidden: those are
 * summed by a product with ones, for the order in which that adds.
 * @param before the scores of the prefix's columns and of the one behind them, given the largest of the others.
 */
function inParts(build: GraphBuilder, attention: Attention, behind: string, values: string, before: (most: string) => string, prefix: PrefixInputs): string {
  const most = build.reduceLast('ReduceMax', behind)
  const late = build.op('Exp', [build.op('Sub', [behind, most])])
  const early = build.op('Softmax', [before(most)], { axis: -1 })
  const share = build.op('Slice', [early, build.int64('last', [-1]), build.int64('end', [Number.MAX_SAFE_INTEGER]), build.int64('columns', [3])])
  const mixed = build.op('Add', [build.op('MatMul', [early, prefix.value]), build.op('Mul', [inSlices(build, attention, late, values), share])])
  // early's weights are 1 together, one of them for the largest of the others: what those are together counts in its place
  const one = build.float('one', 1)
  const beyond = build.op('Sub', [build.op('MatMul', [late, prefix.ones]), one])
  return build.op('Div', [mixed, build.op('Add', [build.op('Mul', [beyond, share]), one])])
}

/**
 * Weights times values, 16 numbers of a head at a time: a product of so few adds up to 1,024 columns in one go, where one of 64 numbers begins anew
 * after 256, so that a branch's last digit depended on how many stand before it.
 */
function inSlices(build: GraphBuilder, { kvHeads, size }: Attention, weights: string, values: string): string {
  const width = [16, 15, 14, 13, 12, 11, 10, 9, 8].find((width) => size % width === 0)
  if (width === undefined || width === size) return build.op('MatMul', [weights, values])
  const slices = size / width
  const sliced = build.op('Transpose', [build.op('Reshape', [values, build.int64(`sliced_${kvHeads}_${size}`, [kvHeads, -1, slices, width])])], { perm: [0, 2, 1, 3] })
  // batches of one: the heads take the first axis, and nothing is moved
  const parts = build.op('MatMul', [build.op('Transpose', [weights], { perm: [1, 0, 2, 3] }), sliced])
  return build.op('Reshape', [build.op('Transpose', [parts], { perm: [0, 2, 1, 3] }), build.int64(`whole_${kvHeads}_${size}`, [1, kvHeads, -1, size])])
}
