import type { Past, Session, TokenTree } from '../../src/engine/session.ts'

/** A past that is its tokens. */
class ToyPast implements Past {
  readonly tokens: readonly number[]

  constructor(tokens: readonly number[]) {
    this.tokens = tokens
  }

  get length(): number {
    return this.tokens.length
  }
}

/** A model whose logits are a hash of everything that was read: any slip in what a branch sees changes them. */
export function toyLogits(tokens: readonly number[], vocabulary: number): Float32Array {
  const seed = tokens.reduce((hash, token) => Math.imul(hash ^ (token + 1), 0x01000193) >>> 0, 0x811c9dc5)
  return Float32Array.from({ length: vocabulary }, (_, token) => {
    const mixed = Math.imul(seed ^ Math.imul(token + 1, 0x9e3779b1), 0x85ebca6b) >>> 0
    return (mixed / 2 ** 32) * 6 - 3
  })
}

/** A session over the toy model. It counts its forwards. */
export class ToySession implements Session {
  readonly kind: 'fork' | 'tree'
  readonly nothing = new ToyPast([])
  readonly vocabulary: number
  readonly forwards: TokenTree[] = []

  constructor(vocabulary: number, kind: 'fork' | 'tree' = 'tree') {
    this.vocabulary = vocabulary
    this.kind = kind
  }

  extend(past: Past, tokens: readonly number[]): Promise<Past> {
    return Promise.resolve(new ToyPast([...read(past), ...tokens]))
  }

  step(past: Past, tokens: readonly number[]): Promise<{ past: Past; logits: Float32Array }> {
    const all = [...read(past), ...tokens]
    return Promise.resolve({ past: new ToyPast(all), logits: toyLogits(all, this.vocabulary) })
  }

  score(past: Past, tree: TokenTree): ReturnType<Session['score']> {
    this.forwards.push(tree)
    const upTo = (token: number): readonly number[] =>
      token < 0 ? read(past) : [...upTo(tree.parents[token]!), tree.tokens[token]!]
    return Promise.resolve({
      logits: tree.wanted.map((token) => {
        const row = toyLogits(upTo(token), this.vocabulary)
        return tree.options ? Float32Array.from(tree.options, (option) => row[option]!) : row
      }),
      at: (token: number) => this.kind === 'tree'
        ? { past: new ToyPast(upTo(token)), behind: [] }
        : { past, behind: upTo(token).slice(past.length) },
    })
  }

  pin(past: Past): Past {
    return past
  }

  keepOnly(): void {
    // nothing is held
  }
}

function read(past: Past): readonly number[] {
  if (!(past instanceof ToyPast)) throw new TypeError('a past of another session')
  return past.tokens
}
