import type { Random } from '../domain/random.ts'
import { JointCells, type Pair } from './comparison.ts'
import { columnsFor, type Confusion, type Statistic, withMargins } from './confusion.ts'
import { recordOf } from './intervals.ts'
import { eachGroup, type Groups } from './resampling.ts'

export interface SwapTest {
  /** The second run's figure minus the first's: the effect, in the figure's own units. */
  readonly difference: number
  /** Two-sided; 1 where no record's answers differ. Never below 1 / (draws + 1). */
  readonly p: number
  readonly draws: number
  /** Units whose answers differ, the only ones that a swap can move: records, or groups. */
  readonly movable: number
}

export interface SwapOptions {
  readonly random: Random
  /** 10,000 unless said otherwise. */
  readonly draws?: number | undefined
  /** Records whose answers are swapped together. */
  readonly groups?: Groups | undefined
}

const SWAP_DRAWS = 10_000

/**
 * The paired swap (approximate randomisation) test that two runs are exchangeable, for any figures of a confusion table.
 *
 * In each draw the two answers of each record (or of all records of a group together) change places with probability
 * 1/2. p = (1 + draws in which |difference| is at least as large as observed) / (1 + draws), which is a valid level
 * for any number of draws; all figures are tested on the same draws. Swaps between the same pair of answers are drawn as
 * one binomial, from its bits, so the time grows with the kinds of disagreement and hardly with the records: two wrong answers are one
 * kind whatever is gold, since figures of a table look at its margins and its diagonal alone (as all of classification.ts do; no other may be asked for).
 *
 * A test is undefined where either run's figure is (no record has gold). A draw that does not determine the figure
 * counts as large. @throws on fewer than 1,000 draws.
 * Source: Noreen (1989); Yeh (2000), "More accurate tests for the statistical significance of result differences".
 */
export function swapTest<Name extends string>(
  pair: Pair,
  statistics: Readonly<Record<Name, Statistic>>,
  { random, draws = SWAP_DRAWS, groups }: SwapOptions,
): Record<Name, SwapTest | undefined> {
  if (!Number.isInteger(draws) || draws < 1_000) throw new RangeError(`${draws} draws are too few`)
  const joint = new JointCells(pair)
  const [first, second] = joint.tables(joint.observed())
  const names = Object.keys(statistics) as Name[]
  const observed = differencesOf(names, statistics, first, second)
  const swap = groups ? groupSwaps(joint, groups, first, second) : recordSwaps(joint, first, second)
  const hits = new Float64Array(names.length)
  for (let draw = 0; swap.movable > 0 && draw < draws; draw++) {
    swap.draw(random)
    differencesOf(names, statistics, first, second).forEach((drawn, at) => {
      // Rounding must not decide whether a draw ties with what was observed.
      if (drawn === undefined || Math.abs(drawn) >= Math.abs(observed[at] ?? 0) - 1e-12) hits[at]! += 1
    })
  }
  return recordOf(names, (_, at) => {
    const effect = observed[at]
    if (effect === undefined) return undefined
    if (Number.isNaN(effect)) throw new RangeError('a statistic is NaN')
    return {
      difference: effect,
      p: swap.movable === 0 ? 1 : (1 + hits[at]!) / (1 + draws),
      draws,
      movable: swap.movable,
    }
  })
}

/** Each figure of the second table minus that of the first; both are added up once for all of them. */
function differencesOf<Name extends string>(names: readonly Name[], statistics: Readonly<Record<Name, Statistic>>, first: Confusion, second: Confusion): (number | undefined)[] {
  const one = withMargins(first)
  const other = withMargins(second)
  return names.map((name) => {
    const from = statistics[name](one)
    const to = statistics[name](other)
    return from === undefined || to === undefined ? undefined : to - from
  })
}

interface Swaps {
  readonly movable: number
  /** Leaves the two tables as they are after a random swap. */
  draw(random: Random): void
}

/** Records with the same two answers, whichever run gave which; and with the same gold, where one of the two is right. */
interface Exchange {
  /** Positions of the two answers in a table: of records with different gold in the row of one of them, which keeps all margins right. */
  readonly one: number
  readonly other: number
  records: number
}

function recordSwaps(joint: JointCells, first: Confusion, second: Confusion): Swaps {
  const observed = joint.observed()
  const exchanges = new Map<number, Exchange>()
  const columns = columnsFor(first.labels)
  // what both tables hold together, which no swap changes; and the first, were every swap to bring it the `other` answer
  const both = first.counts.map((count, cell) => count + second.counts[cell]!)
  const tails = new Float64Array(first.counts.length)
  let movable = 0
  observed.forEach((records, cell) => {
    const [from, to] = joint.positions(cell)
    tails[Math.max(from, to)]! += records
    if (from === to) return
    movable += records
    const one = Math.min(from, to)
    const other = Math.max(from, to)
    const row = Math.floor(one / columns)
    const [left, right] = [one - row * columns, other - row * columns]
    const key = ((left === row || right === row ? row + 1 : 0) * columns + left) * columns + right
    const exchange = exchanges.get(key)
    if (exchange) exchange.records += records
    else exchanges.set(key, { one, other, records })
  })
  const listed = [...exchanges.values()]
  const ones = Int32Array.from(listed, ({ one }) => one)
  const others = Int32Array.from(listed, ({ other }) => other)
  const sizes = Int32Array.from(listed, ({ records }) => records)
  const bits = new FairBits()
  return {
    movable,
    draw(random) {
      const { counts } = first
      counts.set(tails)
      for (let exchange = 0; exchange < sizes.length; exchange++) {
        const heads = bits.heads(random, sizes[exchange]!)
        counts[ones[exchange]!]! += heads
        counts[others[exchange]!]! -= heads
      }
      for (let cell = 0; cell < both.length; cell++) second.counts[cell] = both[cell]! - counts[cell]!
    },
  }
}

function groupSwaps(joint: JointCells, groups: Groups, first: Confusion, second: Confusion): Swaps {
  const moves = new Map<number, number[]>()
  eachGroup(joint.cells, groups, (group, record) => {
    const [from, to] = joint.positions(joint.cells[record]!)
    if (from === to) return
    const listed = moves.get(group) ?? []
    listed.push(from, to)
    moves.set(group, listed)
  })
  const listed = [...moves.values()].map((positions) => Int32Array.from(positions))
  const observed: readonly [Float64Array, Float64Array] = [first.counts.slice(), second.counts.slice()]
  const bits = new FairBits()
  return {
    movable: listed.length,
    draw(random) {
      first.counts.set(observed[0])
      second.counts.set(observed[1])
      for (const positions of listed) {
        if (bits.heads(random, 1) === 0) continue
        for (let at = 0; at < positions.length; at += 2) {
          const from = positions[at]!
          const to = positions[at + 1]!
          first.counts[from]! -= 1
          first.counts[to]! += 1
          second.counts[to]! -= 1
          second.counts[from]! += 1
        }
      }
    },
  }
}

/** Fair coins, 32 to a word, none wasted. */
class FairBits {
  private pool = 0
  private left = 0

  /** Heads among n fair coins: Binomial(n, 1/2). */
  heads(random: Random, n: number): number {
    if (n <= this.left && n < 32) {
      const taken = this.pool & ((1 << n) - 1)
      this.pool >>>= n
      this.left -= n
      return ones(taken)
    }
    let heads = 0
    let wanted = n
    while (wanted > 0) {
      if (this.left === 0) {
        this.pool = random.bits()
        this.left = 32
      }
      const taken = Math.min(wanted, this.left)
      heads += ones(taken === 32 ? this.pool : this.pool & ((1 << taken) - 1))
      this.pool = taken === 32 ? 0 : this.pool >>> taken
      this.left -= taken
      wanted -= taken
    }
    return heads
  }
}

/** The number of ones among 32 bits. */
function ones(word: number): number {
  let sum = word - ((word >>> 1) & 0x55555555)
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333)
  return Math.imul((sum + (sum >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
