import type { Fidelity } from '../domain/prediction.ts'
import type { Prompt } from '../domain/prompt.ts'
import type { Tokens } from '../domain/units.ts'
import { scoringDifference } from './agreement.ts'
import type { Entry } from './choiceWave.ts'
import { write } from './decodeLoop.ts'
import {
  type AnswerRequest,
  type AnswerResult,
  EngineError,
  type GenerateRequest,
  type Generation,
  type ScoredNode,
  type WalkedModel,
} from './engine.ts'
import { forwardCut } from './forwardCut.ts'
import type { Past, Session } from './session.ts'
import type { ModelTokenizer } from './tokenizer.ts'
import { scoreChoices } from './treePlanner.ts'

/** One sample in so many is asked by single forks, too. */
const checkedShare = 200
/** Two options nearer than this, in log-probability, may change places between trees and forks. */
const winnerMargin = 0.25

/** A causal language model that can be asked. */
export class CausalModel {
  readonly loaded: WalkedModel
  readonly #session: Session
  /** To check trees by; null where there are none. */
  readonly #forks: Session | null
  readonly #tokenizer: ModelTokenizer
  readonly #endTokens: ReadonlySet<number>
  readonly #continued = new Map<string, readonly number[]>()
  #prefix: { readonly tokens: readonly number[]; readonly past: Past }

  constructor(
    walk: { readonly session: Session; readonly forks: Session | null },
    tokenizer: ModelTokenizer,
    endTokens: readonly number[],
    about: Omit<WalkedModel, 'outputs' | 'chatTemplate'>,
  ) {
    this.#session = walk.session
    this.#forks = walk.forks
    this.#tokenizer = tokenizer
    this.#endTokens = new Set([...endTokens, ...tokenizer.endTokens])
    this.#prefix = { tokens: [], past: walk.session.nothing }
    this.loaded = { ...about, outputs: [], chatTemplate: tokenizer.chatTemplate }
  }

  async prepare(sentinels: readonly [Prompt, Prompt]): Promise<Tokens> {
    const [first, second] = sentinels.map((prompt) => this.#tokenizer.encodePrompt(prompt).tokens) as [readonly number[], readonly number[]]
    const differs = first.findIndex((token, at) => token !== second[at])
    const common = first.slice(0, Math.min(differs < 0 ? first.length : differs, first.length - 1, second.length - 1))
    if (common.length === this.#prefix.tokens.length && common.every((token, at) => token === this.#prefix.tokens[at])) return common.length
    this.#checkLength(common.length)
    this.#session.pin(this.#session.nothing)
    this.#session.keepOnly([])
    const past = this.#session.pin(await this.#session.extend(this.#session.nothing, common))
    this.#prefix = { tokens: common, past }
    return common.length
  }

  countTokens(prompts: readonly Prompt[]): readonly Tokens[] {
    return prompts.map((prompt) => this.#tokenizer.encodePrompt(prompt).tokens.length)
  }

  async answer({ prompt, reason, tree: choice, exhaustive }: AnswerRequest, onText?: (text: string) => void): Promise<AnswerResult> {
    const started = performance.now()
    const { past, rest, length, tail } = this.#enter(prompt)
    let newTokens = 0
    let start = { past, trunk: rest, again: 0, before: tail }
    let text: string | null = null
    if (reason) {
      this.#checkLength(length + reason.maxTokens)
      const behind = await this.#session.extend(past, rest.slice(0, -1))
      const opening = [rest.at(-1)!, ...this.#continue(tail, reason.opening)]
      const limits = { maxTokens: reason.maxTokens, stop: reason.stop, endTokens: this.#endTokens }
      const written = await write(this.#session, behind, opening, limits, (tokens) => this.#tokenizer.decode(tokens), onText)
      text = written.text
      newTokens += written.newTokens
      const said = `${reason.opening}${text}${reason.stop[0] ?? '\n'}`
      // read again from its text: what was sampled and what the text means to the tokenizer need not be the same tokens
      start = { past: behind, trunk: [rest.at(-1)!, ...this.#continue(tail, said)], again: 0, before: said }
    }
    const entry = { choice, path: [], ...start }
    const { nodes, tokens } = await this.#score(this.#session, entry, exhaustive)
    const checked = await this.#check(entry, exhaustive, nodes)
    this.#session.keepOnly([])
    return {
      nodes: checked?.nodes ?? nodes,
      reason: text,
      promptTokens: length,
      newTokens: newTokens + tokens,
      duration: performance.now() - started,
      ...(checked ? { fidelity: checked.fidelity } : {}),
    }
  }

  #score(session: Session, entry: Entry, exhaustive: number): ReturnType<typeof scoreChoices> {
    return scoreChoices(
      entry,
      { exhaustive, budget: forwardCut.nodes, speculate: session.kind === 'tree' ? forwardCut.ahead : 0 },
      (before, following) => this.#continue(before, following),
      (past, tree, onward) => {
        this.#checkLength(past.length + tree.tokens.length)
        return session.score(past, tree, onward)
      },
    )
  }

  /** Asks one sample in 200 by single forks, too; which one depends on its tokens alone. @returns what holds, or null where nothing was checked. */
  async #check(entry: Entry, exhaustive: number, nodes: readonly ScoredNode[]): Promise<{ nodes: readonly ScoredNode[]; fidelity: Fidelity } | null> {
    const forks = this.#forks
    if (!forks || fingerprint(entry.trunk) % checkedShare !== 0) return null
    const byForks = await this.#score(forks, entry, exhaustive)
    forks.keepOnly([])
    const { mean, largest, otherWinner } = scoringDifference(nodes, byForks.nodes, winnerMargin)
    // this sample's alone: if all that follow went by forks, answers would depend on their order, on a restart, on which engine asked
    return { nodes: otherWinner ? byForks.nodes : nodes, fidelity: { mean, largest, fellBack: otherWinner } }
  }

  async generate({ prompt, maxTokens, stop, ends }: GenerateRequest, onText?: (text: string) => void): Promise<Generation> {
    const started = performance.now()
    const { past, rest, length, tail } = this.#enter(prompt)
    const room = Math.min(maxTokens, this.loaded.contextLength - length)
    const limits = { maxTokens: room, stop, endTokens: this.#endTokens, ...(ends && { ends }), before: tail }
    const written = await write(this.#session, past, rest, limits, (tokens) => this.#tokenizer.decode(tokens), onText)
    this.#session.keepOnly([])
    return { ...written, promptTokens: length, duration: performance.now() - started }
  }

  /** The past to start from and the tokens still to be read, at least one. */
  #enter(prompt: Prompt): { past: Past; rest: readonly number[]; length: Tokens; tail: string } {
    const { tokens, tail } = this.#tokenizer.encodePrompt(prompt)
    this.#checkLength(tokens.length + 1)
    const prefix = this.#prefix
    const shared = tokens.length > prefix.tokens.length && prefix.tokens.every((token, at) => token === tokens[at])
    return shared
      ? { past: prefix.past, rest: tokens.slice(prefix.tokens.length), length: tokens.length, tail }
      : { past: this.#session.nothing, rest: tokens, length: tokens.length, tail }
  }

  #checkLength(length: Tokens): void {
    if (length <= this.loaded.contextLength) return
    throw new EngineError('promptTooLong', `the text takes ${length} tokens, the model ${this.loaded.contextLength}`)
  }

  /** Tokens of a stretch of the answer; where the seam would change the tokens before it, those of the stretch by itself. */
  #continue(before: string, text: string): readonly number[] {
    const seam = before.slice(-64)
    const key = `${seam}\u0000${text}`
    const known = this.#continued.get(key)
    if (known) return known
    const left = this.#tokenizer.encode(seam)
    const whole = this.#tokenizer.encode(seam + text)
    const tokens = left.every((token, at) => token === whole[at]) ? whole.slice(left.length) : this.#tokenizer.encode(text)
    if (this.#continued.size > 20_000) this.#continued.clear()
    this.#continued.set(key, tokens)
    return tokens
  }
}

/** A number that stands for some tokens. */
function fingerprint(tokens: readonly number[]): number {
  return tokens.reduce((hash, token) => Math.imul(hash ^ token, 0x01000193) >>> 0, 0x811c9dc5)
}
