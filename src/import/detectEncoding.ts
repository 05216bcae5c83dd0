import { analyse } from 'chardet'
import { plausibility } from './plausibility.ts'

/** Bytes that the decision rests on. */
const sampleBytes = 256 * 1024
const chunkBytes = 1 << 20

/**
 * The TextDecoder label of a text file, by its byte order mark, else by which reading of its bytes looks like text. Looks for bytes beyond
 * ASCII all through the file where its beginning has none.
 */
export async function detectEncoding(file: Blob): Promise<string> {
  const head = new Uint8Array(await file.slice(0, sampleBytes).arrayBuffer())
  const marked = markedEncoding(head)
  if (marked) return marked
  const sample = isAscii(head) && file.size > head.length ? await firstBeyondAscii(file) : head
  return sample ? likeliestEncoding(sample, sample !== head) : 'utf-8'
}

function markedEncoding(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return undefined
}

function isAscii(bytes: Uint8Array): boolean {
  // A NUL is what ASCII text in UTF-16 is full of.
  for (const byte of bytes) if (byte >= 0x80 || byte === 0) return false
  return true
}

/** The stretch of the file, from a line's start, where the first byte beyond ASCII stands. */
async function firstBeyondAscii(file: Blob): Promise<Uint8Array | undefined> {
  for (let from = 0; from < file.size; from += chunkBytes) {
    const bytes = new Uint8Array(await file.slice(from, from + chunkBytes).arrayBuffer())
    const at = bytes.findIndex((byte) => byte >= 0x80 || byte === 0)
    if (at < 0) continue
    const line = bytes.lastIndexOf(0x0a, at) + 1
    return new Uint8Array(await file.slice(from + line, from + line + sampleBytes).arrayBuffer())
  }
  return undefined
}

/** The best reading of a sample that may end within a character (and starts at one, or at a line's start). */
export function likeliestEncoding(sample: Uint8Array, inMidFile = false): string {
  if (isAscii(sample)) return 'utf-8'
  const bytes = sample.length > 64 * 1024 ? denseWindow(sample) : sample
  const wide = !inMidFile && looksWide(sample)
  const candidates = new Set<string>(wide ? ['utf-16le', 'utf-16be', 'utf-8', 'gb18030', 'big5'] : ['utf-8', 'gb18030', 'big5'])
  const guesses = new Map<string, number>()
  for (const { name, confidence } of analyse(bytes)) {
    const label = labels[name]
    if (label === undefined || wide) continue
    candidates.add(label)
    guesses.set(label, Math.max(confidence, guesses.get(label) ?? 0))
  }
  let best = 'utf-8'
  let bestScore = -Infinity
  for (const encoding of candidates) {
    const text = new TextDecoder(encoding).decode(encoding.startsWith('utf-16') ? sample : bytes, { stream: true })
    // What chardet believes settles what lies close together; UTF-8 that is valid all through is hardly ever anything else.
    const prior = (guesses.get(encoding) ?? 0) / 400 + (encoding === 'utf-8' && !wide && isUtf8(bytes) ? 20 : 0)
    const score = (plausibility(text, wide) ?? 0) + prior
    if (score > bestScore) {
      best = encoding
      bestScore = score
    }
  }
  return best
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** chardet's names for what TextDecoder knows and a Chinese user may meet. */
const labels: Readonly<Record<string, string>> = {
  'UTF-8': 'utf-8',
  GB18030: 'gb18030',
  Big5: 'big5',
  Shift_JIS: 'shift_jis',
  'EUC-KR': 'euc-kr',
  'ISO-8859-1': 'windows-1252',
  'windows-1252': 'windows-1252',
}

/** 64 kB from the first line with a byte beyond ASCII on: what stands before reads alike in all candidates. */
function denseWindow(sample: Uint8Array): Uint8Array {
  const first = sample.findIndex((byte) => byte >= 0x80)
  const line = sample.lastIndexOf(0x0a, first) + 1
  return sample.subarray(line, line + 64 * 1024)
}

/** NULs at one in two hundred bytes or more: no encoding of single bytes has them. */
function looksWide(sample: Uint8Array): boolean {
  let nuls = 0
  for (const byte of sample) if (byte === 0) nuls++
  return sample.length >= 2 && nuls * 200 >= sample.length
}
