import type { FindingCode } from '../domain/dataset.ts'

export interface OddCharacters {
  readonly code: Extract<FindingCode, 'undecodable' | 'controlCharacters'>
  /** Code points found, each once, as `U+200B U+FEFF`, ten at most. */
  readonly characters: string
}

/** Replacement characters and halves of surrogate pairs: something was lost on the way here. */
const lost = /[\ufffd\p{Surrogate}]/gu
/** Characters that nobody sees. Tab, line feed and the joiner within emoji are in order. */
const unseen =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u2064\ufeff]|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d/gu
/** One pass that nearly every text passes; the two above tell what it was. */
const suspect = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ud800-\udfff\ufeff\ufffd]/

/** What is odd about a text's characters; at most one entry of each code. */
export function oddCharacters(text: string): readonly OddCharacters[] {
  if (!suspect.test(text)) return []
  const found: OddCharacters[] = []
  const undecodable = text.match(lost)
  if (undecodable) found.push({ code: 'undecodable', characters: list(undecodable) })
  const control = text.match(unseen)
  if (control) found.push({ code: 'controlCharacters', characters: list(control) })
  return found
}

function list(characters: readonly string[]): string {
  const points = new Set(characters.map((character) => `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`))
  return [...points].slice(0, 10).join(' ')
}

/** Nothing that anybody could read: white space and invisible characters only. */
export function isBlank(text: string): boolean {
  // A letter or a Chinese character in front: the usual case needs no more.
  const first = text.charCodeAt(0)
  if ((first > 0x20 && first < 0x7f) || (first >= 0x4e00 && first <= 0x9fff)) return false
  return /^[\s\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]*$/.test(text)
}
