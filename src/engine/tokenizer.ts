import * as transformers from '@huggingface/transformers'
import * as v from 'valibot'
import type { ClassifierInput, Message, Prompt } from '../domain/prompt.ts'
import { EngineError } from './engine.ts'
import type { ModelReader } from './modelReader.ts'

/** Texts to tokens and back, as one model does it. */
export interface ModelTokenizer {
  /** False: there is none, and `encodePrompt` writes the messages one below the other. */
  readonly chatTemplate: boolean
  /** Tokens that end the model's turn, as far as the tokenizer knows. */
  readonly endTokens: readonly number[]
  /** The largest number of a token in the vocabulary itself; tokens added to it may lie beyond what a model reads (a mark for pictures). */
  readonly largestToken: number
  /** Largest input the tokenizer says the model takes; Infinity where it says nothing. */
  readonly maxLength: number
  /** The prompt as rendered, generation prompt included. */
  encodePrompt(prompt: Prompt): { readonly tokens: readonly number[]; /** The text's last line: what an answer stands behind. */ readonly tail: string }
  /** A stretch of an answer, no special tokens added. */
  readonly encode: (text: string) => readonly number[]
  encodeInput(input: ClassifierInput): { readonly ids: readonly number[]; readonly segments: readonly number[] }
  decode(tokens: readonly number[]): string
}

const template = v.union([v.string(), v.array(v.object({ name: v.string(), template: v.string() }))])
const settingsSchema = v.looseObject({
  tokenizer_class: v.optional(v.nullable(v.string())),
  chat_template: v.optional(v.nullable(template)),
})

/** Marks that end a turn in the chat formats at large; models often leave some of them out of their generation_config. */
const turnEnds = ['<|im_end|>', '<|endoftext|>', '<end_of_turn>', '<turn|>', '<|eot_id|>', '<|end|>', '</s>', '<|user|>']

/** What we ask of transformers.js' tokenizers. */
interface Constructed {
  chat_template: unknown
  eos_token_id: number | undefined
  sep_token_id: number | undefined
  model_max_length: number
  all_special_tokens: string[]
  convert_tokens_to_ids(token: string): number | undefined
  encode(text: string, options: { add_special_tokens: boolean }): number[]
  decode(tokens: number[], options: { skip_special_tokens: boolean; clean_up_tokenization_spaces: boolean }): string
  apply_chat_template(messages: Message[], options: Record<string, unknown>): string
  _encode_plus(text: string, options: Record<string, unknown>): { input_ids: number[]; token_type_ids?: number[] }
}

/** Files that are read for the tokenizer where they are there. */
export function tokenizerFiles(paths: readonly string[]): readonly string[] {
  return ['tokenizer.json', 'tokenizer_config.json', 'chat_template.jinja', 'chat_template.json'].filter((path) => paths.includes(path))
}

/**
 * Builds the tokenizer from the model's own files, with transformers.js' classes but without its loader: nothing can be fetched.
 * A chat template beside tokenizer_config.json (chat_template.jinja, chat_template.json) counts as if it stood inside.
 */
export async function loadTokenizer(reader: ModelReader): Promise<ModelTokenizer> {
  if (!reader.has('tokenizer.json')) {
    const other = ['vocab.txt', 'tokenizer.model', 'vocab.json', 'spiece.model'].find((path) => reader.has(path))
    const hint = other === undefined ? '' : ` (${other} alone is not enough: save it as a fast tokenizer)`
    throw new EngineError('noTokenizer', `tokenizer.json is missing${hint}`, 'tokenizer.json')
  }
  const json = await reader.readJson('tokenizer.json')
  const given = reader.has('tokenizer_config.json') ? await reader.readJson('tokenizer_config.json') : {}
  const parsed = v.safeParse(settingsSchema, given)
  if (!parsed.success) {
    throw new EngineError('notJson', `tokenizer_config.json: ${v.summarize(parsed.issues)}`, 'tokenizer_config.json')
  }
  const settings = { ...parsed.output }
  if (!settings.chat_template) {
    if (reader.has('chat_template.jinja')) settings.chat_template = await reader.readText('chat_template.jinja')
    else if (reader.has('chat_template.json')) {
      const beside = v.safeParse(v.object({ chat_template: template }), await reader.readJson('chat_template.json'))
      if (beside.success) settings.chat_template = beside.output.chat_template
    }
  }
  try {
    return wrap(construct(json, settings), largestToken(json))
  } catch (error) {
    throw new EngineError('noTokenizer', `tokenizer.json cannot be used: ${error instanceof Error ? error.message : String(error)}`, 'tokenizer.json')
  }
}

function construct(json: unknown, settings: v.InferOutput<typeof settingsSchema>): Constructed {
  const classes: Readonly<Record<string, unknown>> = transformers
  const name = settings.tokenizer_class?.replace(/Fast$/, '') ?? 'PreTrainedTokenizer'
  const chosen = name.endsWith('Tokenizer') ? classes[name] : undefined
  const Class = (chosen ?? transformers.PreTrainedTokenizer) as new (json: unknown, settings: unknown) => Constructed
  return new Class(json, settings)
}

const vocabularySchema = v.object({
  model: v.object({ vocab: v.union([v.record(v.string(), v.number()), v.array(v.unknown())]) }),
  added_tokens: v.optional(v.array(v.object({ id: v.number() })), []),
})

/** -1 where the vocabulary is written in a way that we do not know. */
function largestToken(json: unknown): number {
  const parsed = v.safeParse(vocabularySchema, json)
  if (!parsed.success) return -1
  const { model: { vocab }, added_tokens: added } = parsed.output
  const own = new Set(added.map(({ id }) => id))
  const numbers = Array.isArray(vocab) ? vocab.keys() : Object.values(vocab)
  let largest = -1
  for (const id of numbers) if (id > largest && !own.has(id)) largest = id
  return largest
}

function wrap(tokenizer: Constructed, largestToken: number): ModelTokenizer {
  const chatTemplate = Boolean(tokenizer.chat_template)
  const ends = turnEnds.filter((token) => tokenizer.all_special_tokens.includes(token))
    .map((token) => tokenizer.convert_tokens_to_ids(token))
  const encode = (text: string): readonly number[] => (text === '' ? [] : tokenizer.encode(text, { add_special_tokens: false }))
  return {
    chatTemplate,
    endTokens: [...new Set([tokenizer.eos_token_id, ...ends].filter((id) => id !== undefined))],
    largestToken,
    maxLength: tokenizer.model_max_length,
    encode,
    encodePrompt({ messages }) {
      if (!chatTemplate) {
        const text = `${messages.map(({ content }) => content).join('\n\n')}\n\n`
        return { tokens: tokenizer.encode(text, { add_special_tokens: true }).filter((id, at, all) => at < all.length - 1 || id !== tokenizer.sep_token_id), tail: '\n' }
      }
      const text = render(tokenizer, messages)
      return { tokens: encode(text), tail: lastLine(text) }
    },
    encodeInput({ text, pair }) {
      const encoded = tokenizer._encode_plus(text, { text_pair: pair, add_special_tokens: true, return_token_type_ids: true })
      return { ids: encoded.input_ids, segments: encoded.token_type_ids ?? encoded.input_ids.map(() => 0) }
    },
    decode: (tokens) =>
      tokens.length === 0 ? '' : tokenizer.decode([...tokens], { skip_special_tokens: true, clean_up_tokenization_spaces: false }),
  }
}

/** Reasoning models are asked without their thinking: the template's own switch. */
function render(tokenizer: Constructed, messages: readonly Message[]): string {
  const options = { tokenize: false, add_generation_prompt: true, enable_thinking: false }
  try {
    return tokenizer.apply_chat_template([...messages], options)
  } catch (error) {
    const [first, second, ...rest] = messages
    if (first?.role !== 'system' || second?.role !== 'user') throw error
    // some templates know no system turn and throw: then the instructions open the first question
    return tokenizer.apply_chat_template([{ role: 'user', content: `${first.content}\n\n${second.content}` }, ...rest], options)
  }
}

/** What an answer's first token may merge with; templates end in a line of their own. */
function lastLine(text: string): string {
  return text.slice(text.trimEnd().lastIndexOf('\n') + 1).slice(-64)
}
