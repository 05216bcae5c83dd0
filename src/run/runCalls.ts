import type { EnginePool } from './enginePool.ts'

/** Thrown through a run that was stopped: by the control, the signal or the engine's end. */
export class Stopped extends Error {}

/** What a run lends to its parts: the way to the engines, and the place where it may be paused or stopped. */
export interface RunCalls extends Pick<EnginePool, 'twice' | 'each'> {
  /** Between two samples: waits while paused. @throws Stopped */
  pass(): Promise<unknown>
}
