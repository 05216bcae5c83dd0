import { contentHash } from '../../src/domain/contentHash.ts'
import type { ChoiceNode } from '../../src/domain/choiceTree.ts'
import type { ModelRef } from '../../src/domain/model.ts'
import type { Fidelity } from '../../src/domain/prediction.ts'
import type { ClassifierInput, Prompt } from '../../src/domain/prompt.ts'
import { seededRandom } from '../../src/domain/random.ts'
import {
  type AnswerRequest,
  type AnswerResult,
  type Engine,
  EngineError,
  type EngineErrorCode,
  type GenerateRequest,
  type Generation,
  type LoadProgress,
  type LoadRequest,
  type ScoredNode,
  type WalkedModel,
} from '../../src/engine/engine.ts'

export interface ToyOptions {
  readonly contextLength?: number
  readonly outputs?: number
  /** Asked before each call: an error to throw instead of answering, or null. */
  readonly fault?: (call: ToyCall) => EngineErrorCode | null
  /** What an answer says of its own exactness. */
  readonly fidelity?: (text: string) => Fidelity | undefined
  /** Waited for in each call; it may never resolve. */
  readonly wait?: (call: ToyCall) => Promise<void>
}

export interface ToyCall {
  readonly name: 'prepare' | 'countTokens' | 'answer' | 'generate' | 'classify'
  /** The last message or the text of the (first) input. */
  readonly text: string
  /** Of a classifier's call: all of them. */
  readonly texts?: readonly string[]
}

/**
 * An engine without a model: one token a character, log-probabilities from a hash of what was read, so that any change
 * of the prompt changes the answer. It keeps the contract of engine/engine.ts, spent after anything but a refusal included.
 */
export class ToyEngine implements Engine {
  readonly calls: ToyCall[] = []
  readonly contextLength: number
  private readonly options: ToyOptions
  private spent: EngineErrorCode | null = null

  constructor(options: ToyOptions = {}) {
    this.options = options
    this.contextLength = options.contextLength ?? 1_000_000
  }

  load({ ref }: LoadRequest, onProgress: (progress: LoadProgress) => void): Promise<WalkedModel> {
    onProgress({ stage: 'read', loaded: 1, total: 1 })
    const walk = { kind: 'fork', left: [], tokenScales: 0, agreement: { rewrittenAndShipped: null, treeAndFork: null, deviceAndWasm: null } } as const
    return Promise.resolve({ ref, contextLength: this.contextLength, bytes: 1, outputs: [], chatTemplate: true, walk })
  }

  async prepare(sentinels: readonly [Prompt, Prompt]): Promise<number> {
    await this.begin('prepare', '')
    const [one, other] = sentinels.map(written) as [string, string]
    let common = 0
    while (common < one.length - 1 && one[common] === other[common]) common++
    this.refuse(common)
    return common
  }

  async countTokens(inputs: readonly (Prompt | ClassifierInput)[]): Promise<readonly number[]> {
    await this.begin('countTokens', read(inputs[0]))
    return inputs.map((input) => written(input).length)
  }

  async answer({ prompt, reason, tree, exhaustive }: AnswerRequest, onText?: (text: string) => void): Promise<AnswerResult> {
    await this.begin('answer', read(prompt))
    const text = written(prompt)
    this.refuse(text.length + 1 + (reason?.maxTokens ?? 0))
    const fidelity = this.options.fidelity?.(read(prompt))
    const thought = `想想${contentHash([text]).slice(0, 6)}`
    if (reason) onText?.(thought)
    const said = reason ? `${reason.opening}${thought}${reason.stop[0] ?? ''}` : ''
    return {
      nodes: score(tree, text + said, exhaustive),
      reason: reason ? thought : null,
      promptTokens: text.length,
      newTokens: 9,
      duration: 1,
      ...(fidelity && { fidelity }),
    }
  }

  async generate({ prompt, maxTokens }: GenerateRequest, onText?: (text: string) => void): Promise<Generation> {
    await this.begin('generate', read(prompt))
    const text = written(prompt)
    this.refuse(text.length + 1)
    const answer = `立场：中性 ${contentHash([text]).slice(0, 8)}`.slice(0, maxTokens)
    onText?.(answer)
    return { text: answer, finish: answer.length < maxTokens ? 'stop' : 'length', promptTokens: text.length, newTokens: answer.length, duration: 1 }
  }

  async classify(inputs: readonly ClassifierInput[]): Promise<readonly Float32Array[]> {
    await this.begin('classify', read(inputs[0]), inputs.map(read))
    return inputs.map((input) => {
      this.refuse(written(input).length)
      const random = seededRandom(written(input))
      return Float32Array.from({ length: this.options.outputs ?? 3 }, () => random.uniform() * 4 - 2)
    })
  }

  private async begin(name: ToyCall['name'], text: string, texts?: readonly string[]): Promise<void> {
    const call = { name, text, ...(texts && { texts }) }
    if (this.spent) throw new EngineError('failed', `asked again after ${this.spent}`)
    this.calls.push(call)
    await (this.options.wait?.(call) ?? Promise.resolve())
    const code = this.options.fault?.(call) ?? null
    if (!code) return
    if (code !== 'promptTooLong') this.spent = code
    throw new EngineError(code, `toy ${code}`)
  }

  private refuse(tokens: number): void {
    if (tokens > this.contextLength) throw new EngineError('promptTooLong', `${tokens} tokens, the model ${this.contextLength}`)
  }
}

export const toyRef: ModelRef = { id: 'toy', kind: 'causal', origin: 'embedded', revision: '1', files: [], dtype: 'q8', device: 'wasm', graph: 'asShipped' }

/** All nodes of the first `exhaustive` levels, then those behind the best joint path; a choice depends on all that is said before it. */
function score(root: ChoiceNode, text: string, exhaustive: number): readonly ScoredNode[] {
  const nodes: ScoredNode[] = []
  let best: { path: readonly number[]; score: number; next: ChoiceNode | null; said: string } = { path: [], score: -Infinity, next: null, said: text }
  const visit = (node: ChoiceNode, path: readonly number[], before: number, said: string): void => {
    const logProbabilities = distribution(node, said)
    nodes.push({ path, logProbabilities })
    node.options.forEach((option, at) => {
      const joint = before + logProbabilities[at]!
      const onward = said + node.lead + option.text
      if (path.length + 1 < exhaustive && option.next) visit(option.next, [...path, at], joint, onward)
      else if (joint > best.score) best = { path: [...path, at], score: joint, next: option.next, said: onward }
    })
  }
  visit(root, [], 0, text)
  for (let { path, next, said } = best; next; ) {
    const logProbabilities = distribution(next, said)
    nodes.push({ path, logProbabilities })
    const at = logProbabilities.indexOf(Math.max(...logProbabilities))
    path = [...path, at]
    said += next.lead + next.options[at]!.text
    next = next.options[at]!.next
  }
  return nodes
}

function distribution(node: ChoiceNode, said: string): Float32Array {
  const random = seededRandom(said + node.lead)
  const weights = node.options.map(() => Math.exp(random.uniform() * 3))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return Float32Array.from(weights, (weight) => Math.log(weight / total))
}

function written(input: Prompt | ClassifierInput): string {
  return 'messages' in input ? input.messages.map(({ role, content }) => `<${role}>${content}`).join('') : `${input.text}|${input.pair ?? ''}`
}

function read(input: Prompt | ClassifierInput | undefined): string {
  return input === undefined ? '' : 'messages' in input ? (input.messages.at(-1)?.content ?? '') : input.text
}
