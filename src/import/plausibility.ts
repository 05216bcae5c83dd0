import { commonCharacters } from './commonCharacters.ts'

/**
 * How much a decoded text looks like one that people wrote: the mean over its characters beyond ASCII, from about -10 (rubbish) to 2
 * (everyday Chinese). Undefined where there is none: ASCII reads the same in every encoding that keeps it. Among encodings that do not
 * (UTF-16), ASCII counts too.
 */
export function plausibility(text: string, countAscii = false): number | undefined {
  let sum = 0
  let count = 0
  for (const character of text) {
    const code = character.codePointAt(0)!
    if (code < 0x80) {
      // Control characters betray an encoding of two bytes a unit read as one of one.
      if (code < 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) {
        sum -= 5
        count++
      } else if (countAscii) {
        sum += 1
        count++
      }
      continue
    }
    sum += weight(code, character)
    count++
  }
  return count === 0 ? undefined : sum / count
}

function weight(code: number, character: string): number {
  if (code >= 0x4e00 && code <= 0x9fff) return commonCharacters.has(character) ? 2 : 0.2
  // Punctuation and full-width forms.
  if ((code >= 0x3000 && code <= 0x303f) || (code >= 0xff01 && code <= 0xff5e) || code === 0x2014 || code === 0x2026) return 1.5
  if (code >= 0x2018 && code <= 0x201d) return 1.5
  if (code === 0xfffd) return -10
  if ((code >= 0xe000 && code <= 0xf8ff) || code < 0xa0 || code >= 0xf0000) return -6
  // Emoji and symbols.
  if ((code >= 0x2190 && code <= 0x2bff) || code === 0xfe0f || (code >= 0x1f000 && code <= 0x1faff)) return 0.5
  if (code >= 0x3040 && code <= 0x30ff) return 0.3
  if (code >= 0xac00 && code <= 0xd7a3) return 0.2
  if (code >= 0xff61 && code <= 0xffdc) return -1.5
  if (code >= 0xa0 && code <= 0x24f) return -0.5
  return -1
}
