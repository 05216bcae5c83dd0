import type { Sample } from '../domain/dataset.ts'
import type { Plan, Run } from '../domain/plan.ts'
import type { Conditional, Prediction } from '../domain/prediction.ts'
import type { FieldId, LabelId } from '../domain/scheme.ts'
import type { Milliseconds, Tokens } from '../domain/units.ts'
import type { Engine } from '../engine/engine.ts'
import type { PredictionSink } from './predictionSink.ts'
import type { Pace } from './progress.ts'
import type { RunControl } from './runControl.ts'

export interface RunRequest {
  readonly run: Run
  readonly plan: Plan
  /** Those of the plan at least; others are not looked at. */
  readonly samples: readonly Sample[]
  /** Of a few-shot method: the samples that its shots name. */
  readonly shotSamples?: readonly Sample[]
  /** Of a plan read under prior `pool`: the samples that the pool names. */
  readonly poolSamples?: readonly Sample[]
  /** With the run's model loaded. */
  readonly engine: Engine
  readonly contextLength: Tokens
  /** Ends what is left of a spent engine and resolves with another one with the same model loaded. */
  readonly restartEngine: () => Promise<Engine>
  /**
   * More engines, each with the same model: started in place of what is left of the last that the same call started. What is
   * answered does not depend on them; one that cannot be had is done without.
   */
  readonly helpers?: readonly (() => Promise<Engine>)[]
  /** Helpers are started where at least so much time seems to be left; 10 s where it is not said. */
  readonly helpFrom?: Milliseconds
  readonly sink: PredictionSink
  /** What is there already under the run's id (`readPredictedIds`). */
  readonly done: ReadonlyMap<string, 'done' | 'failed'>
  /** missing (default): samples without any prediction. failed: those that failed, and no others. */
  readonly which?: 'missing' | 'failed'
  /** Predictions that are there already; asked for once at most, where a sample is the twin of one that is done. */
  readonly earlier?: () => Promise<readonly Prediction[]>
  /** The label that a `give` step with `from: run` tells: what an earlier run answered. */
  readonly givenByRun?: (sampleId: string, field: FieldId) => LabelId | undefined
  /** Where the priors are kept (content-free, and the pool's mean); absent: none is asked. */
  readonly priors?: PriorKeeping
  readonly control?: RunControl
  /** Leaves at once, in mid-sample too; what was answered is kept. */
  readonly signal?: AbortSignal
  /** After each sample and each change of stage; often, with a fast model. */
  readonly onProgress?: (progress: RunProgress) => void
  /** What the model has written of an answer so far. */
  readonly onText?: (sampleId: string, text: string) => void
}

export interface PriorKeeping {
  /** What is there already (`readPriors`). */
  readonly kept: readonly Conditional[] | undefined
  /** Replaces it. */
  save(conditionals: readonly Conditional[]): Promise<void>
}

export interface RunProgress {
  /** prior: the inputs without content are asked, or the pool's records, before the samples or after them. */
  readonly stage: 'starting' | 'asking' | 'paused' | 'prior'
  /** Samples of the plan with an answer, and with a failure, earlier ones included. */
  readonly done: number
  readonly failed: number
  readonly total: number
  /** What is still to be asked: identical prompts once. */
  readonly remaining: number
  /** Of each engine at work. */
  readonly paces: readonly Pace[]
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
