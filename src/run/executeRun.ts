import type { Sample } from '../domain/dataset.ts'
import type { Plan, Run } from '../domain/plan.ts'
import type { Conditional, Outcome, Prediction } from '../domain/prediction.ts'
import type { FieldId, LabelId } from '../domain/scheme.ts'
import type { Tokens } from '../domain/units.ts'
import { type Engine, EngineError } from '../engine/engine.ts'
import { leakedShots } from '../prompt/drawShots.ts'
import { ask, type Asker, complete, failedReply, type Reply } from './ask.ts'
import { type ChoiceKey, choiceKey, contentFreePrior, hasPrior, isWholePrior } from './contentFree.ts'
import { givenLabels } from './given.ts'
import { leavesThePath, openPath } from './followUp.ts'
import { failureReason, isSpent, SampleFailure } from './failure.ts'
import { PredictionBuffer } from './predictionBuffer.ts'
import type { PredictionSink } from './predictionSink.ts'
import { answered, type Pace, restarted, resumed, startPace } from './progress.ts'
import { type Given, type Question, questionOf } from './question.ts'
import { RunControl, type RunWish } from './runControl.ts'
import { RunningEngine } from './runningEngine.ts'
import { twinsOf } from './twins.ts'

export interface RunRequest {
  readonly run: Run
  readonly plan: Plan
  /** Those of the plan at least; others are not looked at. */
  readonly samples: readonly Sample[]
  /** Of a few-shot method: the samples that its shots name. */
  readonly shotSamples?: readonly Sample[]
  /** With the run's model loaded. */
  readonly engine: Engine
  readonly contextLength: Tokens
  /** Ends what is left of a spent engine and resolves with another one with the same model loaded. */
  readonly restartEngine: () => Promise<Engine>
  readonly sink: PredictionSink
  /** What is there already under the run's id (`readPredictedIds`). */
  readonly done: ReadonlyMap<string, 'done' | 'failed'>
  /** missing (default): samples without any prediction. failed: those that failed, and no others. */
  readonly which?: 'missing' | 'failed'
  /** Predictions that are there already; asked for once at most, where a sample is the twin of one that is done. */
  readonly earlier?: () => Promise<readonly Prediction[]>
  /** The label that a `give` step with `from: run` tells: what an earlier run answered. */
  readonly givenByRun?: (sampleId: string, field: FieldId) => LabelId | undefined
  /** Where the content-free prior is kept; absent: it is not asked. */
  readonly priors?: PriorKeeping
  readonly control?: RunControl
  /** Leaves at once, in mid-sample too; what was answered is kept. */
  readonly signal?: AbortSignal
  /** After each sample and each change of stage; often, with a fast model. */
  readonly onProgress?: (progress: RunProgress) => void
}

export interface PriorKeeping {
  /** What is there already (`readPriors`). */
  readonly kept: readonly Conditional[] | undefined
  /** Replaces it. */
  save(conditionals: readonly Conditional[]): Promise<void>
}

export interface RunProgress {
  /** prior: the inputs without content are asked, before the samples or after them. */
  readonly stage: 'starting' | 'asking' | 'paused' | 'prior'
  /** Samples of the plan with an answer, and with a failure, earlier ones included. */
  readonly done: number
  readonly failed: number
  readonly total: number
  /** What is still to be asked: identical prompts once. */
  readonly remaining: number
  readonly pace: Pace
}

export interface RunSummary {
  /** stopped: by the control, the signal or the engine's end, with samples left. broken: by `error`, with what was answered kept. */
  readonly end: 'finished' | 'stopped' | 'broken'
  readonly error?: unknown
  readonly done: number
  readonly failed: number
  /** Calls that were made for samples: identical prompts are asked once. */
  readonly asked: number
  /** Why the content-free prior could not be had; the run is finished all the same, as the plan's reading does without. */
  readonly priorError?: unknown
}

/**
 * Asks what is missing, in the plan's order, and repeats nothing. Each prediction is durable within a second. An engine
 * that is lost is replaced and its sample asked again; a sample that loses two engines is recorded as failed, and three
 * restarts in a row that bring no answer end the run. @throws where plan, run and samples do not belong together: a caller's mistake;
 * where an example is not there as it was drawn, or gives a sample of the plan away.
 */
export function executeRun(request: RunRequest): Promise<RunSummary> {
  return new Execution(request).execute()
}

class Stopped extends Error {}

class Execution {
  private readonly request: RunRequest
  private readonly question: Question
  private readonly control: RunControl
  private readonly buffer: PredictionBuffer
  private readonly engine: RunningEngine
  private readonly todo: readonly Sample[]
  private readonly twinKey: (sample: Sample) => string | null
  private readonly replies = new Map<string, Reply>()
  private readonly choices = new Set<ChoiceKey>()
  private prior: readonly Conditional[]
  private earlierRead = false
  private stage: RunProgress['stage'] = 'starting'
  private pace: Pace = startPace(performance.now())
  private readonly counts = { done: 0, failed: 0, asked: 0 }
  private remaining: number

  constructor(request: RunRequest) {
    const { run, plan, samples, done, which = 'missing' } = request
    if (run.planId !== plan.id) throw new Error(`run ${run.id} is not of plan ${plan.id}`)
    this.request = request
    this.question = questionOf(plan, run.model, run.method, request.contextLength, request.shotSamples)
    this.control = request.control ?? new RunControl()
    this.buffer = new PredictionBuffer(request.sink)
    this.engine = new RunningEngine(this.question, request.engine, request.restartEngine, () => {
      this.pace = restarted(this.pace, performance.now())
    })
    const byId = new Map(samples.map((sample) => [sample.id, sample]))
    const planned = plan.sampleIds.map((id) => {
      const sample = byId.get(id)
      if (!sample) throw new Error(`sample ${id} of plan ${plan.id} is not among the samples`)
      return sample
    })
    const [leaked] = leakedShots(this.question.shots.map(({ sample }) => sample), planned)
    if (leaked) throw new Error(`example ${leaked.id} is under test, or shares its text, context or group with a sample that is`)
    this.todo = planned.filter(({ id }) => done.get(id) === (which === 'failed' ? 'failed' : undefined))
    for (const { id } of planned) {
      const state = done.get(id)
      if (state === 'done') this.counts.done++
      else if (state === 'failed' && which === 'missing') this.counts.failed++
    }
    this.twinKey = twinsOf(planned, (sample) => this.reads(sample))
    this.remaining = this.toAsk()
    this.prior = request.priors?.kept ?? []
  }

  async execute(): Promise<RunSummary> {
    const { request } = this
    const priorFirst = request.plan.reading.prior === 'contentFree'
    let end: RunSummary['end'] = 'finished'
    let problem: { readonly error: unknown } | null = null
    let prior: { readonly error: unknown } | null = null
    let settled = false
    try {
      this.report()
      if (priorFirst) prior = await this.askPrior('before')
      for (const sample of this.todo) {
        await this.gate()
        await this.settle(sample)
      }
      await this.completeEarlier()
      await this.buffer.flush()
      settled = true
      prior ??= await this.askPrior('after')
    } catch (error) {
      // Whoever ends the engine under a run stops it.
      const stopped = error instanceof Stopped || request.signal?.aborted || (error instanceof EngineError && error.code === 'cancelled')
      end = !stopped ? 'broken' : settled ? 'finished' : 'stopped'
      if (end === 'broken') problem = { error }
    }
    try {
      await this.buffer.flush()
    } catch (error) {
      end = 'broken'
      problem ??= { error }
    }
    this.report()
    return { end, ...this.counts, ...(problem && { error: problem.error }), ...(prior && { priorError: prior.error }) }
  }

  /** One sample, from its twin's reply or by asking; a failure is recorded. */
  private async settle(sample: Sample): Promise<void> {
    const key = this.twinKey(sample)
    const known = key === null ? undefined : await this.knownReply(key)
    if (known) return this.record(sample, { ...known, duration: 0 })
    const reply = await this.askUntilSettled(sample)
    this.counts.asked++
    this.remaining = Math.max(this.remaining - 1, 0)
    // A failure says nothing of how long an answer takes.
    this.pace = reply.outcome.kind === 'failed' ? resumed(this.pace, performance.now()) : answered(this.pace, performance.now())
    if (key !== null) this.share(key, reply)
    return this.record(sample, reply)
  }

  private async askUntilSettled(sample: Sample): Promise<Reply> {
    try {
      const given = this.given(sample)
      const reply = await this.twice('asking', (asker) => ask(this.question, { ...asker, ...this.primary() }, sample, given))
      return reply instanceof EngineError ? failedReply(failureReason(reply.code, reply.message)) : reply
    } catch (error) {
      if (error instanceof SampleFailure) return failedReply(error.reason)
      throw error
    }
  }

  /**
   * A call to the engine; where that is lost over it, once more with another one.
   * @returns the call's own EngineError where it failed. @throws whatever else it throws; Stopped; what `RunningEngine.ready` throws.
   */
  private async twice<Result>(stage: 'asking' | 'prior', call: (asker: Asker) => Promise<Result>): Promise<Result | EngineError> {
    for (let losses = 0; ; ) {
      const asker = await this.readyEngine(stage)
      try {
        const result = await this.interruptible(call(asker))
        this.engine.worked()
        return result
      } catch (error) {
        if (!(error instanceof EngineError)) throw error
        if (!isSpent(error)) return error
        losses++
        this.engine.lost(error)
        if (losses === 2) return error
        await this.gate()
      }
    }
  }

  /** How the plan reads answers first, where that may leave what the engine asks by itself. */
  private primary(): Pick<Asker, 'primary'> {
    const { reading } = this.request.plan
    const known = reading.prior === 'none' || this.prior.length > 0
    return this.question.tree && known && leavesThePath(reading) ? { primary: { reading, priors: this.prior } } : {}
  }

  /** Earlier answers of this run may have been asked for a plan that reads them otherwise: what they lack is asked now. */
  private async completeEarlier(): Promise<void> {
    const { plan, done, earlier, which = 'missing' } = this.request
    const { primary } = this.primary()
    if (!primary || !earlier || which !== 'missing' || done.size === 0) return
    const drawn = new Set(plan.sampleIds)
    const samples = new Map(this.request.samples.filter(({ id }) => drawn.has(id)).map((sample) => [sample.id, sample]))
    for (const prediction of await earlier()) {
      const sample = samples.get(prediction.sampleId)
      const { outcome } = prediction
      if (sample?.hash !== prediction.sampleHash || outcome.kind !== 'guided' || done.get(sample.id) !== 'done') continue
      if (!openPath(plan.scheme, this.question.method, outcome.conditionals, primary)) continue
      await this.gate()
      const reply = await this.completed(sample, prediction)
      if (!reply) continue
      this.noteChoices(reply.outcome)
      await this.buffer.add({ ...prediction, ...reply, at: Date.now() })
      this.report()
    }
  }

  /** Null where it cannot be completed: what is known of it stays. */
  private async completed(sample: Sample, prediction: Prediction): Promise<Reply | null> {
    const reply = await this.twice('asking', (asker) => complete(this.question, { ...asker, ...this.primary() }, sample, prediction))
    return reply instanceof EngineError ? null : reply
  }

  private async record(sample: Sample, reply: Reply): Promise<void> {
    this.noteChoices(reply.outcome)
    this.counts[reply.outcome.kind === 'failed' ? 'failed' : 'done']++
    await this.buffer.add({ runId: this.request.run.id, sampleId: sample.id, sampleHash: sample.hash, ...reply, at: Date.now() })
    this.report()
  }

  /** What the model answered to the same prompt, in this run or before it was resumed. */
  private async knownReply(key: string): Promise<Reply | undefined> {
    if (!this.earlierRead && this.request.done.size > 0) {
      this.earlierRead = true
      const earlier = new Map((await this.request.earlier?.())?.map((prediction) => [prediction.sampleId, prediction]))
      for (const sample of this.request.samples) {
        const twin = this.twinKey(sample)
        const prediction = earlier.get(sample.id)
        if (twin === null || !prediction || prediction.outcome.kind === 'failed' || prediction.sampleHash !== sample.hash) continue
        this.share(twin, prediction)
      }
    }
    return this.replies.get(key)
  }

  /** For twins that follow; a check of the engine's was of the one call. */
  private share(key: string, { outcome, given, droppedTurns, promptTokens, newTokens, duration }: Reply): void {
    this.replies.set(key, { outcome, ...(given && { given }), droppedTurns, promptTokens, newTokens, duration })
  }

  /** What makes a sample's prompt; null where it has none. */
  private reads(sample: Sample): unknown {
    const { model } = this.question
    if (model.ref.kind === 'classifier' && model.context !== true) return [sample.text]
    try {
      return [sample.text, sample.context, sample.scene, this.given(sample)]
    } catch {
      return null
    }
  }

  /** The labels that the method's give steps tell. @throws SampleFailure nothingToGive */
  private given(sample: Sample): Given {
    return givenLabels(this.question.method, sample, this.request.givenByRun)
  }

  /** Between two samples: waits while paused. @throws Stopped */
  private async gate(): Promise<void> {
    if (this.wish() === 'pause') {
      this.enter('paused')
      await this.buffer.flush()
      while (this.wish() === 'pause') await this.changed()
      this.enter('asking')
    }
    if (this.wish() === 'stop') throw new Stopped()
  }

  private changed(): Promise<void> {
    return new Promise((resolve) => {
      const changed = () => {
        leave()
        this.request.signal?.removeEventListener('abort', changed)
        resolve()
      }
      const leave = this.control.subscribe(changed)
      this.request.signal?.addEventListener('abort', changed)
    })
  }

  private wish(): RunWish {
    return this.request.signal?.aborted ? 'stop' : this.control.wish
  }

  /** A call that need not be waited for once the signal is aborted. @throws Stopped */
  private interruptible<Result>(call: Promise<Result>): Promise<Result> {
    const { signal } = this.request
    if (!signal) return call
    return new Promise<Result>((resolve, reject) => {
      const leave = () => reject(new Stopped())
      if (signal.aborted) leave()
      signal.addEventListener('abort', leave, { once: true })
      call.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
    })
  }

  /** An engine that can be asked; getting it ready is no part of the pace. */
  private async readyEngine(stage: 'asking' | 'prior'): Promise<Asker> {
    if (!this.engine.isReady) this.enter('starting')
    const asker = await this.interruptible(this.engine.ready())
    this.enter(stage)
    return asker
  }

  /**
   * The content-free prior of the choices that this run's predictions hold and that is not kept yet.
   * Before the samples, where nobody knows which those will be, of every choice.
   */
  private async askPrior(when: 'before' | 'after'): Promise<{ readonly error: unknown } | null> {
    const { priors } = this.request
    if (!priors || !hasPrior(this.question)) return null
    const kept = new Set(this.prior.map(choiceKey))
    const wanted = when === 'before' ? null : await this.choicesMade()
    if (wanted ? [...wanted].every((key) => kept.has(key)) : isWholePrior(this.question, this.prior)) return null
    await this.gate()
    try {
      const conditionals = await this.twice('prior', (asker) => contentFreePrior(this.question, asker, wanted))
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
    if (this.request.done.size === 0) return this.choices
    if (!this.request.earlier) return null
    for (const { outcome } of await this.request.earlier()) this.noteChoices(outcome)
    return this.choices
  }

  private noteChoices(outcome: Outcome): void {
    if (outcome.kind !== 'guided' && outcome.kind !== 'classified') return
    for (const conditional of outcome.conditionals) this.choices.add(choiceKey(conditional))
  }

  private enter(stage: RunProgress['stage']): void {
    if (this.stage === stage) return
    // What went by in another stage was no asking.
    if (stage === 'asking') this.pace = resumed(this.pace, performance.now())
    this.stage = stage
    this.report()
  }

  private report(): void {
    const { done, failed } = this.counts
    this.request.onProgress?.({
      stage: this.stage,
      done,
      failed,
      total: this.request.plan.sampleIds.length,
      remaining: this.remaining,
      pace: this.pace,
    })
  }

  /** Samples that will have to be asked: of twins the first, where none of them is done. */
  private toAsk(): number {
    const keys = new Set<string>()
    let alone = 0
    for (const sample of this.todo) {
      const key = this.twinKey(sample)
      if (key === null) alone++
      else keys.add(key)
    }
    for (const sample of this.request.samples) {
      const key = this.request.done.get(sample.id) === 'done' ? this.twinKey(sample) : null
      if (key !== null) keys.delete(key)
    }
    return alone + keys.size
  }
}
