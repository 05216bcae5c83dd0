import { thoughtMarks } from '../domain/thought.ts'
import { simplify } from './traditional.ts'

/** The part of a written text that can be an answer. */
export interface AnswerText {
  readonly text: string
  /** The text ends before its writer was done: a thought was left open. */
  readonly cut: boolean
}

const thought = new RegExp(`<(${thoughtMarks})>[\\s\\S]*?</\\1>`, 'gi')
const endOfThought = new RegExp(`</(?:${thoughtMarks})>`, 'gi')
const openThought = new RegExp(`<(?:${thoughtMarks})>`, 'i')
const endOfTurn = /<\|(?:im_end|im_start|endoftext|eot_id|end)\|>|<end_of_turn>|<\/s>/

/**
 * A text without its thoughts and without what comes after the model's turn. Where the prompt had opened the thought,
 * all up to its end is thought; where the text opens one and never ends it, all from there on is, and the answer is cut.
 */
export function answerText(written: string): AnswerText {
  let text = written.replace(thought, '\n')
  const ends = [...text.matchAll(endOfThought)]
  const last = ends.at(-1)
  if (last) text = text.slice(last.index + last[0].length)
  const open = openThought.exec(text)
  const turn = endOfTurn.exec(text.trimStart())
  if (open) return { text: text.slice(0, open.index), cut: true }
  return { text: turn && turn.index > 0 ? text.trimStart().slice(0, turn.index) : text, cut: false }
}

/**
 * The same text, as long, in a form to search: full-width forms as ASCII, lower case, simplified characters, `_` as a
 * space, typographic quotes as they are.
 */
export function folded(text: string): string {
  let out = ''
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 0xff01 && code <= 0xff5e) out += String.fromCharCode(code - 0xfee0)
    else if (code === 0x3000 || code === 0xa0 || code === 0x5f) out += ' '
    else out += text.charAt(at)
  }
  return simplify(out.replace(/[A-Z]/g, (letter) => letter.toLowerCase()))
}
