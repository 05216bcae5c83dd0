import type { Conditional, Outcome } from '../domain/prediction.ts'
import { EngineError } from '../engine/engine.ts'
import type { Asker } from './ask.ts'
import { type ChoiceKey, choiceKey, choicesIn, contentFreePrior, hasPrior, isWholePrior } from './contentFree.ts'
import type { EarlierAnswers } from './earlierAnswers.ts'
import { SampleFailure } from './failure.ts'
import { leavesThePath } from './followUp.ts'
import type { Question } from './question.ts'
import type { RunCalls } from './runCalls.ts'
import type { RunRequest } from './runRequest.ts'

/** Why a prior could not be had, where the run is finished all the same. */
export interface PriorProblem {
  readonly error: unknown
}

/** A run's prior: what is known of it, which choices of the model it is wanted for, and how it is asked. */
export class RunPrior {
  private readonly request: Pick<RunRequest, 'plan' | 'priors'>
  private readonly question: Question
  private readonly earlier: EarlierAnswers
  private readonly calls: RunCalls
  private readonly choices = new Set<ChoiceKey>()
  private prior: readonly Conditional[]

  constructor(request: Pick<RunRequest, 'plan' | 'priors'>, question: Question, earlier: EarlierAnswers, calls: RunCalls) {
    this.request = request
    this.question = question
    this.earlier = earlier
    this.calls = calls
    this.prior = request.priors?.kept ?? []
  }

  /** Whether the plan's own reading subtracts it: then it is asked before the samples. */
  get isFirst(): boolean {
    return this.request.plan.reading.prior === 'contentFree'
  }

  /** How the plan reads answers first, where that may leave what the engine asks by itself. */
  primary(): Pick<Asker, 'primary'> {
    const { reading } = this.request.plan
    const known = reading.prior === 'none' || this.prior.length > 0
    return this.question.tree && known && leavesThePath(reading) ? { primary: { reading, priors: this.prior } } : {}
  }

  /** The run's predictions hold these choices. */
  note(outcome: Outcome): void {
    for (const key of choicesIn(outcome)) this.choices.add(key)
  }

  /**
   * Asks the content-free prior of the choices that this run's predictions hold and that is not kept yet.
   * Before the samples, where nobody knows which those will be, of every choice.
   * @returns what was wrong, where the plan's reading does without. @throws otherwise; Stopped.
   */
  async ask(when: 'before' | 'after'): Promise<PriorProblem | null> {
    const { priors } = this.request
    if (!priors || !hasPrior(this.question)) return null
    const kept = new Set(this.prior.map(choiceKey))
    const wanted = when === 'before' ? null : await this.choicesMade()
    if (wanted ? [...wanted].every((key) => kept.has(key)) : isWholePrior(this.question, this.prior)) return null
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
      if (this.request.plan.reading.prior !== 'none' || !(error instanceof EngineError)) throw error
      return { error }
    }
  }

  /** The choices that predictions of the run hold, earlier ones included; null where those cannot be read. */
  private async choicesMade(): Promise<ReadonlySet<ChoiceKey> | null> {
    const earlier = await this.earlier.choices()
    return earlier && new Set([...earlier, ...this.choices])
  }
}
