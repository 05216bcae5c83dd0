import { CachePast, cachePast } from './cachePast.ts'
import type { CausalGraph, ForwardResult } from './causalGraph.ts'
import { forwardCut } from './forwardCut.ts'
import type { KeyValues } from './prefixCache.ts'
import type { Past, Scored, Session, TokenTree } from './session.ts'
import { prefixBias, treeBias } from './treeBias.ts'

/** Tokens in one forward while a text is read: bounds the logits of graphs that give them all, and is the same for everyone who asks. */
export const chunkLength = forwardCut.chunk

/** Tokens in one forward, each behind its parent. */
export type Rows = Pick<TokenTree, 'tokens' | 'parents'>

/** What one forward is to give. */
export interface Wish {
  /** The rows after which logits are wanted, ascending. */
  readonly wanted: readonly number[]
  /** The tokens whose logits are wanted; null: the whole vocabulary's. */
  readonly options: readonly number[] | null
  /** Whether one goes on from here. */
  readonly onward: boolean
}

/** What every way to walk a model shares: it reads texts in chunks, keeps the caches that were made, and gives them up. */
export abstract class CacheSession implements Session {
  abstract readonly kind: 'fork' | 'tree'
  readonly nothing: Past
  readonly #graph: CausalGraph
  readonly #made = new Set<KeyValues>()
  #pinned: Past | null = null

  constructor(graph: CausalGraph) {
    this.#graph = graph
    this.nothing = new CachePast(0, null, graph.nothing, new Float64Array(0))
  }

  abstract score(past: Past, tree: TokenTree, onward: boolean): Promise<Scored>

  async extend(past: Past, tokens: readonly number[]): Promise<Past> {
    let current = past
    for (let from = 0; from < tokens.length; from += chunkLength) {
      const before = current
      const rows = chain(tokens.slice(from, from + chunkLength))
      current = (await this.forward(before, rows, { wanted: [], options: null, onward: true })).after(rows.tokens.length - 1)
      if (before !== past) this.release(before)
    }
    return current
  }

  async step(past: Past, tokens: readonly number[]): Promise<{ past: Past; logits: Float32Array }> {
    const { before, rest } = await this.readChunks(past, tokens)
    const { result, after } = await this.forward(before, chain(rest), { wanted: [rest.length - 1], options: null, onward: true })
    if (before !== past) this.release(before)
    return { past: after(rest.length - 1), logits: result.logits[0]! }
  }

  pin(past: Past): Past {
    const { length, prefix, cache, isPlain } = cachePast(past)
    const apart = this.#graph.takesPrefix && length > 0 && prefix === null && isPlain
    this.#pinned = apart ? new CachePast(length, this.#graph.prefixOf(cache, length), this.#graph.nothing, new Float64Array(0)) : past
    // its numbers live on in the prefix
    if (apart) this.#made.delete(cache)
    return this.#pinned
  }

  keepOnly(pasts: readonly Past[]): void {
    const kept = new Set([this.#pinned, ...pasts].map((past) => (past instanceof CachePast ? past.cache : null)))
    for (const cache of this.#made) if (!kept.has(cache)) this.#dispose(cache)
  }

  protected release(past: Past): void {
    if (past instanceof CachePast) this.#dispose(past.cache)
  }

  /** Reads the whole chunks of tokens, counted from the first, that leave at least one. */
  protected async readChunks(past: Past, tokens: readonly number[]): Promise<{ before: Past; rest: readonly number[] }> {
    const cut = Math.floor((tokens.length - 1) / chunkLength) * chunkLength
    return { before: await this.extend(past, tokens.slice(0, cut)), rest: tokens.slice(cut) }
  }

  /** @returns the result, and the past behind any of the tokens. */
  protected async forward(from: Past, { tokens, parents }: Rows, { wanted, options, onward }: Wish): Promise<{ result: ForwardResult; after: (row: number) => CachePast }> {
    const past = cachePast(from)
    const columns = past.columns.length
    const positions = depths(parents).map((depth) => past.length + depth)
    const sight = { past: past.columns, positions, parents }
    const result = await this.#graph.run({
      tokens,
      positions,
      prefix: past.prefix,
      past: past.cache,
      pastLength: columns,
      rows: wanted,
      options,
      cache: onward,
      bias: (window) => treeBias(sight, window),
      prefixBias: (window) => prefixBias(positions, past.prefix?.length ?? 0, window),
    })
    if (onward) this.#made.add(result.cache)
    const after = (row: number): CachePast => {
      const seen = new Float64Array(columns + tokens.length).fill(NaN)
      seen.set(past.columns)
      for (let at = row; at >= 0; at = parents[at]!) seen[columns + at] = positions[at]!
      return new CachePast(positions[row]! + 1, past.prefix, result.cache, seen)
    }
    return { result, after }
  }

  #dispose(cache: KeyValues): void {
    if (!this.#made.delete(cache)) return
    for (const tensor of Object.values(cache)) tensor.dispose()
  }
}

export function chain(tokens: readonly number[]): Rows {
  return { tokens, parents: tokens.map((_, at) => at - 1) }
}

/** How many tokens of the forward each stands behind. */
function depths(parents: readonly number[]): readonly number[] {
  const found: number[] = []
  for (const parent of parents) found.push(parent < 0 ? 0 : found[parent]! + 1)
  return found
}
