/** Text as bytes of encodings that TextEncoder does not write; characters that the encoding lacks become `?`. */
export function encode(text: string, encoding: string, byteOrderMark = false): Uint8Array<ArrayBuffer> {
  if (encoding === 'utf-8') return new TextEncoder().encode((byteOrderMark ? '\ufeff' : '') + text)
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return wide((byteOrderMark ? '\ufeff' : '') + text, encoding === 'utf-16le')
  const table = tableOf(encoding)
  const bytes: number[] = []
  for (const character of text) {
    const code = character.codePointAt(0)!
    if (code < 0x80) bytes.push(code)
    else bytes.push(...(table.get(character) ?? [0x3f]))
  }
  return Uint8Array.from(bytes)
}

function wide(text: string, little: boolean): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length * 2)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), little)
  return bytes
}

const tables = new Map<string, Map<string, readonly number[]>>()

/** The encoding's two-byte characters, found by decoding all pairs. */
function tableOf(encoding: string): Map<string, readonly number[]> {
  const known = tables.get(encoding)
  if (known) return known
  const table = new Map<string, readonly number[]>()
  const decoder = new TextDecoder(encoding)
  for (let lead = 0x81; lead < 0xff; lead++) {
    for (let trail = 0x40; trail < 0xff; trail++) {
      const character = decoder.decode(Uint8Array.of(lead, trail))
      if (character.length === 1 && character !== '\ufffd' && !table.has(character)) table.set(character, [lead, trail])
    }
  }
  tables.set(encoding, table)
  return table
}
