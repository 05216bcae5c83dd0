import { labelsNamedIn, matchLabel, normaliseLabel } from '../answer/labelMatch.ts'
import type { Field, LabelId } from '../domain/scheme.ts'

/** What a text says of a field's labels. */
export interface FoundDefinitions {
  readonly defined: ReadonlySet<LabelId>
  /** Spoken of in more than a list, in no shape that is known for a definition: whether that defines them cannot be told. */
  readonly unclear: ReadonlySet<LabelId>
}

/** Bullets, numbers and marks that a line of a list begins with. */
const begins = /^[\s\-*•·#>|+]*(?:(?:[(（]?(?:\d{1,2}|[一二三四五六七八九十]{1,3}|[A-Za-z])[)）.、:：]|[①-⑳])\s*)?/
const parts = /^["“「『【[*_`]*(.{1,40}?)["”」』】\]*_`]*\s*(?:：|:|——|—|–|\s-\s|=|→|->|\||（|\(|是指|指的是|指|表示|意为|意思是|即|\s(?:means|refers to|denotes|indicates|is)\s)(.*)$/
const bracketed = /^[【[]([^】\]]{1,40})[】\]]\s*(.*)$/
const entry = /"(?:label|name|标签|名称)"\s*:\s*"([^"]{1,40})".*"(?:definition|description|meaning|定义|说明|含义|描述)"\s*:\s*"([^"]*)"/i

/**
 * The labels of a field that a text defines: in a line that opens with the label (numbered, bulleted, bold, a row of a table, a key of JSON) and goes on behind a colon, dash, bracket,
 * 指 or "means" with four characters or more that are not the label again; or by the line below a label that has a line of its own, where two labels or more have. A spelling
 * that several labels share defines none.
 */
export function definitionsIn(text: string, field: Field): FoundDefinitions {
  const lines = text.split('\n')
  const defined = new Set<LabelId>()
  const below = new Set<LabelId>()
  const open: number[] = []
  for (const [at, line] of lines.entries()) {
    const bare = line.replace(begins, '')
    const { label, rest } = definitionOf(bare, field)
    if (label !== undefined && lettersOf(rest, field) >= 4) {
      defined.add(label)
      continue
    }
    const alone = matchLabel(bare.replace(/[*_`#【】|]/g, '').replace(/[：:]\s*$/, ''), field)
    const next = lines[at + 1] ?? ''
    if (alone.kind === 'label' && lettersOf(next, field) >= 6 && labelsNamedIn(next, field).length === 0) below.add(alone.id)
    else if (alone.kind !== 'label') open.push(at)
  }
  if (below.size > 1) for (const id of below) defined.add(id)
  return { defined, unclear: new Set(open.flatMap((at) => spokenOf(lines[at]!, field)).filter((id) => !defined.has(id))) }
}

function definitionOf(line: string, field: Field): { readonly label?: LabelId; readonly rest: string } {
  for (const [, head, rest = ''] of [entry, bracketed, parts].map((shape) => shape.exec(line) ?? [])) {
    const match = head === undefined ? null : matchLabel(head, field)
    if (match?.kind === 'label') return { label: match.id, rest }
  }
  return { rest: '' }
}

/** Labels that a line names in a sentence: many more words than labels. A list of labels speaks of none. */
function spokenOf(line: string, field: Field): readonly LabelId[] {
  const ids = labelsNamedIn(line, field).flatMap((mention) => (mention.ids.length === 1 ? mention.ids : []))
  return ids.length > 0 && lettersOf(line, field) / ids.length >= 6 ? ids : []
}

/** Letters and characters of a text beside the field's labels. */
function lettersOf(text: string, field: Field): number {
  const plain = normaliseLabel(text)
  const named = labelsNamedIn(text, field).reduce((sum, { at, length }) => sum + plain.slice(at, at + length).replace(/[^\p{L}\p{N}]/gu, '').length, 0)
  return plain.replace(/[^\p{L}\p{N}]/gu, '').length - named
}
