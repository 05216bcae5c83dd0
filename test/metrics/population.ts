import type { Random } from '../../src/domain/random.ts'
import { columnsFor, type Confusion } from '../../src/metrics/confusion.ts'

/** A population to draw records from: its table holds probabilities, so that any figure's true value can be computed. */
export interface Population {
  readonly table: Confusion
  draw(random: Random, records: number): { gold: Int8Array; predicted: Int8Array }
  /** Another answer to records with these gold labels. */
  answer(random: Random, gold: Int8Array): Int8Array
}

/** Labels fall off by exp(-skew k / K); the first is right with `accuracy`, the last with half of it; some answers name no label. */
export function population(labels: number, skew: number, accuracy: number): Population {
  const columns = columnsFor(labels)
  const counts = new Float64Array(labels * columns)
  const weights = Array.from({ length: labels }, (_, label) => Math.exp((-skew * label) / labels))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  for (let row = 0; row < labels; row++) {
    const right = accuracy * (1 - (0.5 * row) / labels)
    const others = Array.from({ length: columns }, (_, column) => {
      if (column === row) return 0
      return column < labels ? weights[column]! / whole : 0.02
    })
    const rest = others.reduce((sum, other) => sum + other, 0)
    others.forEach((other, column) => {
      const share = column === row ? right : ((1 - right) * other) / rest
      counts[row * columns + column] = (weights[row]! / whole) * share
    })
  }
  const table: Confusion = { labels, counts, leftOut: 0 }
  const predictedIn = (column: number) => (column < labels ? column : column - labels - 2)
  return {
    table,
    draw(random, records) {
      const gold = new Int8Array(records)
      const predicted = new Int8Array(records)
      for (let record = 0; record < records; record++) {
        const cell = drawn(random, counts)
        gold[record] = Math.floor(cell / columns)
        predicted[record] = predictedIn(cell % columns)
      }
      return { gold, predicted }
    },
    answer(random, gold) {
      const rows = Array.from({ length: labels }, (_, row) => counts.subarray(row * columns, (row + 1) * columns))
      return gold.map((label) => predictedIn(drawn(random, rows[label]!)))
    },
  }
}

/** Mixes two populations with the same gold, cell by cell. */
export function mixture(one: Confusion, other: Confusion, share: number): Confusion {
  return { ...one, counts: one.counts.map((count, cell) => (1 - share) * count + share * other.counts[cell]!) }
}

function drawn(random: Random, weights: Float64Array): number {
  let left = random.uniform() * weights.reduce((sum, weight) => sum + weight, 0)
  for (let at = 0; at < weights.length - 1; at++) {
    left -= weights[at]!
    if (left < 0) return at
  }
  return weights.length - 1
}
