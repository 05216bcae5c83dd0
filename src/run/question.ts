import type { Sample } from '../domain/dataset.ts'
import { type Method, schemeOf } from '../domain/method.ts'
import type { PlannedModel, Plan } from '../domain/plan.ts'
import type { ClassifierInput, Prompt } from '../domain/prompt.ts'
import type { FieldId, LabelId } from '../domain/scheme.ts'
import type { Tokens } from '../domain/units.ts'
import type { AnswerRequest, Engine } from '../engine/engine.ts'
import { type AnswerTree, answerTree, dependsOnGiven } from '../prompt/answerTree.ts'
import { contextTurns } from '../prompt/contextTurns.ts'
import { answerEnd } from '../prompt/answerEnd.ts'
import { reasonHeading } from '../prompt/answerLayout.ts'
import { classifierInput, promptFor, sentinelGiven, sentinels } from '../prompt/messages.ts'
import { type Shot, shotsOf } from '../prompt/shotMessages.ts'
import { SampleFailure } from './failure.ts'

/** What of a sample the model gets to read. */
export type Asked = Pick<Sample, 'text' | 'context' | 'scene'>

/** Labels told to the model, by field. */
export type Given = Readonly<Record<FieldId, LabelId>>

/** What a run asks of every sample: all that is the same for each of them. */
export interface Question {
  readonly scheme: Plan['scheme']
  readonly method: Method
  readonly model: PlannedModel
  /** Null for a classifier. Where it says other things for other given labels, `treeFor` has a sample's own. */
  readonly tree: AnswerTree | null
  readonly treeFor: (given: Given) => AnswerTree | null
  readonly reason: AnswerRequest['reason']
  /** Of an answer written freely, its reasoning included. */
  readonly maxTokens: Tokens
  /** Of an answer written freely: the lines that end it (answerEnd); null where it is ended by the model or the limit alone. */
  readonly ends: readonly RegExp[] | null
  readonly contextLength: Tokens
  /** Examples that stand in every prompt. */
  readonly shots: readonly Shot[]
}

/**
 * @param shotSamples those that the method's shots name, at least.
 * @throws where the method does not fit the scheme, a classifier's outputs are not mapped, or an example is not there as it was drawn.
 */
export function questionOf(
  { scheme: planScheme, decoding }: Pick<Plan, 'scheme' | 'decoding'>,
  model: PlannedModel,
  method: Method,
  contextLength: Tokens,
  shotSamples: readonly Sample[] = [],
): Question {
  const scheme = schemeOf(planScheme, method)
  const classifier = model.ref.kind === 'classifier'
  if (classifier && !model.outputs?.some((output) => output !== null)) throw new Error(`no output of ${model.ref.id} is mapped to a label`)
  const tree = classifier ? null : answerTree(scheme, method, sentinelGiven(scheme, method))
  return {
    scheme,
    method,
    model,
    tree,
    treeFor: tree && dependsOnGiven(scheme, method) ? treesByGiven(scheme, method) : () => tree,
    reason: reasonRequest(method),
    maxTokens: decoding.maxTokens + reasonTokens(method),
    ends: decoding.end === 'form' && method.asking === 'free' ? answerEnd(scheme, method) : null,
    contextLength,
    shots: shotsOf(method, shotSamples),
  }
}

/** The prompt for one sample, without the `dropped` oldest turns of its context. */
export function promptOf({ scheme, method, shots }: Question, sample: Asked, given: Given, dropped: number): Prompt {
  return promptFor(scheme, method, { ...sample, given }, dropped, shots)
}

/** Trees for given labels: few combinations occur, each of them often. */
function treesByGiven(scheme: Plan['scheme'], method: Method): (given: Given) => AnswerTree {
  const trees = new Map<string, AnswerTree>()
  return (given) => {
    const key = JSON.stringify(Object.entries(given))
    const tree = trees.get(key) ?? answerTree(scheme, method, given)
    trees.set(key, tree)
    return tree
  }
}

/** How a guided answer's reasoning is asked for: one line behind its heading. */
export function reasonRequest(method: Method): AnswerRequest['reason'] {
  const maxTokens = reasonTokens(method)
  return maxTokens === 0 ? null : { opening: reasonHeading, maxTokens, stop: ['\n'] }
}

function reasonTokens(method: Method): Tokens {
  return method.steps.reduce((sum, step) => sum + (step.kind === 'reason' ? step.maxTokens : 0), 0)
}

/** A sample as the model will read it. */
export interface Fitted<Input> {
  readonly input: Input
  /** Of the input; null where it was not counted because it could not be too long. */
  readonly tokens: Tokens | null
  readonly droppedTurns: number
}

/** The prompt with as much of the context as fits. @throws SampleFailure targetTooLong; EngineError */
export async function fitPrompt(question: Question, engine: Engine, prefix: Tokens, sample: Asked, given: Given): Promise<Fitted<Prompt>> {
  const room = question.contextLength - answerTokens(question)
  const promptWithout = (dropped: number) => promptOf(question, sample, given, dropped)
  const whole = promptWithout(0)
  if (prefix > 0 && prefix + tokensAtMost(whole.messages.at(-1)?.content ?? '') <= room) return { input: whole, tokens: null, droppedTurns: 0 }
  return fit(engine, room, contextTurns(sample).length, promptWithout)
}

/** Inputs of a classifier, each with as much of its context as fits; of a sample that does not fit, why. @throws EngineError */
export async function fitInputs(question: Question, engine: Engine, samples: readonly Asked[]): Promise<readonly (Fitted<ClassifierInput> | SampleFailure)[]> {
  const withContext = question.model.context === true
  const inputs = samples.map((sample) => classifierInput(sample, withContext, 0))
  const lengths = await engine.countTokens(inputs)
  const fitted: (Fitted<ClassifierInput> | SampleFailure)[] = []
  for (const [at, sample] of samples.entries()) {
    const tokens = lengths[at] ?? Infinity
    if (tokens <= question.contextLength) {
      fitted.push({ input: inputs[at]!, tokens, droppedTurns: 0 })
      continue
    }
    try {
      const turns = withContext ? contextTurns(sample).length : 0
      fitted.push(await fit(engine, question.contextLength, turns, (dropped) => classifierInput(sample, withContext, dropped)))
    } catch (error) {
      if (!(error instanceof SampleFailure)) throw error
      fitted.push(error)
    }
  }
  return fitted
}

/** One more turn less, for a prompt that the engine refused all the same; null where none is left. */
export function shorter(question: Question, sample: Asked, given: Given, { droppedTurns }: Fitted<Prompt>): Fitted<Prompt> | null {
  if (droppedTurns >= contextTurns(sample).length) return null
  const input = promptOf(question, sample, given, droppedTurns + 1)
  return { input, tokens: null, droppedTurns: droppedTurns + 1 }
}

/** Two prompts whose common beginning the engine keeps. */
export function sharedBeginning({ scheme, method, shots }: Question): readonly [Prompt, Prompt] {
  return sentinels(scheme, method, shots)
}

/** Drops as few of the oldest turns as it takes, by halving: fewer turns are never more tokens. */
async function fit<Input extends Prompt | ClassifierInput>(
  engine: Engine,
  room: Tokens,
  turns: number,
  without: (dropped: number) => Input,
): Promise<Fitted<Input>> {
  const attempt = async (droppedTurns: number): Promise<Fitted<Input> | null> => {
    const input = without(droppedTurns)
    const [tokens = Infinity] = await engine.countTokens([input])
    return tokens <= room ? { input, tokens, droppedTurns } : null
  }
  const whole = await attempt(0)
  if (whole) return whole
  let shortest = turns > 0 ? await attempt(turns) : null
  if (!shortest) throw new SampleFailure('targetTooLong', `the sentence takes more than ${room} tokens without any context`)
  let tooFew = 0
  while (shortest.droppedTurns - tooFew > 1) {
    const middle = Math.floor((tooFew + shortest.droppedTurns) / 2)
    const fitted = await attempt(middle)
    if (fitted) shortest = fitted
    else tooFew = middle
  }
  return shortest
}

/** Room that is kept behind the prompt. For a guided answer about the longest one; an engine that needs more refuses. */
export function answerTokens({ tree, reason, method, maxTokens }: Pick<Question, 'tree' | 'reason' | 'method' | 'maxTokens'>): Tokens {
  if (method.asking === 'free') return maxTokens
  return (reason ? reason.maxTokens + reason.opening.length : 0) + (tree ? longest(tree.root) : 0)
}

function longest(node: AnswerTree['root']): number {
  return node.lead.length + Math.max(...node.options.map(({ text, next }) => text.length + (next ? longest(next) : 0)))
}

const encoder = new TextEncoder()

/** No tokenizer makes more tokens of a text than it has bytes; 64 more for what a chat template puts behind it. */
function tokensAtMost(text: string): Tokens {
  return encoder.encode(text).length + 64
}
