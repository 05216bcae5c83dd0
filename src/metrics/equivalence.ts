import type { Interval } from './intervals.ts'

/** The largest difference that is still called none, named before the data are seen. */
export interface Margin {
  /** Why this much: what the plan calls it. */
  readonly name: string
  /** Above 0, in the units of the difference: 0.02 is two points. */
  readonly value: number
}

export interface Equivalence {
  /**
   * equivalent: the whole interval lies within the margin. different: it lies wholly beyond the margin on one side.
   * undecided: neither is shown, which is not "no difference".
   */
  readonly verdict: 'equivalent' | 'different' | 'undecided'
  readonly margin: Margin
  /** The level of the test: half of what the interval leaves out. */
  readonly alpha: number
}

/**
 * Equivalence by two one-sided tests: two runs are equivalent at level alpha where the 1 - 2 alpha interval of their
 * difference lies strictly between -margin and +margin (ask for a 90 % interval for alpha = .05).
 *
 * Undefined without an interval. The level is as good as the interval's coverage.
 * @throws unless the margin is a finite number above 0 with a name.
 * Source: Schuirmann (1987).
 */
export function equivalence(interval: Interval | undefined, margin: Margin): Equivalence | undefined {
  if (!(margin.value > 0 && margin.value < Infinity)) throw new RangeError(`margin ${margin.value}`)
  if (margin.name === '') throw new RangeError('a margin needs a name')
  if (!interval) return undefined
  const inside = interval.low > -margin.value && interval.high < margin.value
  const beyond = interval.low > margin.value || interval.high < -margin.value
  return {
    verdict: inside ? 'equivalent' : beyond ? 'different' : 'undecided',
    margin,
    alpha: (1 - interval.level) / 2,
  }
}
