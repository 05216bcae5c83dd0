/**
 * Undoes what is no loss in a record that JSON.parse refuses: a byte order mark in mid-file (two files joined), a comma behind the record
 * (lines cut from an array) or before a closing bracket, the bare NaN and Infinity that Python writes (as null), a Python or JavaScript literal
 * in place of JSON (single quotes, None, True, keys without quotes), and control characters that stand in a string as they are.
 */
export function mendJson(raw: string): string {
  const bare = raw.replace(/^[\s\ufeff\u200b\u0000]+|[\s,\ufeff\u200b\u0000]+$/g, '')
  return bare.replace(token, (found, at: number) => {
    switch (found.charAt(0)) {
      case '"':
        return controlsEscaped(found)
      case "'":
        return fromSingleQuotes(found)
      case ',':
        return ''
      default:
        if (/^\s*:/.test(bare.slice(at + found.length, at + found.length + 20))) return `"${found}"`
        return words.get(found.replace('-', '')) ?? found
    }
  })
}

/** Strings in either quotes, words outside of them, and commas that nothing follows. */
const token = /"[^"\\]*(?:\\[^][^"\\]*)*"|'[^'\\]*(?:\\[^][^'\\]*)*'|-?[A-Za-z_$][\w$]*|,(?=\s*[}\]])/g

const words: ReadonlyMap<string, string> = new Map([
  ...['None', 'NaN', 'nan', 'Infinity', 'inf', 'undefined', 'null'].map((word) => [word, 'null'] as const),
  ...['True', 'true'].map((word) => [word, 'true'] as const),
  ...['False', 'false'].map((word) => [word, 'false'] as const),
])

function controlsEscaped(text: string): string {
  return text.replace(/[\u0000-\u001f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function fromSingleQuotes(quoted: string): string {
  const inner = quoted.slice(1, -1).replace(/\\x([\da-fA-F]{2})|\\[^]|"/g, (found, hex: string | undefined) => {
    if (hex !== undefined) return `\\u00${hex}`
    return found === "\\'" ? "'" : found === '"' ? '\\"' : found
  })
  return controlsEscaped(`"${inner}"`)
}
