/** Float32 numbers as base64 of their little-endian bytes: every bit comes back. */
export function encodeFloats(parts: readonly Float32Array[]): string {
  const count = parts.reduce((sum, { length }) => sum + length, 0)
  const view = new DataView(new ArrayBuffer(count * 4))
  let at = 0
  for (const part of parts) {
    for (const value of part) {
      view.setFloat32(at, value, true)
      at += 4
    }
  }
  let bytes = ''
  for (let byte = 0; byte < view.byteLength; byte++) bytes += String.fromCharCode(view.getUint8(byte))
  return btoa(bytes)
}

/** @returns undefined where the text is not base64 of whole numbers. */
export function decodeFloats(text: string): Float32Array | undefined {
  let bytes: string
  try {
    bytes = atob(text)
  } catch {
    return undefined
  }
  if (bytes.length % 4 !== 0) return undefined
  const view = new DataView(new ArrayBuffer(bytes.length))
  for (let byte = 0; byte < bytes.length; byte++) view.setUint8(byte, bytes.charCodeAt(byte))
  return Float32Array.from({ length: bytes.length / 4 }, (_, number) => view.getFloat32(number * 4, true))
}
