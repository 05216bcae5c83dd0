import { CacheSession, chunkLength } from './cacheSession.ts'
import { forwardCut } from './forwardCut.ts'
import type { Past, Scored, TokenTree } from './session.ts'

/** A trunk longer than this is read in chunks up to its last: scores are rows x columns x heads. */
const longTrunk = forwardCut.trunk

/** Walks a rewritten graph (`CausalGraph.takesBias`): a whole tree of tokens in one forward, each token seeing its ancestors only. */
export class TreeSession extends CacheSession {
  readonly kind = 'tree'

  async score(past: Past, tree: TokenTree, onward: boolean): Promise<Scored> {
    const trunk = trunkLength(tree)
    const cut = trunk > longTrunk ? Math.floor((trunk - 1) / chunkLength) * chunkLength : 0
    const before = await this.extend(past, tree.tokens.slice(0, cut))
    const rows = { tokens: tree.tokens.slice(cut), parents: tree.parents.slice(cut).map((parent) => Math.max(parent - cut, -1)) }
    const { result, after } = await this.forward(before, rows, { wanted: tree.wanted.map((token) => token - cut), options: tree.options, onward })
    return { logits: result.logits, at: (token) => ({ past: after(token - cut), behind: [] }) }
  }
}

/** Tokens that follow each other without a branch or a wanted one among them, from the first. */
function trunkLength(tree: TokenTree): number {
  const wanted = new Set(tree.wanted)
  const children = tree.parents.reduce((count, parent) => count.set(parent, (count.get(parent) ?? 0) + 1), new Map<number, number>())
  let at = 0
  while (at < tree.tokens.length && tree.parents[at] === at - 1 && children.get(at - 1) === 1 && !wanted.has(at)) at++
  return at
}
