import { type Engine, EngineError } from '../engine/engine.ts'
import type { Asker } from './ask.ts'
import { EngineLane } from './engineLane.ts'
import { isSpent } from './failure.ts'
import { PoolRound, type PoolWork } from './poolRound.ts'
import type { Pace } from './progress.ts'
import type { Question } from './question.ts'
import type { RunGate } from './runGate.ts'

/**
 * The engines of a run, one model each, and what is asked of them: one call at a time of whichever works, or many items by all of them.
 * An engine that is lost is started again; one that cannot be had again, or that runs out of memory beside others, is
 * given up, and the others go on. The last one's error ends the run.
 */
export class EnginePool {
  private readonly gate: RunGate
  private readonly first: EngineLane
  private readonly helpers: readonly EngineLane[]
  private round: ((lane: EngineLane) => void) | null = null
  private helping = false

  /**
   * @param engine with the model loaded. @param restart ends what is left of it and resolves with another one.
   * @param helpers each starts another engine with the same model, in place of what is left of the last that it started.
   */
  constructor(question: Question, engine: Engine, restart: () => Promise<Engine>, helpers: readonly (() => Promise<Engine>)[], gate: RunGate) {
    this.gate = gate
    this.first = new EngineLane(question, engine, restart)
    this.helpers = helpers.map((start) => new EngineLane(question, null, start))
  }

  /** Of the engines that are asked now. */
  get paces(): readonly Pace[] {
    const asked = this.living.filter(({ isReady }) => isReady)
    return (asked.length > 0 ? asked : [this.first]).map(({ pace }) => pace)
  }

  /** Lets the helpers load beside the first engine; each takes part as soon as it is ready. */
  help(): void {
    if (this.helping) return
    this.helping = true
    if (this.round) this.helpers.forEach(this.round)
  }

  /**
   * Goes over all items; what one is refused, or what a second engine is lost over, is settled as an answer is. An item over which an engine
   * is lost goes back to the front. @throws Stopped; what the work throws beside EngineErrors; the last engine's error: what is under way is settled first.
   */
  async each<Item, Result>(work: PoolWork<Item, Result>): Promise<void> {
    const round = new PoolRound(work, this, this.gate)
    const living = this.living
    const begun = living.filter((lane) => lane === living[0] || lane.isReady)
    // a helper loads for a while before it joins; one that cannot be had costs nothing but its help
    this.round = (lane) => void lane.ready().then(() => round.join(lane), () => (lane.retired = true))
    for (const lane of begun) round.join(lane)
    if (this.helping) living.filter((lane) => !begun.includes(lane)).forEach(this.round)
    try {
      await round.over
    } finally {
      this.round = null
    }
  }

  /** One call; where the engine is lost over it, once more with another one. @returns the call's own EngineError where it failed. @throws as `each`. */
  async twice<Result>(stage: 'asking' | 'prior', call: (asker: Asker) => Promise<Result>): Promise<Result | EngineError> {
    for (let losses = 0; ; ) {
      const { living } = this
      const lane = living.find(({ isReady }) => isReady) ?? living[0]!
      const asker = await this.ready(lane, stage)
      if (!asker) continue
      try {
        const result = await this.gate.call(call(asker))
        lane.worked()
        return result
      } catch (error) {
        if (!(error instanceof EngineError)) throw error
        if (!isSpent(error)) return error
        losses++
        lane.lost(error)
        if (losses === 2) return error
        await this.gate.pass()
      }
    }
  }

  /** An engine made ready, or null where it cannot be had and others work. @throws Stopped; why it cannot be had, where it is the last one. */
  async ready(lane: EngineLane, stage: 'asking' | 'prior'): Promise<Asker | null> {
    if (!lane.isReady && !this.worksWithout(lane)) this.gate.enter('starting')
    try {
      const asker = await this.gate.leaving(lane.ready())
      this.gate.enter(stage)
      return asker
    } catch (error) {
      if (!(error instanceof EngineError) || error.code === 'cancelled' || !this.worksWithout(lane)) throw error
      lane.retired = true
      return null
    }
  }

  /** The run is over: a helper that comes too late is left as it is. */
  close(): void {
    for (const lane of this.helpers) lane.retired = true
  }

  /** Engines that can be asked. */
  get company(): number {
    return this.living.filter(({ isReady }) => isReady).length
  }

  /** Another one can be asked. */
  worksWithout(lane: EngineLane): boolean {
    return this.living.some((other) => other !== lane && other.isReady)
  }

  /** Never none: an engine is given up only where another one works. */
  private get living(): readonly EngineLane[] {
    return [this.first, ...this.helpers].filter(({ retired }) => !retired)
  }
}
