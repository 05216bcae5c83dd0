import type { Milliseconds, Timestamp } from '../domain/units.ts'
import type { TriedWay, TrialWay } from './modelTrial.ts'

/** When an answer came, and how long its engine took for it. */
export interface Timing {
  readonly at: Timestamp
  readonly duration: Milliseconds
}

/** How fast a run went, by the clock on the wall. */
export interface WallPace {
  /** A sample, all engines of the run together. */
  readonly each: Milliseconds
  /** How many engines were at work at once. */
  readonly engines: number
}

/** Answers that come so close together came of one call. */
const ONE_CALL: Milliseconds = 5
/** Fewer say nothing. */
const LEAST = 3

/**
 * The pace of a run from the times at which answers came. Of engines that work side by side each tells its own time, so that the sum of what
 * answers took is as many times too long. What lies between two calls counts up to twice what the later took, and a quarter of a
 * second: a longer gap was a pause, and the call alone is taken.
 * @returns null of fewer than three answers after the first call.
 */
export function wallPace(timings: readonly Timing[]): WallPace | null {
  const calls: { at: Timestamp; worked: Milliseconds; answers: number }[] = []
  let last = -Infinity
  for (const { at, duration } of [...timings].sort((one, other) => one.at - other.at)) {
    const call = calls.at(-1)
    if (call && at - last < ONE_CALL) {
      call.at = at
      call.worked += duration
      call.answers++
    } else calls.push({ at, worked: duration, answers: 1 })
    last = at
  }
  let [clock, worked, answers] = [0, 0, 0]
  for (let call = 1; call < calls.length; call++) {
    const here = calls[call]!
    const gap = here.at - calls[call - 1]!.at
    clock += gap <= 2 * here.worked + 250 ? gap : here.worked
    worked += here.worked
    answers += here.answers
  }
  if (answers < LEAST || clock === 0) return null
  return { each: clock / answers, engines: Math.max(1, Math.round(worked / clock)) }
}

/** The pace where as many engines are at work as `way` says: by what a trial on this machine found of both numbers; as it was, where it did not try them. */
export function paceWith({ each, engines }: WallPace, way: TrialWay, tried: readonly TriedWay[]): Milliseconds {
  const speedOf = (workers: number): number | null | undefined =>
    tried.find((one) => one.workers === workers && one.device === way.device && one.dtype === way.dtype && one.graph === way.graph)?.perMinute
  const [then, now] = [speedOf(engines), speedOf(way.workers)]
  return then && now ? (each * then) / now : each
}
