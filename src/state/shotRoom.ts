import type { Sample } from '../domain/dataset.ts'
import { givenFields, type Method, schemeOf } from '../domain/method.ts'
import type { Prompt } from '../domain/prompt.ts'
import { type Scheme, fieldOf, labelIndex } from '../domain/scheme.ts'
import type { Tokens } from '../domain/units.ts'
import { promptFor } from '../prompt/messages.ts'
import type { Shot } from '../prompt/shotMessages.ts'
import type { ModelState } from './loadedModel.ts'

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
 * The longest of the methods' prompts for one sample, counted by the model where it is the one in memory, else bounded by its bytes.
 * Null without methods.
 */
export async function shotRoom(scheme: Scheme, methods: readonly Method[], shots: readonly Shot[], example: Sample, state: ModelState, source: unknown): Promise<ShotRoom | null> {
  const prompts = methods.map((method) => ({ method, prompt: promptFor(scheme, method, { ...example, given: givenOf(scheme, method, example) }, 0, shots) }))
  const longest = prompts.map(({ method, prompt }) => ({ method, prompt, tokens: tokensAtMost(prompt) })).sort((one, other) => other.tokens - one.tokens)[0]
  if (!longest) return null
  if (state.status !== 'ready' || state.choice.model.source !== source) return { method: longest.method, tokens: longest.tokens, exact: false }
  const counted = await state.engine.countTokens(prompts.map(({ prompt }) => prompt))
  const most = Math.max(...counted)
  return { method: prompts[counted.indexOf(most)]!.method, tokens: most, exact: true }
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
