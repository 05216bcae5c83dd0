import { matchLabel } from '../answer/labelMatch.ts'
import type { Scheme } from '../domain/scheme.ts'
import type { PromptFile } from './promptFile.ts'

/**
 * How a prompt's examples are written. headings: 【目标句】 and the like, as the paper's; numbered: 示例 1, Example 1:; inputOutput: 输入/输出; questions: Q/A, 问/答;
 * json: objects; arrows: a sentence → a label. none: nothing speaks of examples; unclear: something does, in no shape that is known.
 */
export type ExampleShape = 'headings' | 'numbered' | 'inputOutput' | 'questions' | 'json' | 'arrows' | 'none' | 'unclear'

export interface PromptExample {
  /** Names of what it shows of the sample, the answer apart. */
  readonly columns: readonly string[]
  /** Empty where no answer is to be found in it. */
  readonly answer: string
}

export interface PromptExamples {
  readonly shape: ExampleShape
  readonly examples: readonly PromptExample[]
  /** Names of what the question shows; null where it is written otherwise than the examples, so that the two cannot be set beside each other. */
  readonly asked: readonly string[] | null
  /** The file's text without its examples: definitions and shares are looked for there. */
  readonly rest: string
}

/** Finds a prompt file's examples: what stands before the block that holds `{text}`, by the first shape that any of it has. */
export function promptExamples({ system, user }: Pick<PromptFile, 'system' | 'user'>, scheme: Scheme): PromptExamples {
  const lines = `${system}\n${user}`.split('\n')
  const start = questionStart(lines)
  const [head, question] = [lines.slice(0, start), lines.slice(start)]
  const found = headed(user) ?? marked('numbered', head) ?? marked('inputOutput', head) ?? marked('questions', head) ?? objects(head, scheme) ?? arrows(head, scheme)
  if (!found) return { shape: head.some((line) => signs.test(line)) ? 'unclear' : 'none', examples: [], asked: [], rest: lines.join('\n') }
  const { shape, blocks, rest } = found
  const asked = shape === 'json' ? [...question.join('\n').matchAll(/"([^"\n]{1,30})"\s*:/g)].map(([, key = '']) => key) : columnsOf(question.join('\n'), shape)
  const examples = shape === 'json' ? blocks.map((block) => fromObject(block, asked, scheme)) : blocks.map((block) => fromText(block, shape))
  const shared = examples.some(({ columns }) => columns.some((column) => asked.includes(column)))
  return { shape, examples, asked: shape === 'headings' || shared ? asked : null, rest: [rest, ...question].join('\n') }
}

interface Found {
  readonly shape: Exclude<ExampleShape, 'none' | 'unclear'>
  readonly blocks: readonly string[]
  readonly rest: string
}

const opens = /^(?:【场景类型】|【上下文】|【目标句】)/
const place = /\{(?:text|context|scenario_type)\}/

/** A block begins with its first heading of the sample; the question is the block that holds `{text}`. */
function headed(user: string): Found | undefined {
  const before: string[] = []
  const found: string[][] = []
  let hasTarget = true
  for (const line of user.split('\n')) {
    // a heading opens another sample once the one before has had its target
    if (opens.test(line) && hasTarget) {
      found.push([])
      hasTarget = false
    }
    if (line.startsWith('【目标句】')) hasTarget = true
    ;(found.at(-1) ?? before).push(line)
  }
  const texts = found.map((lines) => lines.join('\n'))
  const at = texts.findIndex((text) => text.includes('{text}'))
  return at > 0 ? { shape: 'headings', blocks: texts.slice(0, at), rest: before.join('\n') } : undefined
}

/** Where the question begins: at the first line with a place for the sample, with the bare headings that stand right above it. */
function questionStart(lines: readonly string[]): number {
  const first = lines.findIndex((line) => place.test(line))
  if (first < 0) return lines.length
  let at = first
  while (at > 0 && /^\s*(?:【[^】]+】|[^\s：:]{1,12}[:：]|[{[])\s*$/.test(lines[at - 1]!)) at--
  return at
}

const number = String.raw`\s*(?:[一二三四五六七八九十]{1,3}|\d{1,2}|[①-⑳])`
const begins: Readonly<Record<'numbered' | 'inputOutput' | 'questions', RegExp>> = {
  numbered: new RegExp(String.raw`^[#*【\[(（<\s]*(?:示例|例子|样例|范例|案例|例|example|demonstration|demo|shot)(?:${number}|\s*[:：]\s*$)`, 'i'),
  inputOutput: new RegExp(String.raw`^[-*#\s]*(?:输入|文本|句子|原句|目标句|input|text|sentence|utterance)(?:${number})?\**\s*[:：]`, 'i'),
  questions: new RegExp(String.raw`^[-*#\s]*(?:q|question|问|问题|user|用户)(?:${number})?\**\s*[:：.]`, 'i'),
}
const answers = new RegExp(String.raw`^[-*#【\[\s]*(?:答案|输出|回答|标签|预测|结果|分析|推理|思考|标注|answer|output|label)(?:${number})?[】\]*]*(?:\s*[:：.]|(?<=】)|\s*$)`, 'im')
/** Of questions an A alone is an answer, too; elsewhere it is somebody who speaks. */
const replies = new RegExp(String.raw`^[-*#\s]*(?:a|答|回答|answer|assistant|助手)(?:${number})?\**\s*[:：.]`, 'im')
const signs = /示例|例子|样例|范例|例如|比如|\bexamples?\b|\bdemonstrations?\b|\be\.g\./i

/** Blocks that each begin with a mark, up to the next; the last ends at the first blank line behind its answer. Of pairs each must have an answer to count. */
function marked(shape: 'numbered' | 'inputOutput' | 'questions', head: readonly string[]): Found | undefined {
  const starts = head.flatMap((line, at) => (begins[shape].test(line) ? [at] : []))
  const rest: string[] = head.slice(0, starts[0] ?? head.length)
  const blocks: string[] = []
  starts.forEach((start, index) => {
    const whole = head.slice(start, starts[index + 1] ?? head.length)
    const answer = whole.findIndex((line) => answerOf(shape).test(line))
    const blank = answer < 0 ? -1 : whole.findIndex((line, at) => at > answer && line.trim() === '')
    const end = blank < 0 ? whole.length : blank
    if (shape !== 'numbered' && answer < 0) rest.push(...whole)
    else {
      blocks.push(whole.slice(0, end).join('\n'))
      rest.push(...whole.slice(end))
    }
  })
  return blocks.length > 0 ? { shape, blocks, rest: rest.join('\n') } : undefined
}

/** Objects that are JSON and hold a label of the scheme. */
function objects(head: readonly string[], scheme: Scheme): Found | undefined {
  const text = head.join('\n')
  const blocks = [...text.matchAll(/\{[^{}]*\}/g)].map(([block]) => block).filter((block) => isExample(objectOf(block), scheme))
  return blocks.length > 0 ? { shape: 'json', blocks, rest: blocks.reduce((rest, block) => rest.replace(block, ''), text) } : undefined
}

/** It holds a label and something to judge; where it holds what the label means, it is a definition. */
function isExample(object: Readonly<Record<string, unknown>> | null, scheme: Scheme): boolean {
  const entries = Object.entries(object ?? {})
  const isShown = ([, value]: [string, unknown]): boolean => typeof value === 'string' && !isLabel(value, scheme)
  return entries.some(([, value]) => isLabel(value, scheme)) && entries.some(isShown) && !entries.some(([key]) => /^(?:definition|description|meaning|定义|说明|含义|描述)$/i.test(key))
}

function arrows(head: readonly string[], scheme: Scheme): Found | undefined {
  const isPair = (line: string): boolean => {
    const [from = '', to = ''] = line.split(arrow)
    // a label before the arrow is a definition, or a step of the table
    return to !== '' && isLabel(to.trim(), scheme) && !isLabel(from.replace(/^[\s\-*•·\d.、)）]+/, '').trim(), scheme)
  }
  const blocks = head.filter(isPair)
  return blocks.length > 0 ? { shape: 'arrows', blocks, rest: head.filter((line) => !isPair(line)).join('\n') } : undefined
}

const arrow = /\s*(?:→|->|=>|⇒)\s*/

function fromText(block: string, shape: Found['shape']): PromptExample {
  if (shape === 'arrows') return { columns: [], answer: block.split(arrow).slice(1).join(' ') }
  // a mark such as “示例 1：” is a heading of the block and no column
  const body = shape === 'numbered' ? block.replace(/^[^\n：:]*[:：]?/, '') : block
  const at = answerOf(shape).exec(body)?.index
  if (at !== undefined) return { columns: columnsOf(body.slice(0, at), shape), answer: body.slice(at) }
  if (shape !== 'headings') return { columns: columnsOf(body, shape), answer: '' }
  const end = body.indexOf('\n', body.indexOf('【目标句】'))
  return { columns: columnsOf(body, shape), answer: end < 0 ? '' : body.slice(end) }
}

/** What an object shows besides its answer: keys that the question has, too, and keys that hold no label. */
function fromObject(block: string, asked: readonly string[], scheme: Scheme): PromptExample {
  const entries = Object.entries(objectOf(block) ?? {})
  const isAnswer = ([key, value]: [string, unknown]): boolean => !asked.includes(key) && isLabel(value, scheme)
  return { columns: entries.filter((entry) => !isAnswer(entry)).map(([key]) => key), answer: entries.filter(isAnswer).map(([, value]) => String(value)).join('\n') }
}

function objectOf(block: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(block)
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null
  } catch {
    return null
  }
}

function isLabel(value: unknown, scheme: Scheme): boolean {
  return typeof value === 'string' && scheme.fields.some((field) => matchLabel(value, field).kind === 'label')
}

function answerOf(shape: Found['shape']): RegExp {
  return shape === 'questions' ? replies : answers
}

/** Names at the beginnings of lines: 【目标句】 alone where examples are written by such headings; else 目标句： and Text:, too, but nobody who speaks in a dialogue. */
function columnsOf(text: string, shape: Found['shape']): readonly string[] {
  const names = [...text.matchAll(/^\s*(?:[-*•]\s*)?\**(?:【([^】\n]{1,30})】|([^\s：:，。、“”"{}【】*]{1,12}(?: [A-Za-z]{1,12})?)\**\s*[:：])/gm)]
  return names.flatMap(([, heading, name]) => heading ?? (name === undefined || shape === 'headings' || speakers.test(name) ? [] : name))
}

const speakers = /^(?:[甲乙丙丁我你您他她男女]|[A-Za-z]|(?:说话人|speaker) ?\w?|买家|卖家|客服|客户|顾客|店家|用户|妈妈|爸爸|老师|学生)$/i
