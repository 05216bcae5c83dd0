import type { KeyValues, Prefix } from './prefixCache.ts'
import type { Past } from './session.ts'

/** A cache, and which of its columns belong to the text: a tree's cache also holds branches that it does not go on from. */
export class CachePast implements Past {
  readonly length: number
  /** What the text begins with, kept apart because nothing changes it; null where the graph has no place for it, or nothing was pinned. */
  readonly prefix: Prefix | null
  /** What stands behind the prefix. */
  readonly cache: KeyValues
  /** The position in the text of each of the cache's columns; NaN where it belongs to another branch. */
  readonly columns: Float64Array

  constructor(length: number, prefix: Prefix | null, cache: KeyValues, columns: Float64Array) {
    this.length = length
    this.prefix = prefix
    this.cache = cache
    this.columns = columns
  }

  /** One text from its beginning, each token in its place. */
  get isPlain(): boolean {
    const from = this.prefix?.length ?? 0
    return from + this.columns.length === this.length && this.columns.every((position, at) => position === from + at)
  }
}

/** @throws TypeError for a past of another kind of session. */
export function cachePast(past: Past): CachePast {
  if (!(past instanceof CachePast)) throw new TypeError('a past of another session')
  return past
}
