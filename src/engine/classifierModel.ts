import type { ClassifierInput } from '../domain/prompt.ts'
import type { Tokens } from '../domain/units.ts'
import { toFloats } from './causalGraph.ts'
import { EngineError, type WalkedModel } from './engine.ts'
import { type Session as OrtSession, Tensor } from './runtime.ts'
import type { ModelTokenizer } from './tokenizer.ts'

/**
 * Texts of so many tokens go into one forward. Measured on the classifier that ships, one thread: of 10 and of 20 tokens two times as many texts
 * a second as singly, of 40 and 80 a quarter to a third more; batches of more than 16, or of more tokens, gain nothing.
 */
const batchTokens = 640
const batchTexts = 16

/** Short texts of which any tokenizer makes several of one length. */
const trialTexts = ['你可真行，又忘了', '谢谢你今天来看我', '行吧，你说了算。', '今天下午三点开会', '这也太好吃了吧！', '他怎么会这样想？', '我不生气，真的。', '好的，我知道了。']

/** A sequence classifier as loaded. */
export class ClassifierModel {
  readonly loaded: WalkedModel
  readonly classifier: Classifier

  constructor(classifier: Classifier, loaded: WalkedModel) {
    this.classifier = classifier
    this.loaded = loaded
  }
}

/** A sequence classifier that can be asked. */
export class Classifier {
  readonly #session: OrtSession
  readonly #tokenizer: ModelTokenizer
  readonly #contextLength: Tokens
  readonly #path: string
  #batches = false

  /** @throws EngineError for a graph with inputs that we cannot fill. */
  constructor(session: OrtSession, tokenizer: ModelTokenizer, contextLength: Tokens, path: string) {
    this.#session = session
    this.#tokenizer = tokenizer
    this.#contextLength = contextLength
    this.#path = path
    if (!session.outputNames.includes('logits')) throw new EngineError('wrongOutputs', `${path} gives ${session.outputNames.join(', ')}`, path)
    const unknown = session.inputNames.filter((name) => !['input_ids', 'attention_mask', 'token_type_ids', 'position_ids'].includes(name))
    if (unknown.length > 0) {
      throw new EngineError('unsupportedArchitecture', `${path} wants inputs that we do not know: ${unknown.join(', ')}`, path)
    }
  }

  countTokens(inputs: readonly ClassifierInput[]): readonly Tokens[] {
    return inputs.map((input) => this.#tokenizer.encodeInput(input).ids.length)
  }

  /**
   * Tries whether texts of one length may share a forward: where their rows are then those of single forwards, bit for bit. An export whose
   * activations have one scale for the whole tensor has others: its texts go singly.
   * @throws EngineError
   */
  async tryBatches(): Promise<boolean> {
    const byLength = new Map<number, ClassifierInput[]>()
    for (const text of trialTexts) {
      const input = { text, pair: null }
      const length = this.#tokenizer.encodeInput(input).ids.length
      byLength.set(length, [...(byLength.get(length) ?? []), input])
    }
    const alike = [...byLength.values()].reduce((most, inputs) => (inputs.length > most.length ? inputs : most), [])
    this.#batches = false
    if (alike.length < 2 || this.countTokens(alike)[0]! > this.#contextLength) return false
    const single = await this.classify(alike)
    // as many as a forward will ever hold: how the runtime shares work out among threads follows from the size
    const full = Array.from({ length: batchTexts }, (_, at) => alike[at % alike.length]!)
    const together = await this.#run(full.map((input) => this.#tokenizer.encodeInput(input)))
    this.#batches = together.every((row, at) => row.every((value, column) => Object.is(value, single[at % alike.length]![column])))
    return this.#batches
  }

  /**
   * Rows in the order of the inputs. Only texts of one length share a forward, and only where that changes nothing (`tryBatches`): padding shifts
   * roundings, which quantised activations make visible (up to 0.007 in a logit of the classifier that ships).
   */
  async classify(inputs: readonly ClassifierInput[]): Promise<readonly Float32Array[]> {
    const encoded = inputs.map((input, at) => ({ at, ...this.#tokenizer.encodeInput(input) }))
    const tooLong = encoded.find(({ ids }) => ids.length > this.#contextLength)
    if (tooLong) {
      throw new EngineError('promptTooLong', `a text takes ${tooLong.ids.length} tokens, the model ${this.#contextLength}`)
    }
    const rows: Float32Array[] = new Array<Float32Array>(inputs.length)
    const byLength = encoded.toSorted((a, b) => a.ids.length - b.ids.length || a.at - b.at)
    let batch: typeof encoded = []
    for (const [index, item] of byLength.entries()) {
      batch.push(item)
      const next = byLength[index + 1]
      const room = Math.min(Math.floor(batchTokens / item.ids.length), batchTexts)
      if (this.#batches && next?.ids.length === item.ids.length && batch.length < room) continue
      for (const [at, row] of (await this.#run(batch)).entries()) rows[batch[at]!.at] = row
      batch = []
    }
    return rows
  }

  /** @param batch texts of one length. */
  async #run(batch: readonly { readonly ids: readonly number[]; readonly segments: readonly number[] }[]): Promise<readonly Float32Array[]> {
    const length = batch[0]!.ids.length
    const filled = (values: (item: (typeof batch)[number], at: number) => number): Tensor =>
      new Tensor('int64', BigInt64Array.from({ length: batch.length * length }, (_, at) => BigInt(values(batch[Math.floor(at / length)]!, at % length))), [batch.length, length])
    const feeds: Record<string, Tensor> = {
      input_ids: filled(({ ids }, at) => ids[at]!),
      attention_mask: filled(() => 1),
      token_type_ids: filled(({ segments }, at) => segments[at]!),
      position_ids: filled((_, at) => at),
    }
    const used = Object.fromEntries(Object.entries(feeds).filter(([name]) => this.#session.inputNames.includes(name)))
    const { logits } = await this.#session.run(used, ['logits'])
    if (!logits) throw new EngineError('failed', 'the classifier gave no logits')
    const values = await toFloats(logits)
    if (!values.every(Number.isFinite)) throw new EngineError('nonFiniteLogits', `${this.#path} answers with what is not a number`, this.#path)
    if (logits.dims.length !== 2) throw new EngineError('wrongOutputs', `${this.#path} gives logits of ${logits.dims.join(' x ')}: one row a text is read, not one a token`, this.#path)
    const width = values.length / batch.length
    return batch.map((_, at) => values.slice(at * width, (at + 1) * width))
  }
}

/** @throws EngineError where config.json names more or fewer outputs than the graph has: a softmax over the wrong ones would look sound. */
export function checkOutputs(names: readonly string[], row: Float32Array): void {
  if (names.length === row.length) return
  throw new EngineError(
    'unsupportedArchitecture',
    `config.json names ${names.length} outputs (id2label), the graph has ${row.length}: take the config.json that belongs to it`,
    'config.json',
  )
}
