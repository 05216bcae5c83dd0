import type { Sample } from '../../domain/dataset.ts'
import { givenFields, type Method, schemeOf } from '../../domain/method.ts'
import type { ModelRef } from '../../domain/model.ts'
import type { Prompt } from '../../domain/prompt.ts'
import { type Scheme, fieldOf, labelIndex } from '../../domain/scheme.ts'
import type { Tokens } from '../../domain/units.ts'
import { answerTokens, questionOf } from '../../run/question.ts'
import { promptFor } from '../../prompt/messages.ts'
import type { Shot } from '../../prompt/shotMessages.ts'
import type { AvailableModel } from '../models/availableModels.ts'
import type { ModelState } from '../models/loadedModel.ts'
import { MAX_TOKENS } from './planning.ts'

/** The model that the prompts are for. */
export interface AskedModel {
  readonly ref: ModelRef
  readonly contextLength: Tokens
  readonly source: AvailableModel['source']
}

/** How much of a model's context the longest few-shot prompt takes. */
export interface ShotRoom {
  readonly method: Method
  readonly tokens: Tokens
  /** False: an upper bound by bytes, as no tokenizer is at hand. */
  readonly exact: boolean
}

/** No tokenizer makes more tokens of a text than it has bytes, and a template puts a few around each message. */
const AROUND: Tokens = 16

/**
 * The longest of the methods' prompts for one sample, with the room that its answer takes, counted by the model where it is the one in memory, else bounded by its bytes.
 * Null without methods.
 */
export async function shotRoom(scheme: Scheme, methods: readonly Method[], shots: readonly Shot[], example: Sample, state: ModelState, model: AskedModel): Promise<ShotRoom | null> {
  const prompts = methods.map((method) => ({
    method,
    prompt: promptFor(scheme, method, { ...example, given: givenOf(scheme, method, example) }, 0, shots),
    answer: answerTokens(questionOf({ scheme, decoding: { maxTokens: MAX_TOKENS } }, { ref: model.ref }, method, model.contextLength)),
  }))
  const longest = prompts.map(({ method, prompt, answer }) => ({ method, tokens: tokensAtMost(prompt) + answer })).sort((one, other) => other.tokens - one.tokens)[0]
  if (!longest) return null
  if (state.status !== 'ready' || state.choice.model.source !== model.source) return { method: longest.method, tokens: longest.tokens, exact: false }
  const counted = await state.engine.countTokens(prompts.map(({ prompt }) => prompt))
  const whole = prompts.map(({ answer }, at) => counted[at]! + answer)
  const most = Math.max(...whole)
  return { method: prompts[whole.indexOf(most)]!.method, tokens: most, exact: true }
}

function tokensAtMost({ messages }: Prompt): Tokens {
  const encoder = new TextEncoder()
  return messages.reduce((sum, { content }) => sum + encoder.encode(content).length + AROUND, AROUND)
}

/** Labels that give steps tell: the sample's gold, or the first of the list. */
function givenOf(scheme: Scheme, method: Method, { gold }: Sample): Record<string, string> {
  return Object.fromEntries(givenFields(method).map((id) => {
    const field = fieldOf(schemeOf(scheme, method), id)
    const said = gold[id]
    return [id, said?.kind === 'label' && labelIndex(field, said.label) >= 0 ? said.label : field.labels[0]!.id]
  }))
}
