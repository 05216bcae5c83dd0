/**
 * The source text of a number in a JSON object, as JSON.parse would lose it: `1234567890123456789`, `412646149.0`, `1.23E+18`.
 * Looks at the object's own keys only; of a repeated key the last one counts, as for JSON.parse.
 * @returns undefined where the key is missing or no number. `json` must be an object that JSON.parse accepts.
 */
export function numberSource(json: string, key: string): string | undefined {
  let depth = 0
  let found: string | undefined
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === 0x7b || code === 0x5b) depth++
    else if (code === 0x7d || code === 0x5d) depth--
    else if (code === 0x22) {
      const end = stringEnd(json, at)
      if (depth === 1) {
        number.lastIndex = end
        const match = number.exec(json)
        if (match && sameKey(json.slice(at, end), key)) found = match[1]
      }
      at = end - 1
    }
  }
  return found
}

/** A colon and a number: what stands behind a key whose value is a number. */
const number = /\s*:\s*(-?\d[\d.eE+-]*)/y

/** The index behind a string's closing quote; `at` is its opening one. */
export function stringEnd(json: string, at: number): number {
  for (let quote = json.indexOf('"', at + 1); quote >= 0; quote = json.indexOf('"', quote + 1)) {
    let back = quote
    while (json.charCodeAt(back - 1) === 0x5c) back--
    if ((quote - back) % 2 === 0) return quote + 1
  }
  return json.length
}

function sameKey(quoted: string, key: string): boolean {
  return quoted.includes('\\') ? JSON.parse(quoted) === key : quoted.length === key.length + 2 && quoted.startsWith(key, 1)
}
