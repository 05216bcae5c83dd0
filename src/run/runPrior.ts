import { priorsOf, recordsPrior } from '../answer/meanPrior.ts'
import { hasPriorFor } from '../answer/readPrediction.ts'
import type { Sample } from '../domain/dataset.ts'
import type { Conditional, Outcome, Prediction } from '../domain/prediction.ts'
import { EngineError } from '../engine/engine.ts'
import { ask, type Asker, complete } from './ask.ts'
import { type ChoiceKey, choiceKey } from '../answer/choiceKey.ts'
import { choicesIn, contentFreePrior, hasPrior, isMeasured, isWholePrior } from './contentFree.ts'
import type { EarlierAnswers } from './earlierAnswers.ts'
import { SampleFailure } from './failure.ts'
import { leavesThePath, openPath, type PrimaryReading } from './followUp.ts'
import type { Asked, Question } from './question.ts'
import type { RunCalls } from './runCalls.ts'
import type { RunRequest } from './runRequest.ts'

/** Why a prior could not be had, where the run is finished all the same. */
export interface PriorProblem {
  readonly error: unknown
}

/** A run's prior: what is known of it, which choices of the model it is wanted for, and how it is asked. */
export class RunPrior {
  private readonly request: Pick<RunRequest, 'plan' | 'priors' | 'poolSamples'>
  private readonly question: Question
  private readonly earlier: EarlierAnswers
  private readonly calls: RunCalls
  private readonly choices = new Set<ChoiceKey>()
  private prior: readonly Conditional[]

  constructor(request: Pick<RunRequest, 'plan' | 'priors' | 'poolSamples'>, question: Question, earlier: EarlierAnswers, calls: RunCalls) {
    this.request = request
    this.question = question
    this.earlier = earlier
    this.calls = calls
    this.prior = request.priors?.kept ?? []
  }

  /** Whether the plan's own reading subtracts what is asked for it alone: then that is asked before the samples. */
  get isFirst(): boolean {
    const { prior } = this.request.plan.reading
    return prior === 'contentFree' || prior === 'pool'
  }

  /** How the plan reads answers first, where that may leave what the engine asks by itself. Under `batch` nobody knows before the end. */
  primary(): Pick<Asker, 'primary'> {
    const { reading } = this.request.plan
    const known = hasPriorFor(reading, this.prior)
    return this.question.tree && known && leavesThePath(reading) ? { primary: { reading, priors: this.prior } } : {}
  }

  /** The run's predictions hold these choices. */
  note(outcome: Outcome): void {
    for (const key of choicesIn(outcome)) this.choices.add(key)
  }

  /**
   * Asks what the plan's reading subtracts, before the samples; behind them the content-free prior of the choices that this
   * run's predictions hold and that is not kept yet. Before the samples nobody knows which those will be: of every choice.
   * @returns what was wrong, where the plan's reading does without. @throws otherwise; Stopped.
   */
  async ask(when: 'before' | 'after'): Promise<PriorProblem | null> {
    if (when === 'before' && this.request.plan.reading.prior === 'pool') {
      await this.askPool()
      return null
    }
    const { priors } = this.request
    if (!priors || !hasPrior(this.question)) return null
    const contentFree = this.prior.filter(({ pool }) => pool === undefined)
    const kept = new Set(contentFree.map(choiceKey))
    const wanted = when === 'before' ? null : await this.choicesMade()
    if (wanted ? [...wanted].every((key) => kept.has(key)) : isWholePrior(this.question, contentFree)) return null
    await this.calls.pass()
    try {
      const conditionals = await this.calls.twice('prior', (asker) => contentFreePrior(this.question, asker, wanted))
      if (conditionals instanceof EngineError) throw conditionals
      this.prior = [...this.prior, ...conditionals.filter((conditional) => !kept.has(choiceKey(conditional)))]
      await priors.save(this.prior)
      return null
    } catch (thrown) {
      const error = thrown instanceof SampleFailure ? new EngineError('promptTooLong', thrown.message) : thrown
      // What the plan's own reading subtracts is no extra: without it nothing of the run could be read.
      if (this.request.plan.reading.prior === 'contentFree' || !(error instanceof EngineError)) throw error
      return { error }
    }
  }

  /** The pool's records, asked like the samples, and their mean kept. One that cannot be asked is left out; half of them must be there. */
  private async askPool(): Promise<void> {
    const { plan, priors, poolSamples = [] } = this.request
    const { pool } = plan
    if (!pool || !priors || !isMeasured(this.question) || hasPriorFor(plan.reading, this.prior)) return
    const byHash = new Map(poolSamples.map((sample) => [sample.hash, sample]))
    const records: (readonly Conditional[])[] = []
    for (const { sampleId, hash } of pool.samples) {
      const sample = byHash.get(hash)
      if (!sample) throw new Error(`record ${sampleId} of the pool ${pool.dataset.name} is not there as it was drawn`)
      await this.calls.pass()
      const conditionals = await this.askRecord(sample)
      if (conditionals) records.push(conditionals)
    }
    if (records.length * 2 < pool.samples.length) throw new EngineError('promptTooLong', `${pool.samples.length - records.length} of the pool's ${pool.samples.length} records could not be asked`)
    this.prior = [...this.prior, ...recordsPrior(records, pool.hash)]
    await priors.save(this.prior)
  }

  private async askRecord(sample: Asked): Promise<readonly Conditional[] | null> {
    try {
      const reply = await this.calls.twice('prior', (asker) => ask(this.question, asker, sample))
      if (reply instanceof EngineError) return null
      return 'conditionals' in reply.outcome ? reply.outcome.conditionals : null
    } catch (thrown) {
      if (thrown instanceof SampleFailure) return null
      throw thrown
    }
  }

  /**
   * What the samples' answers lack once the mean over all of them is known, asked behind what is known of them. What is asked
   * then is part of the mean again: so a few times, until nothing is lacking.
   * @param completed is told each that was completed. @throws Stopped
   */
  async completeBatch(predictions: () => Promise<readonly Prediction[]>, samples: readonly Sample[], completed: (prediction: Prediction) => Promise<void>): Promise<void> {
    const { plan } = this.request
    const { question } = this
    if (plan.reading.prior !== 'batch' || !question.tree) return
    const byId = new Map(samples.map((sample) => [sample.id, sample]))
    for (let round = 0; round < BATCH_ROUNDS; round++) {
      const own = (await predictions()).filter(({ sampleId, sampleHash }) => byId.get(sampleId)?.hash === sampleHash)
      const primary: PrimaryReading = { reading: plan.reading, priors: priorsOf(plan.reading, undefined, own, plan.sampleIds) ?? [] }
      const lacking = own.filter(({ outcome }) => outcome.kind === 'guided' && openPath(plan.scheme, question.method, outcome.conditionals, primary))
      for (const prediction of lacking) {
        await this.calls.pass()
        const reply = await this.calls.twice('asking', (asker) => complete(question, { ...asker, primary }, byId.get(prediction.sampleId)!, prediction))
        if (reply && !(reply instanceof EngineError)) await completed({ ...prediction, ...reply, at: Date.now() })
      }
      if (lacking.length === 0) return
    }
  }

  /** The choices that predictions of the run hold, earlier ones included; null where those cannot be read. */
  private async choicesMade(): Promise<ReadonlySet<ChoiceKey> | null> {
    const earlier = await this.earlier.choices()
    return earlier && new Set([...earlier, ...this.choices])
  }
}

/** How often what is lacking under a mean over all answers is asked: what is asked moves the mean of rare paths a little. */
const BATCH_ROUNDS = 4
