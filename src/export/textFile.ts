/** A file to be saved or packed: its name, which may have folders with forward slashes, and its text (UTF-8). */
export interface TextFile {
  readonly name: string
  readonly text: string
}

/** A name that is one path segment on every system: what is not letter, digit, dot, hyphen or underscore becomes a hyphen. */
export function fileNamePart(name: string): string {
  const part = name.normalize('NFC').replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[-.]+|[-.]+$/g, '')
  return part === '' ? 'unnamed' : part.slice(0, 80)
}
