import type { Milliseconds } from '../domain/units.ts'

/** How fast a run goes and how long it will take. */
export type Estimate =
  /** Not known yet: fewer than 3 samples, and less than 5 seconds or none at all. */
  | { readonly kind: 'measuring' }
  | {
      readonly kind: 'known'
      readonly itemsPerMinute: number
      readonly left: Milliseconds
      /** Between these the time left lies in about 19 of 20 cases, as far as what was seen can tell. */
      readonly leftAtLeast: Milliseconds
      readonly leftAtMost: Milliseconds
    }

/** How long samples took with one engine, in the order they were asked. */
export interface Pace {
  /** Of the latest samples: what each took, after which start of the engine, and beside how many engines (itself included). */
  readonly items: readonly { readonly took: Milliseconds; readonly start: number; readonly company: number }[]
  /** How many samples were timed in all. */
  readonly count: number
  /** How often the engine was started. */
  readonly start: number
  readonly begun: Milliseconds
  /** When the last sample ended, or the clock was set going again after a pause. */
  readonly last: Milliseconds
}

/** Samples that the estimate looks back on; the pace changes when the machine does something else. */
const WINDOW = 60
/** No forward after the first ones of an engine is slower than the rest by so much without being a longer text. */
const SLOW = 1.8
/** A warm engine is not called cold for longer than this many samples. */
const WARM_UP = 12

/** Pure: all times are given. `now` is any clock that does not jump. */
export function startPace(now: Milliseconds): Pace {
  return { items: [], count: 0, start: 0, begun: now, last: now }
}

/** So many samples were answered together, each in its share of the time. Answers that cost nothing (an identical prompt) are not told. */
export function answered(pace: Pace, now: Milliseconds, company = 1, count = 1): Pace {
  const item = { took: (now - pace.last) / count, start: pace.start, company }
  return { ...pace, items: [...pace.items, ...Array<typeof item>(count).fill(item)].slice(-WINDOW), count: pace.count + count, last: now }
}

/** What a sample took of late, company and cold starts aside; null where nothing was timed. */
export function recent(pace: Pace): Milliseconds | null {
  return pace.items.length === 0 ? null : median(pace.items.map(({ took }) => took))
}

/** The clock goes on after a pause: what went by was no work. */
export function resumed(pace: Pace, now: Milliseconds): Pace {
  return { ...pace, last: now, begun: pace.begun + (now - pace.last) }
}

/** The engine was started anew, and is cold again. */
export function restarted(pace: Pace, now: Milliseconds): Pace {
  return { ...resumed(pace, now), start: pace.start + 1 }
}

/**
 * @param paces of the engines that share the work: each goes at its own, and what they do together adds up.
 * @param remaining samples that are still to be asked (identical ones once).
 */
export function estimate(paces: readonly Pace[], remaining: number, now: Milliseconds): Estimate {
  const count = paces.reduce((sum, pace) => sum + pace.count, 0)
  const begun = Math.min(...paces.map((pace) => pace.begun))
  if (count === 0 || (count < 3 && now - begun < 5_000)) return { kind: 'measuring' }
  const speeds = paces.filter((pace) => pace.count > 0).map((pace) => speedOf(pace, paces.length, now))
  // samples a millisecond
  const rate = speeds.reduce((sum, { each }) => sum + 1 / each, 0)
  const inFlight = speeds.reduce((sum, { part }) => sum + part, 0)
  const left = Math.max((remaining - inFlight) / rate, 0)
  return {
    kind: 'known',
    itemsPerMinute: 60_000 * rate,
    left,
    leftAtLeast: left * Math.max(1 - doubtOfSum(speeds.map(({ each, doubt }) => ({ each, doubt: doubt.faster }))), 0),
    leftAtMost: left * (1 + doubtOfSum(speeds.map(({ each, doubt }) => ({ each, doubt: doubt.slower })))),
  }
}

interface Speed {
  readonly each: Milliseconds
  /** Of the sample in flight what is done already. */
  readonly part: number
  readonly doubt: { readonly faster: number; readonly slower: number }
}

/** @param company engines at work now: what an engine took beside more or fewer of them says little. */
function speedOf(pace: Pace, company: number, now: Milliseconds): Speed {
  const alike = pace.items.filter((item) => item.company === company)
  const times = warmTimes(alike.length >= 3 ? alike : pace.items)
  const each = Math.max(times.reduce((sum, took) => sum + took, 0) / times.length, 1e-3)
  return { each, part: Math.min(now - pace.last, each) / each, doubt: doubtOf(times, each, pace.count) }
}

/** By what share a sum of rates may be off, where each is so by itself. */
function doubtOfSum(rates: readonly { readonly each: Milliseconds; readonly doubt: number }[]): number {
  const whole = rates.reduce((sum, { each }) => sum + 1 / each, 0)
  return Math.sqrt(rates.reduce((sum, { each, doubt }) => sum + (doubt / each) ** 2, 0)) / whole
}

/** The times without those of cold engines. */
function warmTimes(items: Pace['items']): readonly Milliseconds[] {
  const warm: Milliseconds[] = []
  for (let from = 0; from < items.length; ) {
    const { start } = items[from]!
    const next = items.findIndex((item, at) => at > from && item.start !== start)
    const times = items.slice(from, next < 0 ? items.length : next).map(({ took }) => took)
    warm.push(...times.slice(coldOnes(times)))
    from += times.length
  }
  return warm
}

/** How many of the leading times are, each of them, slower by far than what follows all of them. */
function coldOnes(times: readonly Milliseconds[]): number {
  for (let cold = Math.min(times.length - 1, WARM_UP); cold > 0; cold--) {
    const usual = median(times.slice(cold))
    if (times.slice(0, cold).every((took) => took > SLOW * usual)) return cold
  }
  return 0
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = sorted.length / 2
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** By what share it may go faster or slower: twice the standard error of the mean, and that a first forward may be five times too slow. */
function doubtOf(times: readonly Milliseconds[], mean: Milliseconds, count: number): { readonly faster: number; readonly slower: number } {
  if (times.length < 3) return { faster: count < 3 ? 0.8 : 0.5, slower: 0.5 }
  const variance = times.reduce((sum, took) => sum + (took - mean) ** 2, 0) / (times.length - 1)
  const doubt = Math.max((2 * Math.sqrt(variance / times.length)) / mean, 0.05)
  return { faster: Math.min(doubt, 0.9), slower: doubt }
}
