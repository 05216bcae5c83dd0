import { hidden } from './graph/graphNames.ts'

/** Tokens in one forward: what each sees of the cache, and which token of the forward it stands behind. */
export interface Sight {
  /** The position of each column of the cache; NaN where nothing of the forward may see it. */
  readonly past: Float64Array
  readonly positions: readonly number[]
  /** The token each stands behind, by its row in the forward; -1: right behind the past. */
  readonly parents: readonly number[]
}

/**
 * The mask of a forward, rows x (past + rows): each token sees the past and its ancestors.
 * @param window how many tokens a token sees, its own included; Infinity: all.
 */
export function treeBias({ past, positions, parents }: Sight, window: number): Float32Array {
  const width = past.length + positions.length
  const bias = new Float32Array(positions.length * width).fill(hidden)
  for (const [row, position] of positions.entries()) {
    const from = row * width
    // a comparison with NaN is false: such a column stays hidden
    for (let column = 0; column < past.length; column++) if (position - past[column]! < window) bias[from + column] = 0
    for (let at = row; at >= 0 && position - positions[at]! < window; at = parents[at]!) bias[from + past.length + at] = 0
  }
  return bias
}

/** The mask of a forward over a prefix, rows x prefix: what stands in each token's window. */
export function prefixBias(positions: readonly number[], prefix: number, window: number): Float32Array {
  const bias = new Float32Array(positions.length * prefix)
  for (const [row, position] of positions.entries()) bias.fill(hidden, row * prefix, row * prefix + Math.min(Math.max(position - window + 1, 0), prefix))
  return bias
}
