import type { Field, LabelId } from '../domain/scheme.ts'
import { simplify } from './traditional.ts'

/** What a written label means within one field. */
export type LabelMatch =
  | { readonly kind: 'label'; readonly id: LabelId }
  | { readonly kind: 'none' }
  /** More than one label is named, in the order of their first mention. */
  | { readonly kind: 'ambiguous'; readonly ids: readonly LabelId[] }

/** A label named somewhere in a text. */
export interface Mention {
  /** All labels that are spelled so; more than one only where a scheme uses a spelling twice. */
  readonly ids: readonly LabelId[]
  /** Place and length within `normaliseLabel(text)`, in UTF-16 units. */
  readonly at: number
  readonly length: number
}

/**
 * The label a cell or a short answer names: its id, name or alias in either language, whatever the case, width (NFKC), script
 * (traditional characters) and punctuation around it; `积极 (Positive)` and `A. 积极` too. Words beyond the label
 * make it none, unless they stand in brackets: `not positive` is no label, `负面（讽刺语气）` is.
 */
export function matchLabel(raw: string, field: Field): LabelMatch {
  const spellings = spellingsOf(field)
  const text = normaliseLabel(raw)
  const whole = spellings.ids.get(text)
  if (whole) return matched(whole)
  const ids = new Set<LabelId>()
  let unknown = false
  for (const piece of pieces(text)) {
    const exact = spellings.ids.get(piece.text) ?? spellings.ids.get(piece.text.replace(suffix, ''))
    if (exact) {
      for (const id of exact) ids.add(id)
      continue
    }
    if (spellings.headings.has(piece.text) || enumerator.test(piece.text)) continue
    let rest = ''
    let from = 0
    for (const mention of mentions(piece.text, spellings)) {
      for (const id of mention.ids) ids.add(id)
      rest += `${piece.text.slice(from, mention.at)} `
      from = mention.at + mention.length
    }
    rest += piece.text.slice(from)
    if (!piece.bracketed && !rest.split(' ').every((word) => word === '' || connector.test(word))) unknown = true
  }
  if (ids.size > 1) return { kind: 'ambiguous', ids: [...ids] }
  return unknown || ids.size === 0 ? { kind: 'none' } : matched([...ids])
}

/**
 * All labels named in a text, from left to right; at each place the longest spelling counts, so that `Veiled Negative` is not
 * `Negative`. Latin spellings must be whole words; spellings of a single Chinese character are not looked for.
 */
export function labelsNamedIn(text: string, field: Field): readonly Mention[] {
  return mentions(normaliseLabel(text), spellingsOf(field))
}

/**
 * A text as labels are compared: NFKC, lower case, simplified characters, no invisible characters, words parted by single
 * spaces (for `_`, too), no spaces between Chinese characters, no punctuation at either end.
 */
export function normaliseLabel(raw: string): string {
  return simplify(raw.replace(invisible, '').normalize('NFKC').toLowerCase())
    .replace(/[_\s]+/g, ' ')
    .replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '')
    .replace(edges, '')
}

interface Spellings {
  /** Normalised spelling to the labels that are spelled so. */
  readonly ids: ReadonlyMap<string, readonly LabelId[]>
  /** What is looked for inside texts, longest first. */
  readonly longestFirst: readonly string[]
  /** Words for the field itself, as in `情感立场：中性`. */
  readonly headings: ReadonlySet<string>
}

const invisible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]/g
const edges = /^[\s\p{P}\p{S}]+|[\s\p{P}\p{S}]+$/gu
/** What Chinese annotators put behind a label without meaning anything by it. */
const suffix = /(?:的?(?:情绪|情感|极性|倾向|立场|意图|评价|类别|态度)|的|性|类)$/
/** `3`, `b`, `(2)`: a list's marker before the label. */
const enumerator = /^(?:\d{1,2}|[a-z])$/
const connector = /^(?:和|与|或|及|以及|或者|并且|且|and|or|vs|的|情绪|情感|极性|倾向|立场|意图|标签|label|polarity|emotion|stance|sentiment|[\p{P}\p{S}]+)$/u

function matched(ids: readonly LabelId[]): LabelMatch {
  const [first] = ids
  if (first === undefined) return { kind: 'none' }
  return ids.length === 1 ? { kind: 'label', id: first } : { kind: 'ambiguous', ids }
}

/** A normalised text cut at brackets and list marks; what stood in brackets is marked. */
function pieces(text: string): { text: string; bracketed: boolean }[] {
  const found: { text: string; bracketed: boolean }[] = []
  let depth = 0
  let current = ''
  const flush = (): void => {
    const piece = current.replace(edges, '')
    if (piece !== '') found.push({ text: piece, bracketed: depth > 0 })
    current = ''
  }
  for (const character of text) {
    if ('([{<【《「『〔'.includes(character)) {
      flush()
      depth++
    } else if (')]}>】》」』〕'.includes(character)) {
      flush()
      depth = Math.max(0, depth - 1)
    } else if ('/|,;:、。.=+&"\'`*“”‘’'.includes(character)) {
      flush()
    } else {
      current += character
    }
  }
  flush()
  return found
}

function mentions(text: string, spellings: Spellings): Mention[] {
  const found: Mention[] = []
  for (let at = 0; at < text.length; ) {
    const spelling = spellings.longestFirst.find((candidate) => text.startsWith(candidate, at) && stands(text, at, candidate))
    if (spelling === undefined) {
      at++
      continue
    }
    found.push({ ids: spellings.ids.get(spelling)!, at, length: spelling.length })
    at += spelling.length
  }
  return found
}

/** Whether a spelling stands at a place as a word of its own; Chinese has no such borders. */
function stands(text: string, at: number, spelling: string): boolean {
  const end = at + spelling.length
  const before = at > 0 && /[a-z0-9]/.test(spelling.charAt(0)) && /[a-z0-9]/.test(text.charAt(at - 1))
  const after = /[a-z0-9]$/.test(spelling) && /[a-z0-9]/.test(text.charAt(end))
  return !before && !after
}

const cache = new WeakMap<Field, Spellings>()

function spellingsOf(field: Field): Spellings {
  const known = cache.get(field)
  if (known) return known
  const ids = new Map<string, readonly LabelId[]>()
  // An id or a name beats another label's alias of the same spelling.
  const ranks = [
    field.labels.map((label) => [label.id, [label.id]] as const),
    field.labels.map((label) => [label.id, [label.name.zh, label.name.en]] as const),
    field.labels.map((label) => [label.id, label.aliases] as const),
  ]
  for (const rank of ranks) {
    const here = new Map<string, LabelId[]>()
    for (const [id, words] of rank) {
      for (const word of words) {
        const spelling = normaliseLabel(word)
        if (spelling === '' || ids.has(spelling)) continue
        const sharing = here.get(spelling)
        if (!sharing) here.set(spelling, [id])
        else if (!sharing.includes(id)) sharing.push(id)
      }
    }
    for (const [spelling, sharing] of here) ids.set(spelling, sharing)
  }
  const longestFirst = [...ids.keys()].filter((word) => word.length > 1).sort((a, b) => b.length - a.length)
  const headings = new Set([field.id, field.name.zh, field.name.en, ...field.columns].map(normaliseLabel))
  const spellings = { ids, longestFirst, headings }
  cache.set(field, spellings)
  return spellings
}
