import type { Bytes } from '../domain/units.ts'

export interface TextChunk {
  /** Line ends are line feeds, whatever the file uses: CR LF, CR alone and mixtures are normalised. */
  readonly text: string
  readonly readBytes: Bytes
}

/** Bytes that are asked for at a time: large enough to keep the awaits few. */
const chunkBytes = 1 << 20
/** Bytes that are turned into text at a time: what comes of them is to be done with before the collector has moved it to where it stays. */
const pieceBytes = 1 << 17

/**
 * A file's text in pieces. Characters and CR LF pairs split by a chunk's border come out whole; a byte order mark at the start is
 * taken off; bytes that are no character become U+FFFD.
 * @throws the signal's reason when it is aborted; a RangeError for an unknown encoding.
 */
export async function* decodedText(file: Blob, encoding: string, signal?: AbortSignal): AsyncGenerator<TextChunk> {
  const decoder = new TextDecoder(encoding)
  let heldReturn = false
  for (let from = 0; from < file.size; from += chunkBytes) {
    signal?.throwIfAborted()
    const bytes = new Uint8Array(await file.slice(from, from + chunkBytes).arrayBuffer())
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const piece = bytes.subarray(at, at + pieceBytes)
      const readBytes = from + at + piece.length
      const last = readBytes === file.size
      let text = decoder.decode(piece, { stream: !last })
      if (heldReturn) text = `\r${text}`
      heldReturn = !last && text.endsWith('\r')
      if (heldReturn) text = text.slice(0, -1)
      if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n')
      if (text !== '' || last) yield { text, readBytes }
    }
  }
}
