import { logSumExp } from '../answer/conditionalTable.ts'
import type { ChoiceNode } from '../domain/choiceTree.ts'
import type { Conditional, Fidelity, Outcome, Prediction } from '../domain/prediction.ts'
import type { Prompt } from '../domain/prompt.ts'
import type { Milliseconds, Tokens } from '../domain/units.ts'
import { type Engine, EngineError } from '../engine/engine.ts'
import { type AnswerTree, conditionalsOf, forcedTree, unforced } from '../prompt/answerTree.ts'
import { SampleFailure } from './failure.ts'
import { openPath, type PrimaryReading, together } from './followUp.ts'
import { type Asked, fitInputs, fitPrompt, type Fitted, type Given, promptOf, type Question, sharedBeginning, shorter } from './question.ts'

/** What asking one sample gave: a prediction without whose it is. */
export type Reply = Pick<Prediction, 'outcome' | 'given' | 'droppedTurns' | 'promptTokens' | 'newTokens' | 'duration' | 'fidelity'>

/** Of a sample that has no answer. */
export function failedReply(reason: string): Reply {
  return { outcome: { kind: 'failed', reason }, droppedTurns: 0, promptTokens: 0, newTokens: 0, duration: 0 }
}

/** An engine made ready for one question. */
export interface Asker {
  readonly engine: Engine
  /** Tokens that all prompts begin with; 0 for a classifier. */
  readonly prefix: Tokens
  /** Where its winner is another than the model's own, what stands behind it is asked as well. */
  readonly primary?: PrimaryReading
  /** Told what was written so far: an answer, or the reasoning before a guided one. */
  readonly onText?: (text: string) => void
}

/** Makes an engine ready for a question. @throws EngineError; promptTooLong where not even the instructions fit. */
export async function readyToAsk(question: Question, engine: Engine): Promise<Asker> {
  return { engine, prefix: question.tree ? await engine.prepare(sharedBeginning(question)) : 0 }
}

/** Asks one sample. @throws SampleFailure where a prompt of it cannot be asked; EngineError where the engine is spent. */
export async function ask(question: Question, asker: Asker, sample: Asked, given: Given = {}): Promise<Reply> {
  return question.tree ? askPrompt(question, asker, sample, given) : (await askTogether(question, asker, [sample]))[0]!
}

async function askPrompt(question: Question, asker: Asker, sample: Asked, given: Given): Promise<Reply> {
  let fitted: Fitted<Prompt> | null = await fitPrompt(question, asker.engine, asker.prefix, sample, given)
  for (;;) {
    const { input, droppedTurns } = fitted
    try {
      const reply = await answerOrGenerate(question, asker, input, given)
      return { ...reply, droppedTurns, ...(Object.keys(given).length > 0 && { given }) }
    } catch (error) {
      if (!(error instanceof EngineError) || error.code !== 'promptTooLong') throw error
      fitted = shorter(question, sample, given, fitted)
      if (!fitted) throw new SampleFailure('targetTooLong', error.message)
    }
  }
}

async function answerOrGenerate(question: Question, asker: Asker, prompt: Prompt, given: Given): Promise<Omit<Reply, 'droppedTurns'>> {
  const { engine } = asker
  const { method, reason, maxTokens, ends } = question
  const tree = question.treeFor(given)
  if (method.asking === 'free' || !tree) {
    const { text, finish, promptTokens, newTokens, duration } = await engine.generate({ prompt, maxTokens, stop: [], ...(ends && { ends }) }, asker.onText)
    return { outcome: { kind: 'free', text, finish }, promptTokens, newTokens, duration }
  }
  const result = await engine.answer({ prompt, reason, tree: tree.root, exhaustive: exhaustiveFor(tree, asker) }, reason ? asker.onText : undefined)
  const { nodes, reason: said, promptTokens, newTokens, duration, fidelity } = result
  const outcome: GuidedOutcome = { kind: 'guided', conditionals: conditionalsOf(tree, nodes), reasons: said === null ? [] : [said] }
  const followed = await followUp(question, asker, prompt, tree, outcome)
  const more = { newTokens: newTokens + followed.newTokens, duration: duration + followed.duration }
  return { outcome: followed.outcome, promptTokens, ...more, ...checked([fidelity, ...followed.fidelity]) }
}

/** What is summed over the cells is asked behind all of them at once. */
function exhaustiveFor({ exhaustive, levels }: AnswerTree, { primary }: Asker): number {
  return primary?.reading.later === 'marginal' ? Math.min(exhaustive + 1, levels.length) : exhaustive
}

/** Of a sample's calls that were checked the one that was furthest off. */
function checked(calls: readonly (Fidelity | undefined)[]): Pick<Reply, 'fidelity'> {
  const found = calls.filter((call) => call !== undefined)
  const [worst] = [...found].sort((one, other) => other.largest - one.largest)
  return worst ? { fidelity: { ...worst, fellBack: found.some(({ fellBack }) => fellBack) } } : {}
}

type GuidedOutcome = Extract<Outcome, { kind: 'guided' }>

/** Asks what stands behind the primary reading's winner, level by level, until that reading is answered to its end. */
async function followUp(question: Question, { engine, primary }: Asker, prompt: Prompt, tree: AnswerTree, outcome: GuidedOutcome) {
  let { conditionals } = outcome
  let newTokens: Tokens = 0
  let duration: Milliseconds = 0
  const fidelity: Fidelity[] = []
  const open = (): readonly number[] | null => primary ? openPath(question.scheme, question.method, conditionals, primary) : null
  for (let path = open(); path; path = open()) {
    const forced = forcedTree(tree, path)
    const result = await engine.answer({ prompt, reason: null, tree: behindReasons(question, outcome.reasons, forced.root), exhaustive: forced.exhaustive })
    if (result.fidelity) fidelity.push(result.fidelity)
    conditionals = together(conditionals, conditionalsOf(tree, unforced(path, result.nodes)))
    newTokens += result.newTokens
    duration += result.duration
  }
  return { outcome: { ...outcome, conditionals }, newTokens, duration, fidelity }
}

/** The tree with what was reasoned said before it: the model is not to reason anew. */
function behindReasons({ reason }: Question, reasons: readonly string[], root: ChoiceNode): ChoiceNode {
  const said = reasons.map((text) => `${reason?.opening ?? ''}${text}${reason?.stop[0] ?? '\n'}`).join('')
  return { ...root, lead: said + root.lead }
}

/**
 * What a sample's answer lacks under the primary reading, asked behind what is known of it: a run that another plan began.
 * Null where it lacks nothing. @throws as `ask` does.
 */
export async function complete(question: Question, asker: Asker, sample: Asked, prediction: Prediction): Promise<Reply | null> {
  const { outcome, given, droppedTurns, promptTokens, newTokens, duration } = prediction
  const tree = question.treeFor(given ?? {})
  if (outcome.kind !== 'guided' || !tree || !asker.primary) return null
  if (!openPath(question.scheme, question.method, outcome.conditionals, asker.primary)) return null
  const prompt = promptOf(question, sample, given ?? {}, droppedTurns)
  const followed = await followUp(question, asker, prompt, tree, outcome)
  const more = { newTokens: newTokens + followed.newTokens, duration: duration + followed.duration }
  return { outcome: followed.outcome, ...(given && { given }), droppedTurns, promptTokens, ...more, ...checked([prediction.fidelity, ...followed.fidelity]) }
}

/**
 * Asks a classifier several samples in one call, those that fit; what it says of each is what it says of it alone (`Engine.classify`). A sample's duration
 * is its tokens' share of the call's. @throws EngineError where the engine is spent, or refuses one of them.
 */
export async function askTogether(question: Question, { engine }: Asker, samples: readonly Asked[]): Promise<readonly Reply[]> {
  const fitted = await fitInputs(question, engine, samples)
  const asked = fitted.flatMap((one) => (one instanceof SampleFailure ? [] : [one]))
  const begun = performance.now()
  const rows = asked.length > 0 ? await engine.classify(asked.map(({ input }) => input)) : []
  const took = performance.now() - begun
  if (rows.length !== asked.length) throw new EngineError('failed', 'the classifier gave no row for its input')
  const all = asked.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0)
  let row = 0
  return fitted.map((one) => {
    if (one instanceof SampleFailure) return failedReply(one.reason)
    const tokens = one.tokens ?? 0
    const outcome: Outcome = { kind: 'classified', conditionals: classified(question, rows[row++]!) }
    return { outcome, droppedTurns: one.droppedTurns, promptTokens: tokens, newTokens: 0, duration: (took * tokens) / Math.max(all, 1) }
  })
}

/**
 * Log-softmax within the outputs of each field. Outputs of one label add up (two grades of one polarity); a label without
 * any has -Infinity, a field without any is absent.
 */
function classified({ scheme, model }: Question, logits: Float32Array): readonly Conditional[] {
  return scheme.fields.flatMap((field) => {
    const scores = field.labels.map((label) =>
      logSumExp(
        (model.outputs ?? []).flatMap((output, at) => (output?.field === field.id && output.label === label.id ? [logits[at] ?? -Infinity] : [])),
      ),
    )
    const total = logSumExp(scores)
    if (total === -Infinity) return []
    return [{ field: field.id, given: {}, logProbabilities: Float32Array.from(scores, (score) => score - total) }]
  })
}
