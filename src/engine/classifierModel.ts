import type { ClassifierInput } from '../domain/prompt.ts'
import type { Tokens } from '../domain/units.ts'
import { toFloats } from './causalGraph.ts'
import { EngineError, type WalkedModel } from './engine.ts'
import { type Session as OrtSession, Tensor } from './runtime.ts'
import type { ModelTokenizer } from './tokenizer.ts'

/** Texts of so many tokens, padding included, go into one forward: larger ones pay no more and need memory. */
const batchTokens = 2048

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

  /** @throws EngineError for a graph with inputs that we cannot fill. */
  constructor(session: OrtSession, tokenizer: ModelTokenizer, contextLength: Tokens, path: string) {
    this.#session = session
    this.#tokenizer = tokenizer
    this.#contextLength = contextLength
    const unknown = session.inputNames.filter((name) => !['input_ids', 'attention_mask', 'token_type_ids', 'position_ids'].includes(name))
    if (unknown.length > 0 || !session.outputNames.includes('logits')) {
      throw new EngineError('unsupportedArchitecture', `${path} is no sequence classifier that we know: ${unknown.join(', ')}`, path)
    }
  }

  countTokens(inputs: readonly ClassifierInput[]): readonly Tokens[] {
    return inputs.map((input) => this.#tokenizer.encodeInput(input).ids.length)
  }

  /** Rows in the order of the inputs; batches are made by length, so that little of a forward is padding. */
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
      if (next && (batch.length + 1) * next.ids.length <= batchTokens) continue
      for (const [at, row] of (await this.#run(batch)).entries()) rows[batch[at]!.at] = row
      batch = []
    }
    return rows
  }

  async #run(batch: readonly { readonly ids: readonly number[]; readonly segments: readonly number[] }[]): Promise<readonly Float32Array[]> {
    const length = Math.max(...batch.map(({ ids }) => ids.length))
    const filled = (values: (item: (typeof batch)[number], at: number) => number): Tensor =>
      new Tensor('int64', BigInt64Array.from({ length: batch.length * length }, (_, at) => BigInt(values(batch[Math.floor(at / length)]!, at % length))), [batch.length, length])
    const feeds: Record<string, Tensor> = {
      input_ids: filled(({ ids }, at) => ids[at] ?? 0),
      attention_mask: filled(({ ids }, at) => (at < ids.length ? 1 : 0)),
      token_type_ids: filled(({ segments }, at) => segments[at] ?? 0),
      position_ids: filled((_, at) => at),
    }
    const used = Object.fromEntries(Object.entries(feeds).filter(([name]) => this.#session.inputNames.includes(name)))
    const { logits } = await this.#session.run(used, ['logits'])
    if (!logits) throw new EngineError('failed', 'the classifier gave no logits')
    const values = await toFloats(logits)
    if (!values.every(Number.isFinite)) throw new EngineError('nonFiniteLogits', 'the model answers with what is not a number')
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
