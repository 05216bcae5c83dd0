import type { Sample } from '../../domain/dataset.ts'
import type { ModelRef } from '../../domain/model.ts'
import type { Plan, Run } from '../../domain/plan.ts'
import type { Milliseconds } from '../../domain/units.ts'
import { cutsOtherwise } from '../../engine/forwardCut.ts'
import { EngineError, type LoadProgress } from '../../engine/engine.ts'
import { executeRun } from '../../run/executeRun.ts'
import type { RunProgress, RunRequest, RunSummary } from '../../run/runRequest.ts'
import { labelsGivenBy } from '../../run/given.ts'
import { type Estimate, estimate } from '../../run/progress.ts'
import { RunControl } from '../../run/runControl.ts'
import { claimRun } from '../../run/runLock.ts'
import { readPlan, readRun } from '../../storage/plans.ts'
import { compactPredictions, predictionSink, readPredictedIds, readPredictions } from '../../storage/predictions.ts'
import { readPriors, savePriors } from '../../storage/priors.ts'
import { type AvailableModel, availableModels } from '../models/availableModels.ts'
import { type ModelChoice, type ModelHolder, modelHolder } from '../models/loadedModel.ts'
import { workersOf } from '../models/modelSettings.ts'
import { onePerPage } from '../onePerPage.ts'
import { haveTexts, planSamples } from '../plan/planSamples.ts'
import { runLeft } from './runLeft.ts'
import { announceProgress, type RunStage } from './runProgress.ts'
import { type Services, useServices } from '../services.ts'
import { Store, useStore } from '../store.ts'

/** Why a plan could not be gone on with, in parts that a view turns into a sentence. */
export type RunProblem =
  | { readonly code: 'elsewhere' }
  | { readonly code: 'datasetGone' }
  /** The plan pins another cut into forwards than this program's. */
  | { readonly code: 'otherCut' }
  /** The plan's model is not among those that can be loaded: a folder that has to be opened again. */
  | { readonly code: 'modelGone'; readonly model: string }
  /** It has other files than the plan pins. */
  | { readonly code: 'modelChanged'; readonly model: string }
  | { readonly code: 'broken'; readonly error: unknown }

/** What is only true while it runs. */
export type ActiveRunState =
  | { readonly kind: 'idle'; /** How the last one of this page ended. */ readonly last: RunEnd | null }
  | {
      readonly kind: 'active'
      readonly planId: string
      /** The run that is being worked on, out of the plan's. */
      readonly runId: string
      readonly stage: RunStage
      readonly progress: RunProgress | null
      readonly estimate: Estimate
      readonly loading: LoadProgress | null
      /** What the model has written of an answer that is under way; null where none is written. */
      readonly writing: WrittenSoFar | null
    }

export interface WrittenSoFar {
  readonly sampleId: string
  readonly text: string
}

/** missing: samples without any prediction. failed: those that failed. only: one of those. */
export type Which = 'missing' | 'failed' | { readonly only: string }

export interface RunEnd {
  readonly planId: string
  readonly end: RunSummary['end']
  readonly problem: RunProblem | null
  /** Samples that were asked, in all runs that were begun; 0 where all had their answers. */
  readonly asked: number
  /** Why there is no content-free prior, where it was wanted besides. */
  readonly priorError?: unknown
}

const measuring = { kind: 'measuring' } as const

/** Executes a plan's runs one after the other in this tab; there is one for the page. */
export class ActiveRun extends Store<ActiveRunState> {
  private readonly services: Services
  private readonly holder: ModelHolder
  private control = new RunControl()
  private abort = new AbortController()
  private notifying = false
  /** What a sample took, by model and method, as last estimated on this page. */
  private readonly paces = new Map<string, Milliseconds>()

  constructor(services: Services) {
    super({ kind: 'idle', last: null })
    this.services = services
    this.holder = modelHolder(services.startInference)
    this.holder.subscribe(() => this.followLoading())
  }

  /**
   * Asks what is missing in the runs given, or what failed in them. Does nothing while another one runs.
   * Resolves when it has ended, for whatever reason; it never rejects.
   */
  async start(plan: Plan, runs: readonly Run[], which: Which = 'missing'): Promise<void> {
    const first = runs[0]
    if (this.state.kind === 'active' || !first) return
    this.control = new RunControl()
    this.abort = new AbortController()
    this.set({ kind: 'active', planId: plan.id, runId: first.id, stage: 'loading', progress: null, estimate: measuring, loading: null, writing: null })
    let last: RunEnd = { planId: plan.id, end: 'finished', problem: null, asked: 0 }
    try {
      for (const run of runs) {
        const end = await this.execute(plan, run, which)
        last = { ...end, asked: last.asked + end.asked }
        if (last.end !== 'finished') break
      }
    } catch (error) {
      // ended on purpose while a model was being loaded, here or on the model's own screen
      const stopped = this.abort.signal.aborted || (error instanceof EngineError && error.code === 'cancelled')
      last = { ...last, end: stopped ? 'stopped' : 'broken', problem: stopped ? null : { code: 'broken', error } }
    }
    this.holder.releaseHelpers()
    this.set({ kind: 'idle', last })
  }

  pause(): void {
    this.control.pause()
  }

  resume(): void {
    this.control.resume()
  }

  /** After the sample in flight; at once where it is asked for a second time, or while a model is being loaded. */
  stop(): void {
    if (this.state.kind !== 'active') return
    const atOnce = this.state.stage === 'stopping' || this.state.stage === 'loading'
    this.control.stop()
    if (atOnce) this.abort.abort()
    else this.set({ ...this.state, stage: 'stopping' })
  }

  /** What a sample of a run like this one took on this page; undefined where none was timed. */
  paceOf(run: Run): Milliseconds | undefined {
    return this.paces.get(paceKey(run))
  }

  private async execute(plan: Plan, run: Run, which: Which): Promise<RunEnd> {
    const ended = (end: RunSummary['end'], problem: RunProblem | null): RunEnd => ({ planId: plan.id, end, problem, asked: 0 })
    this.set({ kind: 'active', planId: plan.id, runId: run.id, stage: 'loading', progress: null, estimate: measuring, loading: null, writing: null })
    const { ref } = run.model
    // taken in as it is: no model answers for it here
    if (ref.origin === 'imported' || (await isDone(plan, run, which))) return ended('finished', null)
    if (ref.kind === 'causal' && cutsOtherwise(plan)) return ended('broken', { code: 'otherCut' })
    // what the worker tells of an answer may come after the run's end, when another is shown
    let over = false
    const claim = await claimRun(run.id, typeof navigator === 'undefined' ? undefined : navigator.locks)
    if (!claim) return ended('broken', { code: 'elsewhere' })
    try {
      const samples = await planSamples(plan.dataset)
      if (!haveTexts(plan.sampleIds, samples)) return ended('broken', { code: 'datasetGone' })
      const { shots } = run.method
      const shotSamples = shots && (await planSamples(shots.dataset))
      if (shots && !haveTexts(shots.shots.map(({ sampleId }) => sampleId), shotSamples ?? [])) return ended('broken', { code: 'datasetGone' })
      const poolSamples = plan.pool && (await planSamples(plan.pool.dataset))
      if (plan.pool && !haveTexts(plan.pool.samples.map(({ sampleId }) => sampleId), poolSamples ?? [])) return ended('broken', { code: 'datasetGone' })
      const found = await this.findModel(ref)
      if ('code' in found) return ended('broken', found)
      const givenByRun = run.source && (await this.labelsOf(run.source, samples))
      const { workers, threads, byHand } = await workersOf(found)
      const choice: ModelChoice = { ...found, ...(threads !== null && { threads }) }
      const model = await this.holder.load(choice, this.abort.signal, ref).catch((error: unknown) => {
        if (error instanceof EngineError && error.code === 'wrongHash') return null
        throw error
      })
      if (!model) return ended('broken', { code: 'modelChanged', model: ref.id })
      const summary = await executeRun({
        run,
        plan,
        samples,
        engine: model.engine,
        contextLength: model.loaded.contextLength,
        restartEngine: async () => (await this.holder.restart(choice, this.abort.signal, ref)).engine,
        helpers: Array.from({ length: workers - 1 }, (_, place) => this.holder.helper(place, choice, model.loaded.ref)),
        // who asks for several by hand wants them
        ...(byHand && { helpFrom: 0 }),
        sink: predictionSink(run.id),
        // another tab may have been at it between the first look and the claim
        done: narrowed(await readPredictedIds(run.id), which),
        which: which === 'missing' ? 'missing' : 'failed',
        earlier: () => readPredictions(run.id),
        ...(givenByRun && { givenByRun }),
        ...(shotSamples && { shotSamples }),
        ...(poolSamples && { poolSamples }),
        priors: { kept: await readPriors(run.id), save: (conditionals) => savePriors(run.id, conditionals) },
        control: this.control,
        signal: this.abort.signal,
        onProgress: (progress) => this.follow(run, progress),
        onText: (sampleId, text) => over || this.show({ sampleId, text }),
      })
      // tidying only: all is kept, and the next start of the run does it
      await compactPredictions(run.id).catch(() => undefined)
      const end = ended(summary.end, summary.end === 'broken' ? { code: 'broken', error: summary.error } : null)
      return { ...end, asked: summary.asked, ...(summary.priorError !== undefined && { priorError: summary.priorError }) }
    } finally {
      over = true
      claim.release()
    }
  }

  /** What a run's source answered; nothing where it is no longer there: its samples then fail for want of a label. */
  private async labelsOf(source: NonNullable<Run['source']>, samples: readonly Sample[]): Promise<RunRequest['givenByRun']> {
    const run = await readRun(source.run)
    const planned = run && (await readPlan(run.planId))
    if (!planned) return undefined
    const [predictions, priors] = await Promise.all([readPredictions(run.id), readPriors(run.id)])
    return labelsGivenBy({ run, scheme: planned.plan.scheme, predictions, priors }, source, samples)
  }

  /** The plan's model as something that can be loaded; whether its files are those that the plan pins is known once it is. */
  private async findModel(ref: ModelRef): Promise<ModelChoice | RunProblem> {
    const model = (await availableModels(this.services.siteUrl)).find(({ id, origin }) => id === ref.id && origin === ref.origin)
    if (!model) return { code: 'modelGone', model: ref.id }
    if (!mayBe(model, ref)) return { code: 'modelChanged', model: ref.id }
    return { model, dtype: ref.dtype, device: ref.device, graph: ref.graph }
  }

  private follow(run: Run, progress: RunProgress): void {
    if (this.state.kind !== 'active') return
    const stage = this.state.stage === 'stopping' ? 'stopping' : progress.stage
    const guess = estimate(progress.paces, progress.remaining, performance.now())
    this.set({ ...this.state, stage, progress, estimate: guess, loading: null }, 'soon')
    if (guess.kind === 'known') this.paces.set(paceKey(run), 60_000 / guess.itemsPerMinute)
    announceProgress({ runId: run.id, stage, progress, estimate: guess })
  }

  private show(writing: WrittenSoFar): void {
    if (this.state.kind === 'active') this.set({ ...this.state, writing }, 'soon')
  }

  private followLoading(): void {
    const model = this.holder.get()
    if (this.state.kind === 'active' && model.status === 'loading') this.set({ ...this.state, loading: model.progress })
  }

  /** @param when soon: fast models report a hundred times a second, and nobody reads so fast. */
  protected override set(state: ActiveRunState, when: 'now' | 'soon' = 'now'): void {
    this.state = state
    if (when === 'now') {
      this.notify()
      return
    }
    if (this.notifying) return
    this.notifying = true
    setTimeout(() => {
      this.notifying = false
      this.notify()
    }, 200)
  }
}

function paceKey({ model: { ref }, method }: Run): string {
  return JSON.stringify([ref.id, ref.dtype, ref.device, ref.graph, method.id])
}

/** Whether there is nothing to ask, so that no model need be loaded. */
async function isDone(plan: Plan, run: Run, which: Which): Promise<boolean> {
  if (which === 'missing') {
    const { samples, more } = await runLeft(plan, run)
    return samples === 0 && !more
  }
  const done = await readPredictedIds(run.id)
  return plan.sampleIds.every((id) => done.get(id) !== 'failed')
}

/** Where one sample is to be asked again, the other failed ones are left as they are. */
function narrowed(done: ReadonlyMap<string, 'done' | 'failed'>, which: Which): ReadonlyMap<string, 'done' | 'failed'> {
  if (typeof which === 'string') return done
  return new Map([...done].map(([id, state]) => [id, id === which.only ? state : 'done']))
}

/** Whether a model can be the one pinned, as far as that is known before it is loaded: by the hashes of a site's files, the sizes of a folder's. */
function mayBe(model: AvailableModel, ref: ModelRef): boolean {
  const { source } = model
  if (!model.dtypes[ref.device].includes(ref.dtype)) return false
  if (source.kind === 'files') return ref.files.every(({ path, bytes }) => source.files[path]?.size === bytes)
  const here = new Map(model.refFor(ref.dtype, ref.device).files.map(({ path, sha256 }) => [path, sha256]))
  return ref.files.every(({ path, sha256 }) => {
    const found = here.get(path)
    return sha256 === undefined || found === undefined || found === sha256
  })
}

/** The page's one active run. */
export const activeRunOf = onePerPage((services: Services) => new ActiveRun(services))

export function useActiveRun(): ActiveRun {
  return activeRunOf(useServices())
}

/** What is running in this tab, live. */
export function useActiveRunState(): ActiveRunState {
  return useStore(useActiveRun())
}
