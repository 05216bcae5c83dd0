/**
 * 53 bits of a text, for finding equal rows among tens of thousands: two different texts out of 50,000 share one with a chance of 1e-7.
 * `seed` chains texts: the hash of what stood before.
 * cyrb53 by bryc (public domain). Never for identity that is stored: that is contentHash.
 */
export function fastHash(text: string, seed = 0): number {
  let a = 0xdeadbeef ^ seed
  let b = 0x41c6ce57 ^ (seed / 4294967296)
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    a = Math.imul(a ^ unit, 2654435761)
    b = Math.imul(b ^ unit, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return 4294967296 * (2097151 & b) + (a >>> 0)
}
