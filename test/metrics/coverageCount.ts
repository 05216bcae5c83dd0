import { expect } from 'vitest'
import type { Interval } from '../../src/metrics/intervals.ts'
import { shown } from './shown.ts'

/** Counts how often intervals hold the truth. */
export class Coverage {
  private readonly held = new Map<string, number>()
  private readonly made = new Map<string, number>()

  add(name: string, interval: Interval | undefined, truth: number): void {
    if (!interval) return
    this.made.set(name, (this.made.get(name) ?? 0) + 1)
    if (interval.low <= truth && truth <= interval.high) this.held.set(name, (this.held.get(name) ?? 0) + 1)
  }

  /** Within two standard errors of the level. */
  expectAt(level: number, least = level - this.error(level), most = level + this.error(level)): void {
    for (const [name, made] of this.made) {
      const covered = (this.held.get(name) ?? 0) / made
      shown(`${name}: ${covered.toFixed(4)} of ${made}`)
      expect(covered, `${name} covers ${covered} of ${made}`).toBeGreaterThanOrEqual(least)
      expect(covered, `${name} covers ${covered} of ${made}`).toBeLessThanOrEqual(most)
    }
    expect(this.made.size).toBeGreaterThan(0)
  }

  private error(level: number): number {
    return 2 * Math.sqrt((level * (1 - level)) / Math.min(...this.made.values()))
  }
}
