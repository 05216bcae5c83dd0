/**
 * A Bloom filter of the character pieces of a model's training texts (tools/models/README.md, "bloom.bin"), and the pieces of a text.
 * Pure: bytes in, answers out. Source: Bloom (1970).
 */
export interface BloomFilter {
  /** Characters (code points) in a piece. */
  readonly gram: number
  /** One piece in so many was entered. */
  readonly sampling: number
  /** Pieces entered. */
  readonly entered: number
  /** The chance that a piece that was never entered is said to have been: (share of bits set) ^ hashes. */
  readonly falsePositives: number
  /** How many of the text's pieces can be asked for, and how many of these were (probably) entered. */
  seen(text: string): PiecesSeen
}

export interface PiecesSeen {
  readonly asked: number
  readonly seen: number
}

/** @throws on bytes that are no such filter. */
export function readBloom(bytes: Uint8Array): BloomFilter {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < HEADER || String.fromCharCode(...bytes.subarray(0, 4)) !== 'XWBF') throw new RangeError('no filter of pieces')
  const [version, gram, sampling, hashes, log2Bits, entered] = Array.from({ length: 6 }, (_, at) => view.getUint32(4 + 4 * at, true)) as [number, number, number, number, number, number]
  if (version !== 1) throw new RangeError(`filter of version ${version}`)
  if (gram < 1 || sampling < 1 || hashes < 1 || log2Bits > 32 || bytes.length !== HEADER + 2 ** log2Bits / 8) throw new RangeError(`a filter of ${bytes.length} bytes for 2^${log2Bits} bits`)
  const mask = 2 ** log2Bits - 1
  let ones = 0
  for (let at = HEADER; at < bytes.length; at++) for (let byte = bytes[at]!; byte > 0; byte &= byte - 1) ones++
  const has = (first: number, second: number): boolean => {
    for (let step = 0; step < hashes; step++) {
      const bit = ((first + Math.imul(step, second)) & mask) >>> 0
      if ((bytes[HEADER + (bit >>> 3)]! & (1 << (bit & 7))) === 0) return false
    }
    return true
  }
  return {
    gram, sampling, entered,
    falsePositives: (ones / 2 ** log2Bits) ** hashes,
    seen(text) {
      const points = pieces(text)
      let asked = 0
      let seen = 0
      for (let start = 0; start + gram <= points.length; start++) {
        const first = pieceHash(points, start, gram, 0x811c9dc5)
        if (first % sampling !== 0) continue
        asked++
        if (has(Math.floor(first / sampling), pieceHash(points, start, gram, 0x9747b28c) | 1)) seen++
      }
      return { asked, seen }
    },
  }
}

const HEADER = 28

/** A text's code points in compatibility form without white space. */
export function pieces(text: string): Int32Array {
  return Int32Array.from(text.normalize('NFKC').replace(WHITE_SPACE, ''), (character) => character.codePointAt(0)!)
}

/** What Python's `str.split()` takes for white space, which is more than a pattern's `\s` (the separators) and less (no byte order mark). */
const WHITE_SPACE = /[\t-\r\u001c-\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/g

/** FNV-1a over the code points of a piece, mixed so that all bits depend on all of them. */
export function pieceHash(points: Int32Array, start: number, length: number, base: number): number {
  let hash = base
  for (let at = start; at < start + length; at++) hash = Math.imul(hash ^ points[at]!, 16777619)
  hash ^= hash >>> 16
  hash = Math.imul(hash, 0x85ebca6b)
  hash ^= hash >>> 13
  hash = Math.imul(hash, 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
