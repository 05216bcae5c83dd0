/** The arms of the speed figures in one page: our engine, plain transformers.js, wllama; each in a worker of its own with one thread. */
import * as transformers from '@huggingface/transformers'
import { Wllama } from '@wllama/wllama'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import type { ChoiceNode } from '../../src/domain/choiceTree.ts'
import type { Method } from '../../src/domain/method.ts'
import type { ModelRef } from '../../src/domain/model.ts'
import type { Prompt } from '../../src/domain/prompt.ts'
import type { Engine } from '../../src/engine/engine.ts'
import { startEngine } from '../../src/engine/engineClient.ts'
import { expectedGraphPath } from '../../src/engine/graphFiles.ts'
import { ModelReader } from '../../src/engine/modelReader.ts'
import { loadTokenizer, type ModelTokenizer } from '../../src/engine/tokenizer.ts'
import { type AnswerTree, answerTree } from '../../src/prompt/answerTree.ts'
import { builtInMethods } from '../../src/prompt/builtInMethods.ts'
import { promptFor, sentinels } from '../../src/prompt/messages.ts'
import inferenceUrl from '../../workers/inference.ts?worker&url'
import { startWorker } from '../../workers/startWorker.ts'
import plainUrl from './plainWorker.ts?worker&url'
import { type Line, sampleOf, shotOf } from './records.ts'

export type Form = 'letter' | 'word'

const siteUrl = new URL('../', document.baseURI).href
const modelUrl = new URL('with/model/', siteUrl).href
const dtype = 'int8'

/** The matrix method, its labels written so. */
export function matrix(labelForm: Form): Method {
  return { ...builtInMethods[0]!, id: `bench-${labelForm}`, labelForm }
}

/** The one task's method that a plain prompt asks by. */
function task(field: string, labelForm: Form): Method {
  return { ...builtInMethods.find(({ id }) => id === 'direct')!, id: `bench-${field}-${labelForm}`, labelForm, steps: [{ kind: 'choose', field }] }
}

const paths = ['config.json', 'generation_config.json', 'tokenizer.json', 'tokenizer_config.json', 'chat_template.jinja', expectedGraphPath(dtype), `${expectedGraphPath(dtype)}_data`]

let fetched: Promise<Readonly<Record<string, File>>> | null = null

/** The model's files as a picked folder would hold them; fetched once for all arms. */
export function modelFiles(): Promise<Readonly<Record<string, File>>> {
  fetched ??= (async () => {
    const files: Record<string, File> = {}
    for (const path of paths) {
      const response = await fetch(modelUrl + path)
      if (response.ok) files[path] = new File([await response.blob()], path)
    }
    return files
  })()
  return fetched
}

export const ref: ModelRef = { id: 'model', kind: 'causal', origin: 'folder', revision: null, files: [], dtype, device: 'wasm', graph: 'rewritten' }

interface Arm {
  readonly engine: Engine
  readonly tree: AnswerTree
  readonly prompt: (line: Line) => Prompt
}

const arms = new Map<string, Arm>()

/** Loads one engine and has it read what all records' prompts begin with. @param shots examples in front. */
export async function startArm(name: string, form: Form, shots: readonly Line[]): Promise<{ name: string; walk: string; prefix: number; load: number; prefixTime: number }> {
  const method = matrix(form)
  const shown = shots.map(shotOf)
  const { engine } = startEngine(() => startWorker(inferenceUrl, name), { baseUrl: siteUrl })
  const begun = performance.now()
  const { walk } = await engine.load({ ref, source: { kind: 'files', files: await modelFiles() }, threads: 1 }, () => undefined)
  const loaded = performance.now()
  const prefix = await engine.prepare(sentinels(builtInScheme, method, shown))
  arms.set(name, { engine, tree: answerTree(builtInScheme, method), prompt: (line) => promptFor(builtInScheme, method, sampleOf(line), 0, shown) })
  return { name, walk: walk.kind, prefix, load: loaded - begun, prefixTime: performance.now() - loaded }
}

/** Asks everything of one record: the 3 x 3 joint, the intent and the emotion behind the best cell. Milliseconds, message to message. */
export async function askTree(name: string, line: Line): Promise<{ took: number; promptTokens: number; newTokens: number }> {
  const { engine, tree, prompt } = arms.get(name)!
  const begun = performance.now()
  const { promptTokens, newTokens } = await engine.answer({ prompt: prompt(line), reason: null, tree: tree.root, exhaustive: tree.exhaustive })
  return { took: performance.now() - begun, promptTokens, newTokens }
}

/** One forward over the record's own tokens behind the same prefix, and the logits of its last one. */
export async function askBare(name: string, line: Line): Promise<number> {
  const { engine, prompt } = arms.get(name)!
  const begun = performance.now()
  await engine.answer({ prompt: prompt(line), reason: null, tree: { lead: '', options: [{ text: 'A\n', next: null }, { text: 'B\n', next: null }] }, exhaustive: 1 })
  return performance.now() - begun
}

/** Asks a list of records of each of the arms named, all arms at once. @returns milliseconds until the last one is done. */
export async function askAll(names: readonly string[], lines: readonly Line[]): Promise<number> {
  const begun = performance.now()
  await Promise.all(names.map(async (name) => {
    for (const line of lines) await askTree(name, line)
  }))
  return performance.now() - begun
}

let plain: Worker | null = null

function askPlain<Value>(message: unknown): Promise<Value> {
  plain ??= startWorker(plainUrl, 'plain')
  const worker = plain
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<{ value: Value } | { error: string }>) => ('error' in data ? reject(new Error(data.error)) : resolve(data.value))
    worker.postMessage(message)
  })
}

export function startPlain(): Promise<null> {
  return askPlain({ kind: 'load', siteUrl, models: new URL('with/', siteUrl).href, model: 'model', dtype })
}

/** The three tasks of a record, one prompt and one `generate` each. */
export async function askPlainTasks(form: Form, line: Line, tasks: readonly string[]): Promise<{ took: number; texts: readonly string[]; promptTokens: number }> {
  let took = 0
  let promptTokens = 0
  const texts: string[] = []
  for (const field of tasks) {
    const { messages } = promptFor(builtInScheme, task(field, form), sampleOf(line))
    const answer = await askPlain<{ took: number; text: string; promptTokens: number }>({ kind: 'generate', messages, maxTokens: 16 })
    took += answer.took
    promptTokens += answer.promptTokens
    texts.push(answer.text)
  }
  return { took, texts, promptTokens: promptTokens / tasks.length }
}

let tokenizer: Promise<ModelTokenizer> | null = null

export function modelTokenizer(): Promise<ModelTokenizer> {
  tokenizer ??= modelFiles().then((files) => loadTokenizer(new ModelReader({ kind: 'files', files }, [], () => undefined)))
  return tokenizer
}

/** A choice as tokens: what stands before its options, and each option's own. */
export interface TokenChoice {
  /** The tokens of each option behind the last one chosen, its lead included. */
  readonly options: readonly { readonly tokens: readonly number[]; readonly next: TokenChoice | null }[]
}

/** What the peers' chains walk: the same prompt and the same labels as our tree, as tokens. */
export async function chainOf(form: Form, lines: readonly Line[]): Promise<{ prefix: readonly number[]; own: readonly (readonly number[])[]; tree: TokenChoice }> {
  const tokenizer = await modelTokenizer()
  const method = matrix(form)
  const [first, second] = sentinels(builtInScheme, method).map((prompt) => tokenizer.encodePrompt(prompt).tokens) as [readonly number[], readonly number[]]
  const prefix = first.slice(0, first.findIndex((token, at) => token !== second[at]))
  const { tail } = tokenizer.encodePrompt(sentinels(builtInScheme, method)[0])
  const prompts = lines.map((line) => tokenizer.encodePrompt(promptFor(builtInScheme, method, sampleOf(line))))
  const choice = (node: ChoiceNode, before: string): TokenChoice => ({
    options: node.options.map(({ text, next }) => {
      const seam = tokenizer.encode(before.slice(-64))
      const tokens = tokenizer.encode(before.slice(-64) + node.lead + text).slice(seam.length)
      return { tokens, next: next && choice(next, node.lead + text) }
    }),
  })
  return {
    prefix,
    own: prompts.map(({ tokens }) => tokens.slice(prefix.length)),
    tree: choice(answerTree(builtInScheme, method).root, tail),
  }
}

let raw: Promise<transformers.PreTrainedTokenizer> | null = null

/** Tokens to text with the marks of turns in it. */
function rawTokenizer(): Promise<transformers.PreTrainedTokenizer> {
  const { env } = transformers
  env.allowLocalModels = false
  env.allowRemoteModels = true
  env.remoteHost = new URL('with/', siteUrl).href
  env.remotePathTemplate = '{model}'
  env.useBrowserCache = false
  raw ??= transformers.AutoTokenizer.from_pretrained('model')
  return raw
}

const wllamas = new Map<string, { wllama: Wllama; prefix: readonly number[]; tree: TokenChoice }>()

/** What the server in wllama takes and gives beside what its types say. */
interface TokenCompletion {
  readonly choices: readonly { readonly text: string; readonly tokens?: readonly number[] }[]
  readonly usage: { readonly prompt_tokens_details?: { readonly cached_tokens?: number } }
}

async function complete(wllama: Wllama, tokens: readonly number[], allowed: readonly number[]): Promise<TokenCompletion> {
  const bias = Object.fromEntries(allowed.map((token) => [String(token), 100]))
  // it takes text alone; what it keeps is found again by the tokens that it makes of it, which are the same up to a seam
  const asked = { prompt: (await rawTokenizer()).decode([...tokens], { skip_special_tokens: false, clean_up_tokenization_spaces: false }), max_tokens: 1, temperature: 0, logit_bias: bias, cache_prompt: true, return_tokens: true, stream: false }
  return await wllama.createCompletion(asked as unknown as Parameters<Wllama['createCompletion']>[0]) as unknown as TokenCompletion
}

/** Which of the tokens was answered: by number where the server says it, else by its text (a part of a character has none of its own). */
function saidToken({ choices }: TokenCompletion, allowed: readonly number[], decode: (tokens: readonly number[]) => string): number {
  const [said] = choices
  const numbered = said?.tokens?.[0]
  if (numbered !== undefined && allowed.includes(numbered)) return numbered
  const partial = (text: string): boolean => text === '' || text.includes('\uFFFD')
  const same = allowed.filter((token) => decode([token]) === said?.text)
  const matching = same.length > 0 || !partial(said?.text ?? '') ? same : allowed.filter((token) => partial(decode([token])))
  if (matching.length !== 1) throw new Error(`wllama answered ${JSON.stringify(said)} out of ${JSON.stringify(allowed.map((token) => decode([token])))}`)
  return matching[0]!
}

/** Loads wllama with one thread and has it read the prefix, which it keeps. */
export async function startWllama(form: Form): Promise<{ version: string; threads: number; prefixTime: number }> {
  const wllama = new Wllama({ default: new URL('with/wllama/wllama.wasm', siteUrl).href }, { suppressNativeLog: true })
  const blob = await (await fetch(new URL('with/gguf/model.gguf', siteUrl))).blob()
  await wllama.loadModel([blob], { n_threads: 1, n_ctx: 2048, n_batch: 512, n_gpu_layers: 0, n_parallel: 1, warmup: false })
  const { prefix, tree } = await chainOf(form, [])
  const begun = performance.now()
  await complete(wllama, [...prefix, 0], [0])
  wllamas.set(form, { wllama, prefix, tree })
  return { version: Wllama.getLibllamaVersion(), threads: wllama.getNumThreads(), prefixTime: performance.now() - begun }
}

/**
 * The greedy chain: the sample behind the kept prefix, then at each place where labels part the best of the tokens that lead on; what is
 * forced is read along with the next question.
 */
export async function askWllama(form: Form, own: readonly number[]): Promise<{ took: number; path: readonly number[]; calls: number; cached: readonly number[] }> {
  const { wllama, prefix, tree } = wllamas.get(form)!
  const tokenizer = await modelTokenizer()
  const begun = performance.now()
  let tokens = [...prefix, ...own]
  const path: number[] = []
  const cached: number[] = []
  let calls = 0
  for (let node: TokenChoice | null = tree; node;) {
    let left: { index: number; tokens: readonly number[] }[] = node.options.map((option, index) => ({ index, tokens: option.tokens }))
    for (let at = 0; left.length > 1; at++) {
      const allowed = [...new Set(left.map((option) => option.tokens[at]!))]
      let token = allowed[0]!
      if (allowed.length > 1) {
        const answer = await complete(wllama, tokens, allowed)
        calls++
        cached.push(answer.usage.prompt_tokens_details?.cached_tokens ?? -1)
        token = saidToken(answer, allowed, (tokens) => tokenizer.decode(tokens))
      }
      tokens = [...tokens, token]
      left = left.filter((option) => option.tokens[at] === token)
      if (left.length === 1) tokens = [...tokens, ...left[0]!.tokens.slice(at + 1)]
    }
    const chosen: number = left[0]!.index
    path.push(chosen)
    node = node.options[chosen]!.next
  }
  return { took: performance.now() - begun, path, calls, cached }
}
