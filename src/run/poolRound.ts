import { EngineError } from '../engine/engine.ts'
import type { Asker } from './ask.ts'
import type { EngineLane } from './engineLane.ts'
import type { EnginePool } from './enginePool.ts'
import { isSpent } from './failure.ts'
import type { RunGate } from './runGate.ts'

/** What is to be done with each of many items, by whichever engine is free. */
export interface PoolWork<Item, Result> {
  /** The next one, in order; null when there is none left. */
  next(): Promise<Item | null>
  ask(item: Item, asker: Asker): Promise<Result>
  /** How many answers are in a result: it says how long one takes. 0: it says nothing of that. */
  answersIn(result: Result): number
  /** What an item consists of, where it can be taken apart: over which part an engine was lost, or which it refused, is found out by asking each. */
  parts?(item: Item): readonly Item[]
  /** What came of it; called once for each item. */
  settle(item: Item, result: Result | EngineError): Promise<void>
}

interface Tried<Item> {
  readonly item: Item
  /** Engines that were lost over it. */
  readonly losses: number
}

/** One going over of items by the engines of a pool. */
export class PoolRound<Item, Result> {
  /** Settles when all is settled, or what was under way when something ended it. */
  readonly over: Promise<void>
  private readonly work: PoolWork<Item, Result>
  private readonly pool: Pick<EnginePool, 'ready' | 'worksWithout' | 'company'>
  private readonly gate: RunGate
  private readonly back: Tried<Item>[] = []
  private exhausted = false
  private joined = 0
  private underWay = 0
  private ended: { readonly error?: unknown } | null = null
  private wake: (() => void)[] = []
  private settle: { readonly resolve: () => void; readonly reject: (error: unknown) => void } | null = null

  constructor(work: PoolWork<Item, Result>, pool: Pick<EnginePool, 'ready' | 'worksWithout' | 'company'>, gate: RunGate) {
    this.work = work
    this.pool = pool
    this.gate = gate
    this.over = new Promise((resolve, reject) => (this.settle = { resolve, reject }))
  }

  /** An engine takes part until nothing is left. */
  join(lane: EngineLane): void {
    if (this.ended) return
    this.joined++
    lane.resumed()
    void this.goOver(lane)
      .catch((error: unknown) => (this.ended ??= { error }))
      .finally(() => {
        this.joined--
        this.stir()
        // what is left, with nobody at it, is for an engine that is ready and about to join
        if (this.joined > 0 || (!this.ended && !(this.exhausted && this.back.length === 0))) return
        this.ended ??= {}
        if ('error' in this.ended) this.settle?.reject(this.ended.error)
        else this.settle?.resolve()
      })
  }

  private async goOver(lane: EngineLane): Promise<void> {
    while (!this.ended && !lane.retired) {
      this.underWay++
      try {
        const tried = this.back.shift() ?? (await this.fresh())
        if (tried) {
          // with something in hand: a run that has nothing left is finished, whatever was wished meanwhile
          if (await this.gate.pass()) lane.resumed()
          await this.ask(lane, tried)
          this.stir()
          continue
        }
      } finally {
        this.underWay--
      }
      if (this.back.length > 0) continue
      if (this.underWay === 0) return
      // what another engine has under way may come back
      await new Promise<void>((resolve) => this.wake.push(resolve))
      lane.resumed()
    }
  }

  private async fresh(): Promise<Tried<Item> | null> {
    const item = await this.work.next()
    this.exhausted = item === null
    return item === null ? null : { item, losses: 0 }
  }

  private async ask(lane: EngineLane, { item, losses }: Tried<Item>): Promise<void> {
    const asker = await this.pool.ready(lane, 'asking')
    if (!asker) {
      this.back.unshift({ item, losses })
      return
    }
    let result: Result | EngineError
    try {
      result = await this.gate.call(this.work.ask(item, asker))
      const answers = this.work.answersIn(result)
      if (answers > 0) lane.answered(this.pool.company, answers)
      else lane.worked()
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      result = error
      const parts = this.work.parts?.(item) ?? []
      if (isSpent(error)) {
        lane.lost(error)
        // too many for the machine: no fault of what was asked
        lane.retired = error.code === 'outOfMemory' && this.pool.worksWithout(lane)
        if (parts.length > 1) {
          this.takeApart(parts)
          return
        }
        if (lane.retired || losses === 0) {
          this.back.unshift({ item, losses: lane.retired ? losses : losses + 1 })
          return
        }
      } else {
        lane.worked()
        if (parts.length > 1) {
          this.takeApart(parts)
          return
        }
      }
    }
    await this.work.settle(item, result)
  }

  private takeApart(parts: readonly Item[]): void {
    this.back.unshift(...parts.map((item) => ({ item, losses: 0 })))
  }

  private stir(): void {
    const waiting = this.wake
    this.wake = []
    for (const wake of waiting) wake()
  }
}
