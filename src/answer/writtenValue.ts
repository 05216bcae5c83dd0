import type { LabelForm } from '../domain/method.ts'
import type { Field, LabelId } from '../domain/scheme.ts'
import { folded } from './answerText.ts'
import { matchLabel, normaliseLabel } from './labelMatch.ts'

/** What stands behind a heading, read as a label. */
export type WrittenLabel =
  | { readonly kind: 'label'; readonly id: LabelId }
  | { readonly kind: 'ambiguous' | 'outOfScheme' | 'truncated'; readonly found: string }
  /** Nothing, a placeholder, or a sentence that names no label. */
  | { readonly kind: 'none' }

/**
 * Reads a value: the label named by all of it, else by its first clause (`正面，因为……`). Two labels are ambiguous; a
 * short value that names none is an invented label. With `cut` (the text ends here) it is truncated where another label begins alike.
 */
export function writtenLabel(raw: string, field: Field, form: LabelForm, cut: boolean): WrittenLabel {
  const value = stripped(raw)
  if (value === '' || placeholder.test(value)) return { kind: 'none' }
  if (cut && !(form === 'letter' && value.length === 1) && unfinished(value, field)) return { kind: 'truncated', found: shortened(value) }
  const letter = form === 'letter' ? letterChoice(value, field) : undefined
  if (letter) return letter
  const whole = matched(value, field)
  if (whole.kind === 'label') return whole
  const bracketed = beforeBracket(value, field)
  if (bracketed) return bracketed
  // Prose that happens to name several labels (an echo of the definitions, say) is no answer.
  const short = width(value) <= 2 * labelWidth(field) + 8
  if (whole.kind === 'ambiguous') return short ? whole : { kind: 'none' }
  const clauses = clausesOf(value)
  const named = new Set(clauses.flatMap((clause, at) => clauseLabels(clause, at, field)))
  const [only] = named
  if (only !== undefined && named.size === 1) return { kind: 'label', id: only }
  if (named.size > 1) return short ? { kind: 'ambiguous', found: shortened(value) } : { kind: 'none' }
  return clauses.length === 1 && width(value) <= labelWidth(field) ? { kind: 'outOfScheme', found: shortened(value) } : { kind: 'none' }
}

/** The label that is all of a line, its marks (bullets, numbers, quotes) apart; a letter counts where letters were asked for. */
export function lineLabel(line: string, field: Field, form: LabelForm): WrittenLabel {
  const value = stripped(line)
  if (value === '') return { kind: 'none' }
  return (form === 'letter' ? letterChoice(value, field) : undefined) ?? matched(value, field)
}

const placeholder = /^(?:一个标签|标签|label|<[^>]*>|\.{3,}|…+)$/i
const explanation = /^(?:因为|由于|说话人|该句|句子|这|because\b|the\b|since\b)/i

/** A value without markdown, quotes, brackets and list marks around it. */
export function stripped(raw: string): string {
  return raw
    .replace(/\\boxed\s*\{([^{}]*)\}/g, '$1')
    .replace(/\\text\s*\{([^{}]*)\}/g, '$1')
    .replace(/[*`#|$]+/g, ' ')
    .replace(/^[\s\-–—•·>:：=→"“'‘「『]+/, '')
    .replace(/[\s"”'’」』。．.,，;；、!！|]+$/, '')
    .trim()
}

function matched(value: string, field: Field): WrittenLabel {
  const plain = matchLabel(value, field)
  const match = plain.kind === 'none' && value.includes('-') ? matchLabel(value.replaceAll('-', ' '), field) : plain
  if (match.kind === 'ambiguous') return { kind: 'ambiguous', found: shortened(value) }
  return match
}

/** `反讽性负面（字面正面，实际负面）`: the label before the bracket, unless the bracket is another label and nothing else. */
function beforeBracket(value: string, field: Field): WrittenLabel | undefined {
  const [, before, inside = ''] = /^([^(（]+)[(（]([^()（）]*)[)）]?$/.exec(value) ?? []
  const head = before === undefined ? undefined : matchLabel(before, field)
  if (head?.kind !== 'label') return undefined
  const tail = matchLabel(inside, field)
  return tail.kind === 'label' && tail.id !== head.id ? { kind: 'ambiguous', found: shortened(value) } : head
}

function clausesOf(value: string): string[] {
  return value.split(/[，。；;！？\n]|[,.!?](?=\s|$)|\s[-–—]+\s|——|因为|由于|\bbecause\b/i).map((clause) => clause.trim()).filter((clause) => clause !== '')
}

const filler = /^(?:(?:但|而|却|其实|实际上|应该|应当|应|更|偏|属于|选择|答案|标签|判断为|判定为|表现为|体现为|是|为|but|it is|it's|is|the answer is)\s*)+/i

/** The labels that are all of a clause, fillers apart. An explanation's clauses count only where they open like a statement. */
function clauseLabels(clause: string, at: number, field: Field): LabelId[] {
  const core = clause.replace(filler, '')
  if (at > 0 && core === clause) return []
  const match = matchLabel(core, field)
  if (match.kind === 'label') return [match.id]
  return match.kind === 'ambiguous' ? [...match.ids] : []
}

const choiceOfLetter = /^(?:选择?|选项|option|choice)?\s*[([【]?\s*([a-z])(?![a-z0-9])\s*([)\]】.、:,;]?)(.*)$/s
const severalLetters = /^[([]?[a-z][)\]]?(?:\s*(?:\/|或者?|和|与|、|,|or\b|and\b|&)\s*[([]?[a-z][)\]]?)+$/

/** A letter that stands by itself, with or without its label behind it; undefined where there is none. */
function letterChoice(value: string, field: Field): WrittenLabel | undefined {
  const text = folded(value)
  if (severalLetters.test(text)) return { kind: 'ambiguous', found: shortened(value) }
  const [, letter, mark = '', rest = ''] = choiceOfLetter.exec(text) ?? []
  if (letter === undefined) return undefined
  const behind = matchLabel(rest, field)
  // An article or a word's beginning (`a friendly remark`, `A股`): a letter chooses only before a mark, a label or the end.
  if (rest.trim() !== '' && mark === '' && behind.kind === 'none') return undefined
  const label = field.labels[letter.charCodeAt(0) - 97]
  if (!label) return { kind: 'outOfScheme', found: shortened(value) }
  if (behind.kind === 'ambiguous' || (behind.kind === 'label' && behind.id !== label.id)) return { kind: 'ambiguous', found: shortened(value) }
  return { kind: 'label', id: label.id }
}

/** Whether a value cut off here may have become another label than the one it is. */
function unfinished(value: string, field: Field): boolean {
  const begun = normaliseLabel(value)
  const own = matchLabel(value, field)
  const rivals = field.labels.filter(({ id, name, aliases }) => [id, name.zh, name.en, ...aliases].some((form) => normaliseLabel(form).startsWith(begun)))
  return rivals.some(({ id }) => own.kind !== 'label' || id !== own.id)
}

/** Columns of a terminal: a Chinese character takes two. */
function width(text: string): number {
  let columns = 0
  for (const character of text) columns += /[\u2e80-\uffef]/.test(character) ? 2 : 1
  return columns
}

/** Up to this width a value that names no label is taken for an invented one, beyond it for prose. */
function labelWidth(field: Field): number {
  return 4 + Math.max(...field.labels.flatMap(({ id, name }) => [width(id), width(name.zh), width(name.en)]))
}

/** What an answer keeps of what was found. */
export function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}

/** Whether a value opens like a reason rather than a label. */
export function explains(raw: string): boolean {
  return explanation.test(stripped(raw))
}
