import type { Tokens } from '../domain/units.ts'

/** Tokens behind a past, each behind its parent: what one question needs to know. */
export interface TokenTree {
  readonly tokens: readonly number[]
  /** Index of each token's parent, smaller than its own; -1 where it stands right behind the past. */
  readonly parents: readonly number[]
  /** Ascending indices of the tokens after which the next token's logits are wanted. */
  readonly wanted: readonly number[]
  /** The tokens that may come next anywhere, ascending: only their logits are wanted. null: the whole vocabulary's. */
  readonly options: readonly number[] | null
}

/** What a model has read, as one session keeps it. Never changed once made, so that any number of branches may start from it. */
export interface Past {
  readonly length: Tokens
}

export interface Scored {
  /** One row for each wanted token, in order; a column for each of the tree's options, or for each token of the vocabulary. */
  readonly logits: readonly Float32Array[]
  /** A past from which one can go on behind a token of the tree, once `behind` is put before what comes next. */
  at(token: number): { readonly past: Past; readonly behind: readonly number[] }
}

/** Walks a causal model: forks of its cache, or one forward over a whole tree. The results are the same up to rounding. */
export interface Session {
  readonly kind: 'fork' | 'tree'
  readonly nothing: Past
  /** Reads tokens in chunks of a fixed size, so that the result does not depend on who asks. */
  extend(past: Past, tokens: readonly number[]): Promise<Past>
  /** Reads tokens and says what may come next. */
  step(past: Past, tokens: readonly number[]): Promise<{ readonly past: Past; readonly logits: Float32Array }>
  /** @param onward whether `at` will be asked; false spares the cache's way out of the runtime. */
  score(past: Past, tree: TokenTree, onward: boolean): Promise<Scored>
  /** Never gives up this past (a prefix), until another is pinned. @returns the same text's past in the form that is cheapest to go on from. */
  pin(past: Past): Past
  /** Gives up every past made so far, except for those named and the pinned one. */
  keepOnly(pasts: readonly Past[]): void
}
