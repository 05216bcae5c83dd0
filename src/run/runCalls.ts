import type { EngineError } from '../engine/engine.ts'
import type { Asker } from './ask.ts'

/** Thrown through a run that was stopped: by the control, the signal or the engine's end. */
export class Stopped extends Error {}

/** What a run lends to its parts: the way to the engine, and the place where it may be paused or stopped. */
export interface RunCalls {
  /** Between two samples: waits while paused. @throws Stopped */
  gate(): Promise<void>
  /**
   * A call to the engine; where that is lost over it, once more with another one.
   * @returns the call's own EngineError where it failed. @throws whatever else it throws; Stopped; what `RunningEngine.ready` throws.
   */
  twice<Result>(stage: 'asking' | 'prior', call: (asker: Asker) => Promise<Result>): Promise<Result | EngineError>
}
