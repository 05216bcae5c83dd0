import type { ClassifierInput, Prompt } from '../domain/prompt.ts'
import type { Tokens } from '../domain/units.ts'
import { CausalModel } from './causalModel.ts'
import { ClassifierModel } from './classifierModel.ts'
import {
  type AnswerRequest,
  type AnswerResult,
  EngineError,
  type GenerateRequest,
  type Generation,
  type LoadProgress,
  type LoadRequest,
  type WalkedModel,
} from './engine.ts'
import type { WorkerEngine } from './engineClient.ts'
import { loadModel, probeModel } from './loadModel.ts'

/** The engine itself, as it lives in a worker: one model, one call at a time. */
export class InferenceEngine implements WorkerEngine {
  readonly #baseUrl: string
  readonly #onLost: (reason: string) => void
  #model: CausalModel | ClassifierModel | null = null
  #queue: Promise<unknown> = Promise.resolve()

  /** @param baseUrl of the site. @param onLost told when the graphics device is lost. */
  constructor(baseUrl: string, onLost: (reason: string) => void) {
    this.#baseUrl = baseUrl
    this.#onLost = onLost
  }

  probe(request: LoadRequest, onProgress: (progress: LoadProgress) => void): Promise<readonly Float32Array[]> {
    return this.#next(() => probeModel(request, this.#baseUrl, onProgress))
  }

  load(request: LoadRequest, onProgress: (progress: LoadProgress) => void, expected: readonly Float32Array[] | null = null): Promise<WalkedModel> {
    return this.#next(async () => {
      if (this.#model) throw new EngineError('failed', 'this engine holds a model already: start another')
      this.#model = await loadModel(request, this.#baseUrl, onProgress, this.#onLost, expected)
      return this.#model.loaded
    })
  }

  prepare(sentinels: readonly [Prompt, Prompt]): Promise<Tokens> {
    return this.#next(() => this.#causal().prepare(sentinels))
  }

  countTokens(inputs: readonly (Prompt | ClassifierInput)[]): Promise<readonly Tokens[]> {
    return this.#next(() => {
      if (this.#model instanceof ClassifierModel) {
        return this.#model.classifier.countTokens(inputs.map((input) => {
          if ('messages' in input) throw new EngineError('failed', 'a classifier reads texts, not prompts')
          return input
        }))
      }
      return this.#causal().countTokens(inputs.map((input) => {
        if (!('messages' in input)) throw new EngineError('failed', 'a language model reads prompts')
        return input
      }))
    })
  }

  answer(request: AnswerRequest, onText?: (text: string) => void): Promise<AnswerResult> {
    return this.#next(() => this.#causal().answer(request, onText))
  }

  generate(request: GenerateRequest, onText?: (text: string) => void): Promise<Generation> {
    return this.#next(() => this.#causal().generate(request, onText))
  }

  classify(inputs: readonly ClassifierInput[]): Promise<readonly Float32Array[]> {
    return this.#next(() => {
      if (!(this.#model instanceof ClassifierModel)) throw new EngineError('failed', 'no classifier is loaded')
      return this.#model.classifier.classify(inputs)
    })
  }

  #causal(): CausalModel {
    if (!(this.#model instanceof CausalModel)) throw new EngineError('failed', 'no language model is loaded')
    return this.#model
  }

  /** The runtime takes one call at a time; a failed one must not fail the next. */
  #next<T>(work: () => Promise<T> | T): Promise<T> {
    const result = this.#queue.then(work)
    this.#queue = result.catch(() => undefined)
    return result
  }
}
