import { readFileSync } from 'node:fs'
import { OUT_OF_SCHEME, UNPARSED } from '../../src/metrics/confusion.ts'

/** Reads a fixture that a script in tools/golden/ made. */
export function golden(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../fixtures/metrics/${name}.json`, import.meta.url), 'utf8'))
}

/** One character a label (A is 0); `!` is gold outside the list, `.` an unparsed answer, `?` one out of scheme. */
export function indices(text: string): Int8Array {
  return Int8Array.from(text, (character) => {
    if (character === '.' || character === '!') return UNPARSED
    return character === '?' ? OUT_OF_SCHEME : character.charCodeAt(0) - 65
  })
}
