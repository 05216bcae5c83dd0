import { CachePast, cachePast } from './cachePast.ts'
import type { CausalGraph, ForwardResult, KeyValues } from './causalGraph.ts'
import type { Past, Scored, Session, TokenTree } from './session.ts'
import { treeBias } from './treeBias.ts'

/** Tokens in one forward while a text is read: fixed, so that the cut is the same for everyone. */
const chunkLength = 128
/** A trunk longer than this is read in chunks up to its last: scores are rows x columns x heads. */
const longTrunk = 256

/** Walks a rewritten graph: a whole tree of tokens in one forward, each token seeing its ancestors only. */
export class TreeSession implements Session {
  readonly kind = 'tree'
  readonly nothing: Past
  readonly #graph: CausalGraph
  readonly #made = new Set<KeyValues>()
  #pinned: Past | null = null

  /** @param graph takes a bias (`CausalGraph.takesBias`). */
  constructor(graph: CausalGraph) {
    this.#graph = graph
    this.nothing = CachePast.plain(0, graph.nothing)
  }

  async extend(past: Past, tokens: readonly number[]): Promise<Past> {
    let current = past
    for (let from = 0; from < tokens.length; from += chunkLength) {
      const before = current
      const chunk = tokens.slice(from, from + chunkLength)
      const { after } = await this.#forward(before, chain(chunk), 0, true)
      current = after(chunk.length - 1)
      if (before !== past) this.#release(before)
    }
    return current
  }

  async step(past: Past, tokens: readonly number[]): Promise<{ past: Past; logits: Float32Array }> {
    const cut = Math.floor((tokens.length - 1) / chunkLength) * chunkLength
    const before = await this.extend(past, tokens.slice(0, cut))
    const rest = tokens.slice(cut)
    const { result, after } = await this.#forward(before, chain(rest), 1, true)
    if (before !== past) this.#release(before)
    return { past: after(rest.length - 1), logits: result.logits[0]! }
  }

  async score(past: Past, tree: TokenTree, onward: boolean): Promise<Scored> {
    const trunk = trunkLength(tree)
    const cut = trunk > longTrunk ? Math.floor((trunk - 1) / chunkLength) * chunkLength : 0
    const before = await this.extend(past, tree.tokens.slice(0, cut))
    // logits come for the last rows only, so the wanted tokens go last; mask and positions say where each belongs
    const wanted = new Set(tree.wanted)
    const order = [...tree.tokens.keys()].slice(cut).sort((a, b) => Number(wanted.has(a)) - Number(wanted.has(b)) || a - b)
    const place = new Map(order.map((token, at) => [token, at]))
    const { result, after } = await this.#forward(
      before,
      {
        tokens: order.map((token) => tree.tokens[token]!),
        parents: order.map((token) => place.get(tree.parents[token]!) ?? -1),
      },
      tree.wanted.length,
      onward,
    )
    return { logits: result.logits, at: (token) => ({ past: after(place.get(token)!), behind: [] }) }
  }

  pin(past: Past): void {
    this.#pinned = past
  }

  keepOnly(pasts: readonly Past[]): void {
    const kept = new Set([this.#pinned, ...pasts].map((past) => (past instanceof CachePast ? past.cache : null)))
    for (const cache of this.#made) if (!kept.has(cache)) this.#dispose(cache)
  }

  #release(past: Past): void {
    if (past instanceof CachePast) this.#dispose(past.cache)
  }

  #dispose(cache: KeyValues): void {
    if (!this.#made.delete(cache)) return
    for (const tensor of Object.values(cache)) tensor.dispose()
  }

  /** Parents may stand behind their children here. @returns the result, and the past behind any of the tokens. */
  async #forward(
    from: Past,
    { tokens, parents }: Pick<TokenTree, 'tokens' | 'parents'>,
    keep: number,
    cache: boolean,
  ): Promise<{ result: ForwardResult; after: (token: number) => Past }> {
    const past = cachePast(from)
    const columns = past.columns.length
    const depth = (row: number): number => (row < 0 ? -1 : depth(parents[row]!) + 1)
    const positions = isChain(parents) ? tokens.map((_, row) => past.length + row) : tokens.map((_, row) => past.length + depth(row))
    const sight = { past: past.columns, positions, parents }
    const bias = (window: number): Float32Array => treeBias(sight, window)
    const result = await this.#graph.run({ tokens, positions, past: past.cache, pastLength: columns, keep, cache, bias })
    if (cache) this.#made.add(result.cache)
    const after = (token: number): Past => {
      const seen = new Float64Array(columns + tokens.length).fill(NaN)
      seen.set(past.columns)
      for (let at = token; at >= 0; at = parents[at]!) seen[columns + at] = positions[at]!
      return new CachePast(positions[token]! + 1, result.cache, seen)
    }
    return { result, after }
  }
}

function isChain(parents: readonly number[]): boolean {
  return parents.every((parent, row) => parent === row - 1)
}

function chain(tokens: readonly number[]): Pick<TokenTree, 'tokens' | 'parents'> {
  return { tokens, parents: tokens.map((_, at) => at - 1) }
}

/** Tokens that follow each other without a branch or a wanted one among them, from the first. */
function trunkLength(tree: TokenTree): number {
  const wanted = new Set(tree.wanted)
  const children = tree.parents.reduce((count, parent) => count.set(parent, (count.get(parent) ?? 0) + 1), new Map<number, number>())
  let at = 0
  while (at < tree.tokens.length && tree.parents[at] === at - 1 && children.get(at - 1) === 1 && !wanted.has(at)) at++
  return at
}
