import type { Sample } from '../domain/dataset.ts'
import { EngineError } from '../engine/engine.ts'
import { leakedShots } from '../prompt/drawShots.ts'
import { ask, type Asker, failedReply, type Reply } from './ask.ts'
import { EarlierAnswers, shared } from './earlierAnswers.ts'
import { givenLabels } from './given.ts'
import { failureReason, isSpent, SampleFailure } from './failure.ts'
import { PredictionBuffer } from './predictionBuffer.ts'
import { answered, type Pace, restarted, resumed, startPace } from './progress.ts'
import { type Given, type Question, questionOf } from './question.ts'
import { type RunCalls, Stopped } from './runCalls.ts'
import { RunControl, type RunWish } from './runControl.ts'
import { RunningEngine } from './runningEngine.ts'
import { type PriorProblem, RunPrior } from './runPrior.ts'
import type { RunProgress, RunRequest, RunSummary } from './runRequest.ts'
import { twinsOf } from './twins.ts'

/**
 * Asks what is missing, in the plan's order, and repeats nothing. Each prediction is durable within a second. An engine
 * that is lost is replaced and its sample asked again; a sample that loses two engines is recorded as failed, and three
 * restarts in a row that bring no answer end the run. @throws where plan, run and samples do not belong together: a caller's mistake;
 * where an example is not there as it was drawn, or gives a sample of the plan away.
 */
export function executeRun(request: RunRequest): Promise<RunSummary> {
  return new Execution(request).execute()
}

class Execution implements RunCalls {
  private readonly request: RunRequest
  private readonly question: Question
  private readonly control: RunControl
  private readonly buffer: PredictionBuffer
  private readonly engine: RunningEngine
  private readonly todo: readonly Sample[]
  private readonly twinKey: (sample: Sample) => string | null
  private readonly replies = new Map<string, Reply>()
  private readonly earlier: EarlierAnswers
  private readonly prior: RunPrior
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
    this.earlier = new EarlierAnswers(request, { question: this.question, twinKey: this.twinKey, primary: () => this.prior.primary().primary })
    this.prior = new RunPrior(request, this.question, this.earlier, this)
  }

  async execute(): Promise<RunSummary> {
    const { request } = this
    let end: RunSummary['end'] = 'finished'
    let problem: { readonly error: unknown } | null = null
    let prior: PriorProblem | null = null
    let settled = false
    try {
      this.report()
      if (this.prior.isFirst) prior = await this.prior.ask('before')
      for (const sample of this.todo) {
        await this.gate()
        await this.settle(sample)
      }
      await this.earlier.complete(this, async (prediction) => {
        this.prior.note(prediction.outcome)
        await this.buffer.add(prediction)
        this.report()
      })
      await this.buffer.flush()
      settled = true
      prior ??= await this.prior.ask('after')
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
    const known = key === null ? undefined : (this.replies.get(key) ?? (await this.earlier.replyOf(key)))
    if (known) return this.record(sample, { ...known, duration: 0 })
    const reply = await this.askUntilSettled(sample)
    this.counts.asked++
    this.remaining = Math.max(this.remaining - 1, 0)
    // A failure says nothing of how long an answer takes.
    this.pace = reply.outcome.kind === 'failed' ? resumed(this.pace, performance.now()) : answered(this.pace, performance.now())
    if (key !== null) this.replies.set(key, shared(reply))
    return this.record(sample, reply)
  }

  private async askUntilSettled(sample: Sample): Promise<Reply> {
    try {
      const given = this.given(sample)
      const reply = await this.twice('asking', (asker) => ask(this.question, { ...asker, ...this.prior.primary() }, sample, given))
      return reply instanceof EngineError ? failedReply(failureReason(reply.code, reply.message)) : reply
    } catch (error) {
      if (error instanceof SampleFailure) return failedReply(error.reason)
      throw error
    }
  }

  async twice<Result>(stage: 'asking' | 'prior', call: (asker: Asker) => Promise<Result>): Promise<Result | EngineError> {
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

  private async record(sample: Sample, reply: Reply): Promise<void> {
    this.prior.note(reply.outcome)
    this.counts[reply.outcome.kind === 'failed' ? 'failed' : 'done']++
    await this.buffer.add({ runId: this.request.run.id, sampleId: sample.id, sampleHash: sample.hash, ...reply, at: Date.now() })
    this.report()
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

  async gate(): Promise<void> {
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
