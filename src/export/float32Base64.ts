/** Float32 numbers as base64 of their little-endian bytes: every bit comes back. */
export function encodeFloats(parts: readonly Float32Array[]): string {
  let count = 0
  for (const part of parts) count += part.length
  const bytes = new Uint8Array(count * 4)
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const part of parts) {
    for (let number = 0; number < part.length; number++) {
      view.setFloat32(at, part[number]!, true)
      at += 4
    }
  }
  return base64(bytes)
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
/** Both characters of each 12 bits. `btoa` would want a string of bytes first, which costs more than the rest. */
const pairs = Array.from({ length: 4096 }, (_, bits) => alphabet.charAt(bits >> 6) + alphabet.charAt(bits & 63))

function base64(bytes: Uint8Array): string {
  const whole = bytes.length - (bytes.length % 3)
  let text = ''
  for (let at = 0; at < whole; at += 3) {
    const bits = (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!
    text += pairs[bits >> 12]! + pairs[bits & 4095]!
  }
  if (bytes.length - whole === 1) return `${text}${pairs[bytes[whole]! << 4]!}==`
  if (bytes.length - whole === 2) {
    const bits = (bytes[whole]! << 8) | bytes[whole + 1]!
    return `${text}${pairs[bits >> 4]!}${alphabet.charAt((bits << 2) & 63)}=`
  }
  return text
}

/** @returns undefined where the text is not base64 of whole numbers. */
export function decodeFloats(text: string): Float32Array | undefined {
  let decoded: string
  try {
    decoded = atob(text)
  } catch {
    return undefined
  }
  if (decoded.length % 4 !== 0) return undefined
  const view = new DataView(new ArrayBuffer(decoded.length))
  for (let byte = 0; byte < decoded.length; byte++) view.setUint8(byte, decoded.charCodeAt(byte))
  const numbers = new Float32Array(decoded.length / 4)
  for (let number = 0; number < numbers.length; number++) numbers[number] = view.getFloat32(number * 4, true)
  return numbers
}
