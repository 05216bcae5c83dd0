import { cellText } from './cellText.ts'
import { isRecord } from './readJsonl.ts'

const speakerKeys = ['role', 'speaker', 'from', 'name', 'user', 'author', '角色', '说话人', '发言人']
const textKeys = ['text', 'content', 'value', 'utterance', 'message', 'sentence', '内容', '文本', '话语']

/**
 * What was said before, as lines. A text stays as it is; a list's turns are joined by line feeds: texts, `{role, content}` in
 * the keys that are usual, or pairs `[speaker, text]`. A speaker is written in square brackets before the turn, as the benchmark does.
 */
export function conversationText(value: unknown): string {
  if (typeof value === 'string') {
    const parsed = value.includes('[') && /^\s*\[\s*[[{"]/.test(value) ? parsedList(value) : undefined
    return parsed ? conversationText(parsed) : value
  }
  if (!Array.isArray(value)) return isRecord(value) ? (turnText(value) ?? cellText(value)) : cellText(value)
  return value.map((turn: unknown) => (isRecord(turn) ? (turnText(turn) ?? cellText(turn)) : pairText(turn))).filter((line) => line !== '').join('\n')
}

function turnText(turn: Readonly<Record<string, unknown>>): string | undefined {
  const textKey = textKeys.find((key) => typeof turn[key] === 'string')
  if (textKey === undefined) return undefined
  const text = cellText(turn[textKey])
  const speakerKey = speakerKeys.find((key) => turn[key] !== undefined && turn[key] !== null && turn[key] !== '')
  return speakerKey === undefined ? text : `[${cellText(turn[speakerKey])}] ${text}`
}

function pairText(turn: unknown): string {
  if (!Array.isArray(turn)) return cellText(turn)
  const parts = turn.map(cellText)
  return parts.length === 2 ? `[${parts[0]!}] ${parts[1]!}` : parts.join(' ')
}

/** Lists that a table holds as JSON. Contexts such as `[买家] 你好` begin like one and are none. */
function parsedList(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
