import { cachePast } from './cachePast.ts'
import { CacheSession, chain } from './cacheSession.ts'
import type { Past, Scored, TokenTree } from './session.ts'

/**
 * Walks any export: each branch is a plain forward on the cache of what stands before it. A forward leaves the cache that it was given
 * as it was, so branches share it. Batches of one: exports with GroupQueryAttention answer wrongly in larger ones.
 */
export class ForkSession extends CacheSession {
  readonly kind = 'fork'

  async score(past: Past, tree: TokenTree, onward: boolean): Promise<Scored> {
    if (!cachePast(past).isPlain) throw new TypeError('a fork goes on from one text, not from a branch of a tree')
    const children = childrenOf(tree)
    const wanted = new Set(tree.wanted)
    const rows = new Map<number, Float32Array>()
    let trunk: { past: Past; end: number } = { past, end: -1 }

    const walk = async (from: Past, first: number, isTrunk: boolean): Promise<void> => {
      const branch = [first]
      let last = first
      while (!wanted.has(last) && children[last]!.length === 1) {
        last = children[last]![0]!
        branch.push(last)
      }
      const next = children[last]!
      const goesOn = next.length > 0 || (isTrunk && onward)
      const { before, rest } = await this.readChunks(from, branch.map((token) => tree.tokens[token]!))
      const { result, after } = await this.forward(before, chain(rest), { wanted: wanted.has(last) ? [rest.length - 1] : [], options: tree.options, onward: goesOn })
      if (before !== from) this.release(before)
      const behind = after(rest.length - 1)
      if (wanted.has(last)) rows.set(last, result.logits[0]!)
      if (isTrunk && onward) trunk = { past: behind, end: last }
      for (const child of next) await walk(behind, child, false)
      if (!isTrunk) this.release(behind)
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
}

/** Children of each token, in order; the last entry holds those right behind the past. */
function childrenOf(tree: TokenTree): readonly (readonly number[])[] {
  const children: number[][] = Array.from({ length: tree.tokens.length + 1 }, () => [])
  tree.parents.forEach((parent, token) => children.at(parent)!.push(token))
  return children
}
