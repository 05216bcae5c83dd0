import { matchLabel } from '../answer/labelMatch.ts'
import type { Field, LabelId } from '../domain/scheme.ts'

/**
 * The canonical form of a coded label, or undefined where the text is none: `1`, `-1`, `1.0` (as `1`), and one-hot vectors however
 * they are written (`[0, 0, 1]`, `0 0 1`, `[0. 0. 1.]`) as `[0,0,1]`.
 */
export function labelCode(raw: string): string | undefined {
  const text = raw.normalize('NFKC').trim()
  if (!codeShape.test(text)) return undefined
  const numbers = (text.match(/[-+]?\d+(?:\.\d*)?/g) ?? []).map(Number)
  const [only] = numbers
  if (numbers.length === 1 && only !== undefined) return Number.isInteger(only) ? String(only) : undefined
  const oneHot = numbers.every((number) => number === 0 || number === 1) && numbers.filter((number) => number === 1).length === 1
  return oneHot ? `[${numbers.join(',')}]` : undefined
}

const codeShape = /^[[({]?\s*[-+]?\d{1,3}(?:\.0*)?(?:[\s,;|]+[-+]?\d{1,3}(?:\.0*)?)*\s*[\])}]?$/

export interface GuessedCodes {
  readonly codes: Readonly<Record<string, LabelId>>
  /** The file itself says so (`label(0=负面,1=中性,2=正面)`), or no other reading is possible (-1, 0, 1). */
  readonly certain: boolean
}

/**
 * What the codes in a column stand for, or undefined where they do not fit the field. By what the column's name says; else -1/0/1,
 * 0/1, 0/1/2, 1/2/3 and 1 to 5 over a polarity mean negative to positive; else numbers are places in the field's label order, from
 * 0, or from 1 where no 0 occurs and the last is as high as there are labels. A vector is the number of its place.
 */
export function guessCodes(column: string, codes: Iterable<string>, field: Field): GuessedCodes | undefined {
  const seen = [...new Set(codes)]
  if (seen.length === 0) return undefined
  const hinted = hintedCodes(column, field)
  if (hinted && seen.every((code) => hinted[code] !== undefined)) return { codes: hinted, certain: true }
  const vectors = seen.filter((code) => code.startsWith('['))
  if (vectors.length > 0) return vectors.length === seen.length ? guessVectors(vectors, field) : undefined
  const numbers = seen.map(Number)
  const low = Math.min(...numbers)
  const high = Math.max(...numbers)
  const scale = field.ordinal && field.labels.length === 3 ? polarityScale(field, low, high) : undefined
  if (scale) return { codes: scale, certain: low === -1 && high <= 1 }
  const base = low >= 1 && high === field.labels.length ? 1 : 0
  if (low < base || high - base >= field.labels.length) return undefined
  return { codes: Object.fromEntries(field.labels.map(({ id }, at) => [String(at + base), id])), certain: false }
}

function guessVectors(vectors: readonly string[], field: Field): GuessedCodes | undefined {
  const places = field.labels.length
  if (vectors.some((vector) => vector.split(',').length !== places)) return undefined
  const order = field.ordinal && places === 3 ? ascending(field) : field.labels.map(({ id }) => id)
  const oneHot = (at: number): string => `[${order.map((_, place) => (place === at ? 1 : 0)).join(',')}]`
  return { codes: Object.fromEntries(order.map((id, at) => [oneHot(at), id])), certain: false }
}

/** Lowest first: the scheme lists polarity from positive to negative. */
function ascending(field: Field): LabelId[] {
  return field.labels.map(({ id }) => id).reverse()
}

function polarityScale(field: Field, low: number, high: number): Record<string, LabelId> | undefined {
  const [negative, neutral, positive] = ascending(field) as [LabelId, LabelId, LabelId]
  if (low === -1 && high <= 1) return { '-1': negative, '0': neutral, '1': positive }
  if (low < 0) return undefined
  // A single value says nothing about the scale; two of 0 and 1 are the two ends.
  if (low === 0 && high === 1) return { '0': negative, '1': positive }
  if (low === 0 && high === 2) return { '0': negative, '1': neutral, '2': positive }
  if (low === 1 && high === 3) return { '1': negative, '2': neutral, '3': positive }
  if (low >= 1 && high === 5) return { '1': negative, '2': negative, '3': neutral, '4': positive, '5': positive }
  return low === high ? { '0': negative, '1': neutral, '2': positive } : undefined
}

/** `label(0=负面,1=中性,2=正面)`, `情感（0负 1中 2正）`, `label [neg, neu, pos]`. */
function hintedCodes(column: string, field: Field): Record<string, LabelId> | undefined {
  const hint = /[([{（【]([^)\]}）】]+)[)\]}）】]/.exec(column)?.[1]
  if (hint === undefined) return undefined
  const codes: Record<string, LabelId> = {}
  for (const [, code, word] of hint.normalize('NFKC').matchAll(/(-?\d+)\s*[-=:：.、是为]?\s*([^\d,，;；、/|=\s-]+)/g)) {
    const match = matchLabel(word!, field)
    if (match.kind === 'label') codes[code!] = match.id
  }
  if (Object.keys(codes).length === 0) {
    const order = hint.split(/[,，;；、/|\s]+/).map((word) => matchLabel(word, field))
    if (order.length < 2 || order.some(({ kind }) => kind !== 'label')) return undefined
    order.forEach((match, at) => {
      if (match.kind === 'label') codes[String(at)] = match.id
    })
  }
  const places = Object.keys(codes).filter((code) => Number(code) >= 0)
  for (const code of places) {
    const vector = Array.from({ length: places.length }, (_, place) => (String(place) === code ? 1 : 0))
    codes[`[${vector.join(',')}]`] = codes[code]!
  }
  return codes
}

/** Codes from the names that the file gives to 0, 1, 2 …; names that are no label of the field are left out. */
export function namedCodes(names: readonly string[], field: Field): GuessedCodes | undefined {
  const codes: Record<string, LabelId> = {}
  names.forEach((name, at) => {
    const match = matchLabel(name, field)
    if (match.kind === 'label') codes[String(at)] = match.id
  })
  return Object.keys(codes).length > 0 ? { codes, certain: true } : undefined
}
