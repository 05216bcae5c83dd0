import type { Sha256 } from './units.ts'

/**
 * SHA-256 of a list of texts: what samples, plans and runs are told apart by. It hashes the UTF-8 of
 * `JSON.stringify(parts)`, so that ['ab', 'c'] and ['a', 'bc'] differ, lone surrogates keep apart, and anybody can repeat it:
 * Python's `sha256(json.dumps(parts, ensure_ascii=False, separators=(',', ':')).encode()).hexdigest()`.
 *
 * Pure and synchronous on purpose: `crypto.subtle` is asynchronous (50,000 promises) and missing on plain http; hash-wasm's
 * hasher must be awaited before its first use, which every module that hashes would have to remember, and is no faster on texts of
 * this length (52,882 samples: 0.17 s both). For model files of hundreds of megabytes take hash-wasm.
 */
export function contentHash(parts: readonly string[]): Sha256 {
  shared ??= new ContentHash()
  shared.add(JSON.stringify(parts))
  return shared.digest()
}

/** One buffer for all: 50,000 of 4 kB each would keep the garbage collector busy. */
let shared: ContentHash | undefined

/** SHA-256 (FIPS 180-4) of texts added one after the other, as UTF-8. A text must not end within a surrogate pair. */
export class ContentHash {
  private readonly state = Int32Array.from(initialState)
  private buffer = new Uint8Array(4096)
  private filled = 0
  private total = 0

  add(text: string): void {
    // A UTF-16 unit takes 3 bytes of UTF-8 at most; 72 leave room for the padding.
    const room = this.filled + text.length * 3 + 72
    if (room > this.buffer.length) {
      const larger = new Uint8Array(room * 2)
      larger.set(this.buffer.subarray(0, this.filled))
      this.buffer = larger
    }
    const { written } = encoder.encodeInto(text, this.buffer.subarray(this.filled))
    this.filled += written
    this.total += written
    const whole = this.filled - (this.filled % 64)
    for (let at = 0; at < whole; at += 64) compress(this.state, this.buffer, at)
    this.buffer.copyWithin(0, whole, this.filled)
    this.filled -= whole
  }

  /** The hash of everything added since the beginning or the last digest: it starts afresh. */
  digest(): Sha256 {
    const { buffer, state } = this
    const end = this.filled + 9 > 64 ? 128 : 64
    buffer.fill(0, this.filled, end)
    buffer[this.filled] = 0x80
    writeWord(buffer, end - 8, Math.floor(this.total / 0x2000_0000))
    writeWord(buffer, end - 4, this.total * 8)
    for (let at = 0; at < end; at += 64) compress(state, buffer, at)
    for (let at = 0; at < 64; at++) digits[at] = hexadecimal.charCodeAt((state[at >> 3]! >>> (28 - (at & 7) * 4)) & 15)
    const hex = String.fromCharCode(...digits)
    state.set(initialState)
    this.filled = 0
    this.total = 0
    return hex
  }
}

function writeWord(bytes: Uint8Array, at: number, word: number): void {
  bytes[at] = word >>> 24
  bytes[at + 1] = word >>> 16
  bytes[at + 2] = word >>> 8
  bytes[at + 3] = word
}

const encoder = new TextEncoder()
const hexadecimal = '0123456789abcdef'
/** Character codes of a digest: one flat string at the end, not 64 joined ones. */
const digits: number[] = Array.from({ length: 64 }, () => 0)
/** First 32 bits of the fractional parts of the roots of the first primes, as the standard defines its constants. */
const primes = [2]
for (let n = 3; primes.length < 64; n += 2) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
const fraction = (x: number): number => ((x - Math.floor(x)) * 0x1_0000_0000) | 0
const initialState = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))
const constants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))
const schedule = new Int32Array(64)

/** One block of 64 bytes. */
function compress(state: Int32Array, bytes: Uint8Array, from: number): void {
  const w = schedule
  for (let i = 0; i < 16; i++) {
    const at = from + i * 4
    w[i] = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
  }
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15]!
    const y = w[i - 2]!
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    w[i] = (w[i - 16]! + w[i - 7]! + s0 + s1) | 0
  }
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  let e = state[4]!
  let f = state[5]!
  let g = state[6]!
  let h = state[7]!
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + constants[i]! + w[i]!) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  state[0] = state[0]! + a
  state[1] = state[1]! + b
  state[2] = state[2]! + c
  state[3] = state[3]! + d
  state[4] = state[4]! + e
  state[5] = state[5]! + f
  state[6] = state[6]! + g
  state[7] = state[7]! + h
}
