import type { Sample } from '../domain/dataset.ts'
import type { FieldId, LabelId } from '../domain/scheme.ts'
import type { Milliseconds } from '../domain/units.ts'
import { EngineError } from '../engine/engine.ts'
import { leakedShots } from '../prompt/drawShots.ts'
import { ask, type Asker, askTogether, failedReply, type Reply } from './ask.ts'
import { EarlierAnswers, shared } from './earlierAnswers.ts'
import { EnginePool } from './enginePool.ts'
import { failureReason, SampleFailure } from './failure.ts'
import { givenLabels, shuffledLabels } from './given.ts'
import { PredictionBuffer } from './predictionBuffer.ts'
import { estimate, recent } from './progress.ts'
import { type Given, type Question, questionOf } from './question.ts'
import { type RunCalls, Stopped } from './runCalls.ts'
import { RunControl } from './runControl.ts'
import { RunGate } from './runGate.ts'
import { type PriorProblem, RunPrior } from './runPrior.ts'
import type { RunRequest, RunSummary } from './runRequest.ts'
import { twinsOf } from './twins.ts'

/**
 * Asks what is missing, in the plan's order, and repeats nothing. Each prediction is durable within a second. An engine
 * that is lost is replaced and its sample asked again; a sample that loses two engines is recorded as failed, and three
 * restarts of an engine in a row that bring no answer end its use, and the run where there is no other one.
 * @throws where plan, run and samples do not belong together: a caller's mistake;
 * where an example is not there as it was drawn, or gives a sample of the plan away.
 */
export function executeRun(request: RunRequest): Promise<RunSummary> {
  return new Execution(request).execute()
}

/** Where less is left, another engine is not there in time to be of use. */
const HELP_FROM = 10_000

/** How long a call of a classifier may take that could be several. */
const CALL: Milliseconds = 500
/** Texts of a call before it is known how long one takes; and at most, enough for several of one length to be among them. */
const FIRST_GROUP = 8
const LARGEST_GROUP = 128

class Execution {
  private readonly request: RunRequest
  private readonly question: Question
  private readonly buffer: PredictionBuffer
  private readonly gate: RunGate
  private readonly pool: EnginePool
  private readonly planned: readonly Sample[]
  private readonly todo: readonly Sample[]
  private readonly shuffled = new Map<FieldId, ReadonlyMap<string, LabelId>>()
  private next = 0
  private readonly twinKey: (sample: Sample) => string | null
  private readonly replies = new Map<string, Reply>()
  /** Of a prompt that is being asked: the samples that wait for its answer. */
  private readonly waiting = new Map<string, Sample[]>()
  private readonly earlier: EarlierAnswers
  private readonly prior: RunPrior
  private readonly counts = { done: 0, failed: 0, asked: 0 }
  private remaining: number

  constructor(request: RunRequest) {
    const { run, plan, samples, done, which = 'missing' } = request
    if (run.planId !== plan.id) throw new Error(`run ${run.id} is not of plan ${plan.id}`)
    this.request = request
    this.question = questionOf(plan, run.model, run.method, request.contextLength, request.shotSamples)
    this.buffer = new PredictionBuffer(request.sink)
    this.gate = new RunGate(request.control ?? new RunControl(), request.signal, () => this.buffer.flush(), () => this.report())
    this.pool = new EnginePool(this.question, request.engine, request.restartEngine, request.helpers ?? [], this.gate)
    const byId = new Map(samples.map((sample) => [sample.id, sample]))
    const planned = plan.sampleIds.map((id) => {
      const sample = byId.get(id)
      if (!sample) throw new Error(`sample ${id} of plan ${plan.id} is not among the samples`)
      return sample
    })
    const [leaked] = leakedShots(this.question.shots.map(({ sample }) => sample), planned)
    if (leaked) throw new Error(`example ${leaked.id} is under test, or shares its text, context or group with a sample that is`)
    const pool = new Set(plan.pool?.samples.map(({ hash }) => hash))
    const [tested] = leakedShots((request.poolSamples ?? []).filter(({ hash }) => pool.has(hash)), planned)
    if (tested) throw new Error(`record ${tested.id} of the prior's pool is under test, or shares its text, context or group with a sample that is`)
    this.planned = planned
    this.todo = planned.filter(({ id }) => done.get(id) === (which === 'failed' ? 'failed' : undefined))
    for (const { id } of planned) {
      const state = done.get(id)
      if (state === 'done') this.counts.done++
      else if (state === 'failed' && which === 'missing') this.counts.failed++
    }
    this.twinKey = twinsOf(planned, (sample) => this.reads(sample))
    this.remaining = this.toAsk()
    this.earlier = new EarlierAnswers(request, { question: this.question, twinKey: this.twinKey, primary: () => this.prior.primary().primary })
    this.prior = new RunPrior(request, this.question, this.earlier, this.calls)
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
      if (this.todo.length > 0) await this.askSamples()
      await this.earlier.complete(this.calls, async (prediction) => {
        this.prior.note(prediction.outcome)
        await this.buffer.add(prediction)
        this.report()
      })
      await this.buffer.flush()
      await this.prior.completeBatch(request.earlier ?? (() => Promise.resolve([])), this.planned, async (prediction) => {
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
    this.pool.close()
    return { end, ...this.counts, ...(problem && { error: problem.error }), ...(prior && { priorError: prior.error }) }
  }

  private get calls(): RunCalls {
    return { pass: () => this.gate.pass(), twice: (stage, call) => this.pool.twice(stage, call), each: (work) => this.pool.each(work) }
  }

  private askSamples(): Promise<void> {
    this.helpWherePaying()
    return this.pool.each<readonly Sample[], readonly Reply[]>({
      next: () => this.nextGroup(),
      ask: async (samples, asker) => (samples.length === 1 ? [await this.ask(samples[0]!, asker)] : askTogether(this.question, asker, samples)),
      // A failure says nothing of how long an answer takes.
      answersIn: (replies) => replies.filter(({ outcome }) => outcome.kind !== 'failed').length,
      parts: (samples) => samples.map((sample) => [sample]),
      settle: async (samples, result) => {
        for (const [at, sample] of samples.entries()) {
          await this.settle(sample, result instanceof EngineError ? failedReply(failureReason(result.code, result.message)) : result[at]!)
        }
      },
    })
  }

  /** What one call asks: a prompt, or the next texts for a classifier, for about as long as a wish to pause may wait. */
  private async nextGroup(): Promise<readonly Sample[] | null> {
    const group: Sample[] = []
    const size = this.question.tree ? 1 : this.groupSize()
    while (group.length < size) {
      const sample = await this.nextToAsk()
      if (!sample) break
      group.push(sample)
    }
    return group.length > 0 ? group : null
  }

  /** So that engines end together, a group is no more than half an engine's share of what is left. */
  private groupSize(): number {
    const times = this.pool.paces.map(recent).filter((time) => time !== null)
    const inTime = times.length > 0 ? Math.floor(CALL / Math.max(...times, 1)) : FIRST_GROUP
    const engines = 1 + (this.request.helpers?.length ?? 0)
    return Math.max(1, Math.min(inTime, LARGEST_GROUP, Math.ceil(this.remaining / (2 * engines))))
  }

  /** The next sample whose prompt was not asked; those that have an answer by their twins are recorded on the way. */
  private async nextToAsk(): Promise<Sample | null> {
    for (;;) {
      const sample = this.todo[this.next++]
      if (!sample) return null
      const key = this.twinKey(sample)
      if (key === null) return sample
      const known = this.replies.get(key) ?? (await this.earlier.replyOf(key))
      if (known) {
        await this.gate.pass()
        await this.record(sample, { ...known, duration: 0 })
        continue
      }
      const waiting = this.waiting.get(key)
      if (!waiting) {
        this.waiting.set(key, [])
        return sample
      }
      waiting.push(sample)
    }
  }

  private async ask(sample: Sample, asker: Asker): Promise<Reply> {
    const { onText } = this.request
    const here: Asker = { ...asker, ...this.prior.primary(), ...(onText && { onText: (text: string) => onText(sample.id, text) }) }
    try {
      return await ask(this.question, here, sample, this.given(sample))
    } catch (error) {
      if (error instanceof SampleFailure) return failedReply(error.reason)
      throw error
    }
  }

  /** One sample and its twins that wait; a failure is recorded. */
  private async settle(sample: Sample, reply: Reply): Promise<void> {
    const key = this.twinKey(sample)
    this.counts.asked++
    this.remaining = Math.max(this.remaining - 1, 0)
    if (key !== null) this.replies.set(key, shared(reply))
    await this.record(sample, reply)
    const waiting = key === null ? [] : (this.waiting.get(key) ?? [])
    if (key !== null) this.waiting.delete(key)
    for (const twin of waiting) await this.record(twin, { ...shared(reply), duration: 0 })
    this.helpWherePaying()
  }

  private helpWherePaying(): void {
    if (!this.request.helpers) return
    const from = this.request.helpFrom ?? HELP_FROM
    const guess = from === 0 ? null : estimate(this.pool.paces, this.remaining, performance.now())
    if (!guess || (guess.kind === 'known' && guess.left >= from)) this.pool.help()
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
    return givenLabels(this.question.method, sample, this.request.givenByRun, (field) => {
      let labels = this.shuffled.get(field)
      if (!labels) this.shuffled.set(field, (labels = shuffledLabels(this.request.samples, field)))
      return labels
    })
  }

  private report(): void {
    const { done, failed } = this.counts
    this.request.onProgress?.({
      stage: this.gate.stage,
      done,
      failed,
      total: this.request.plan.sampleIds.length,
      remaining: this.remaining,
      paces: this.pool.paces,
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
