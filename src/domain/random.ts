/**
 * Seeded randomness. Whatever draws (an order of samples, a resample, few-shot examples) takes a `Random`, so that a
 * number can be had again from its seed. Never for secrets.
 *
 * The generator is sfc32 of Chris Doty-Humphrey's PractRand: 128 bits of state with a counter, period at least 2^32
 * and 2^127 on average. Its first 20 outputs are thrown away, so that close seeds do not start alike.
 */
export interface Random {
  /** 32 random bits, as an integer from 0 to 2^32 - 1. */
  bits(): number
  /** A number from [0, 1), multiples of 2^-53, all alike. */
  uniform(): number
  /** An integer from 0 to n - 1, exactly uniform. @throws unless n is an integer from 1 to 2^53 - 1. */
  integer(n: number): number
  /** A copy in random order, every order alike (Fisher-Yates). */
  shuffle<Item>(items: readonly Item[]): Item[]
  /**
   * An independent generator for a named purpose. It depends on this one's seed and the name, not on what has been
   * drawn already: the order in which purposes are served changes nothing.
   */
  derive(seed: string): Random
}

/** A generator that gives the same numbers for the same seed, on every machine. */
export function seededRandom(seed: string | number): Random {
  return new Sfc32(String(seed))
}

const WORD = 0x1_0000_0000

class Sfc32 implements Random {
  private readonly seed: string
  private readonly state: Int32Array

  constructor(seed: string) {
    this.seed = seed
    this.state = new Int32Array([hash(seed, 0x9e3779b9), hash(seed, 0x243f6a88), hash(seed, 0xb7e15162), 1])
    for (let warmUp = 0; warmUp < 20; warmUp++) this.bits()
  }

  bits(): number {
    const state = this.state
    const b = state[1]!
    const c = state[2]!
    const counter = state[3]!
    const out = (state[0]! + b + counter) | 0
    state[3] = counter + 1
    state[0] = b ^ (b >>> 9)
    state[1] = c + (c << 3)
    state[2] = ((c << 21) | (c >>> 11)) + out
    return out >>> 0
  }

  uniform(): number {
    return ((this.bits() >>> 5) * 0x400_0000 + (this.bits() >>> 6)) / 0x20_0000_0000_0000
  }

  integer(n: number): number {
    if (!Number.isSafeInteger(n) || n < 1) throw new RangeError(`no integer below ${n}`)
    if (n > 0x20_0000) return this.largeInteger(n)
    // Lemire (2019): the upper half of a 32 x 21 bit product, exact in a double; the few low halves that would make
    // some results likelier are drawn again.
    for (;;) {
      const product = this.bits() * n
      const high = Math.floor(product / WORD)
      const low = product - high * WORD
      if (low >= n || low >= WORD % n) return high
    }
  }

  shuffle<Item>(items: readonly Item[]): Item[] {
    const shuffled = [...items]
    for (let last = shuffled.length - 1; last > 0; last--) {
      const other = this.integer(last + 1)
      const item = shuffled[last] as Item
      shuffled[last] = shuffled[other] as Item
      shuffled[other] = item
    }
    return shuffled
  }

  derive(seed: string): Random {
    return new Sfc32(`${this.seed}\u0000${seed}`)
  }

  private largeInteger(n: number): number {
    const all = 0x20_0000_0000_0000
    const fair = all - (all % n)
    for (;;) {
      const drawn = this.uniform() * all
      if (drawn < fair) return drawn % n
    }
  }
}

/** MurmurHash3 (32 bit, Austin Appleby, public domain) over the UTF-16 units of a text, one unit a block. */
function hash(text: string, seed: number): number {
  let state = seed | 0
  for (let at = 0; at < text.length; at++) {
    let block = Math.imul(text.charCodeAt(at), 0xcc9e2d51)
    block = Math.imul((block << 15) | (block >>> 17), 0x1b873593)
    state ^= block
    state = (Math.imul((state << 13) | (state >>> 19), 5) + 0xe6546b64) | 0
  }
  state ^= text.length
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
  return state ^ (state >>> 16)
}
