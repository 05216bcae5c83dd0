import type { Field } from '../domain/scheme.ts'
import { lineLabel, stripped, type WrittenLabel } from './writtenValue.ts'

/**
 * Labels as letters in one row (`A C D Q`, `A、C、D、Q`, `ACDQ`), one for each field in order, with or without a heading before them
 * (`答案：`); undefined where a line is no such row.
 * @param cut the text ends here: a row that is too short is the beginning of one, and says nothing of the fields after it.
 */
export function rowLabels(line: string, fields: readonly Field[], cut: boolean): readonly WrittenLabel[] | undefined {
  const letters = lettersOf(stripped(line)) ?? lettersOf(stripped(line.replace(/^[^:：]{1,16}[:：]/, '')))
  if (!letters || letters.length > fields.length || (letters.length < fields.length && !cut)) return undefined
  return fields.map((field, at) => (at < letters.length ? lineLabel(letters[at]!, field, 'letter') : { kind: 'none' }))
}

/** The letters of a row; undefined for anything else, a single letter included: it may belong to any field. */
function lettersOf(value: string): readonly string[] | undefined {
  const plain = value.normalize('NFKC').replace(/^[([【]|[)\]】]$/g, '').trim()
  const apart = plain.split(/\s*[\s,，、;；/|>→+\-]\s*/)
  const letters = apart.length === 1 && /^[A-Z]+$/.test(plain) ? Array.from(plain) : apart
  return letters.length > 1 && letters.every((letter) => /^[a-z]$/i.test(letter)) ? letters : undefined
}
