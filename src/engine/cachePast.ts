import type { KeyValues } from './causalGraph.ts'
import type { Past } from './session.ts'

/** A cache, and which of its columns belong to the text: a tree's cache also holds branches that it does not go on from. */
export class CachePast implements Past {
  readonly length: number
  readonly cache: KeyValues
  /** The position of each column; NaN where it belongs to another branch. */
  readonly columns: Float64Array

  constructor(length: number, cache: KeyValues, columns: Float64Array) {
    this.length = length
    this.cache = cache
    this.columns = columns
  }

  /** One text from its beginning, each token in its place. */
  static plain(length: number, cache: KeyValues): CachePast {
    return new CachePast(length, cache, Float64Array.from({ length }, (_, at) => at))
  }

  get isPlain(): boolean {
    return this.columns.length === this.length && this.columns.every((position, at) => position === at)
  }
}

/** @throws TypeError for a past of another kind of session. */
export function cachePast(past: Past): CachePast {
  if (!(past instanceof CachePast)) throw new TypeError('a past of another session')
  return past
}
