import type { Sample } from '../domain/dataset.ts'
import type { Prediction } from '../domain/prediction.ts'
import { EngineError } from '../engine/engine.ts'
import { complete, type Reply } from './ask.ts'
import type { ChoiceKey } from '../answer/choiceKey.ts'
import { choicesIn } from './contentFree.ts'
import { openPath, type PrimaryReading } from './followUp.ts'
import type { Question } from './question.ts'
import type { RunCalls } from './runCalls.ts'
import type { RunRequest } from './runRequest.ts'

interface Incomplete {
  readonly sample: Sample
  readonly prediction: Prediction
}

interface Gathered {
  readonly replies: ReadonlyMap<string, Reply>
  readonly choices: ReadonlySet<ChoiceKey>
  readonly incomplete: readonly Incomplete[]
}

/** What of earlier answers a run has a use for. */
export interface EarlierUse {
  readonly question: Question
  /** Of a sample the key that it shares with its twins; null where it has none. */
  readonly twinKey: (sample: Sample) => string | null
  /** How the plan reads answers first, where that may leave what the engine asks by itself. */
  readonly primary: () => PrimaryReading | undefined
}

/**
 * The answers that were there when the run was started. They are read when they are first needed (with the content-free
 * prior known, where the plan reads by it) and once: of 50,000 only what the run will use is kept.
 */
export class EarlierAnswers {
  private readonly request: RunRequest
  private readonly use: EarlierUse
  private gathered: Promise<Gathered> | null = null

  constructor(request: RunRequest, use: EarlierUse) {
    this.request = request
    this.use = use
  }

  /** What the model answered to the same prompt. */
  async replyOf(twin: string): Promise<Reply | undefined> {
    return (await this.gather()).replies.get(twin)
  }

  /** The choices they hold; null where they cannot be read. */
  async choices(): Promise<ReadonlySet<ChoiceKey> | null> {
    const { done, earlier } = this.request
    return done.size > 0 && !earlier ? null : (await this.gather()).choices
  }

  /**
   * Earlier answers of this run may have been asked for a plan that reads them otherwise: what they lack is asked now.
   * One that cannot be completed stays as it is known.
   */
  async complete(calls: RunCalls, completed: (prediction: Prediction) => Promise<void>): Promise<void> {
    const primary = this.use.primary()
    if (!primary || (this.request.which ?? 'missing') !== 'missing') return
    const incomplete = (await this.gather()).incomplete.values()
    await calls.each<Incomplete, Reply | null>({
      next: () => Promise.resolve(incomplete.next().value ?? null),
      ask: ({ sample, prediction }, asker) => complete(this.use.question, { ...asker, primary }, sample, prediction),
      answersIn: () => 0,
      settle: async ({ prediction }, reply) => {
        if (reply && !(reply instanceof EngineError)) await completed({ ...prediction, ...reply, at: Date.now() })
      },
    })
  }

  private gather(): Promise<Gathered> {
    this.gathered ??= this.read()
    return this.gathered
  }

  private async read(): Promise<Gathered> {
    const { plan, samples, done, earlier } = this.request
    const { question, twinKey } = this.use
    const primary = this.use.primary()
    const replies = new Map<string, Reply>()
    const choices = new Set<ChoiceKey>()
    const incomplete: Incomplete[] = []
    const byId = new Map(samples.map((sample) => [sample.id, sample]))
    const drawn = new Set(plan.sampleIds)
    for (const prediction of done.size > 0 ? ((await earlier?.()) ?? []) : []) {
      const { outcome } = prediction
      for (const key of choicesIn(outcome)) choices.add(key)
      const sample = byId.get(prediction.sampleId)
      if (!sample || sample.hash !== prediction.sampleHash || outcome.kind === 'failed') continue
      const twin = twinKey(sample)
      const lacks = primary && outcome.kind === 'guided' && openPath(plan.scheme, question.method, outcome.conditionals, primary)
      // What a twin would lack too is not handed on.
      if (twin !== null && !lacks) replies.set(twin, shared(prediction))
      if (lacks && drawn.has(sample.id) && done.get(sample.id) === 'done') incomplete.push({ sample, prediction })
    }
    return { replies, choices, incomplete }
  }
}

/** A reply for the twins that follow; a check of the engine's was of the one call. */
export function shared({ outcome, given, droppedTurns, promptTokens, newTokens, duration }: Reply): Reply {
  return { outcome, ...(given && { given }), droppedTurns, promptTokens, newTokens, duration }
}
