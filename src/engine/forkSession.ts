import { CachePast, cachePast } from './cachePast.ts'
import type { CausalGraph } from './causalGraph.ts'
import type { Past, Scored, Session, TokenTree } from './session.ts'
import { treeBias } from './treeBias.ts'

/** Tokens in one forward while a prefix is read: bounds the logits of graphs that give them all, and fixes the cut. */
export const chunkLength = 128

/**
 * Walks any export: each branch is a plain forward on the cache of what stands before it. A forward leaves the cache that it was given
 * as it was, so branches share it. Batches of one: exports with GroupQueryAttention answer wrongly in larger ones.
 */
export class ForkSession implements Session {
  readonly kind = 'fork'
  readonly nothing: Past
  readonly #graph: CausalGraph
  readonly #made = new Set<CachePast>()
  #pinned: Past | null = null

  constructor(graph: CausalGraph) {
    this.#graph = graph
    this.nothing = CachePast.plain(0, graph.nothing)
  }

  async extend(past: Past, tokens: readonly number[]): Promise<Past> {
    let current = past
    for (let from = 0; from < tokens.length; from += chunkLength) {
      const before = current
      current = (await this.#forward(before, tokens.slice(from, from + chunkLength), false, true)).past
      if (before !== past) this.#release(before)
    }
    return current
  }

  async step(past: Past, tokens: readonly number[]): Promise<{ past: Past; logits: Float32Array }> {
    return this.#read(past, tokens, true, true)
  }

  async score(past: Past, tree: TokenTree, onward: boolean): Promise<Scored> {
    const children = childrenOf(tree)
    const wanted = new Set(tree.wanted)
    const rows = new Map<number, Float32Array>()
    let trunk: { past: Past; end: number } = { past, end: -1 }

    const walk = async (from: Past, first: number, isTrunk: boolean): Promise<void> => {
      const chain = [first]
      let last = first
      while (!wanted.has(last) && children[last]!.length === 1) {
        last = children[last]![0]!
        chain.push(last)
      }
      const next = children[last]!
      const result = await this.#read(from, chain.map((token) => tree.tokens[token]!), wanted.has(last), next.length > 0 || (isTrunk && onward))
      if (wanted.has(last)) rows.set(last, result.logits)
      if (isTrunk && onward) trunk = { past: result.past, end: last }
      for (const child of next) await walk(result.past, child, false)
      if (!isTrunk) this.#release(result.past)
    }
    const roots = children.at(-1)!
    for (const root of roots) await walk(past, root, roots.length === 1)
    return {
      logits: tree.wanted.map((token) => rows.get(token)!),
      at: (token) => {
        const behind: number[] = []
        let at = token
        for (; at !== trunk.end && at >= 0; at = tree.parents[at]!) behind.unshift(tree.tokens[at]!)
        return at === trunk.end ? { past: trunk.past, behind } : { past, behind }
      },
    }
  }

  pin(past: Past): void {
    this.#pinned = past
  }

  keepOnly(pasts: readonly Past[]): void {
    for (const past of this.#made) if (past !== this.#pinned && !pasts.includes(past)) this.#release(past)
  }

  #release(past: Past): void {
    if (!(past instanceof CachePast) || !this.#made.delete(past)) return
    for (const tensor of Object.values(past.cache)) tensor.dispose()
  }

  /** Chunks are counted from the first of the tokens. */
  async #read(past: Past, tokens: readonly number[], logits: boolean, cache: boolean): Promise<{ past: CachePast; logits: Float32Array }> {
    const cut = Math.floor((tokens.length - 1) / chunkLength) * chunkLength
    const before = await this.extend(past, tokens.slice(0, cut))
    const result = await this.#forward(before, tokens.slice(cut), logits, cache)
    if (before !== past) this.#release(before)
    return result
  }

  async #forward(from: Past, tokens: readonly number[], logits: boolean, cache: boolean): Promise<{ past: CachePast; logits: Float32Array }> {
    const past = cachePast(from)
    if (!past.isPlain) throw new TypeError('a fork goes on from one text, not from a branch of a tree')
    const positions = tokens.map((_, at) => past.length + at)
    const sight = { past: past.columns, positions, parents: tokens.map((_, at) => at - 1) }
    const result = await this.#graph.run({
      tokens,
      positions,
      past: past.cache,
      pastLength: past.length,
      keep: logits ? 1 : 0,
      cache,
      bias: (window) => treeBias(sight, window),
    })
    const next = CachePast.plain(past.length + tokens.length, result.cache)
    if (cache) this.#made.add(next)
    return { past: next, logits: result.logits[0] ?? new Float32Array(0) }
  }
}

/** Children of each token, in order; the last entry holds those right behind the past. */
function childrenOf(tree: TokenTree): readonly (readonly number[])[] {
  const children: number[][] = Array.from({ length: tree.tokens.length + 1 }, () => [])
  tree.parents.forEach((parent, token) => children.at(parent)!.push(token))
  return children
}
