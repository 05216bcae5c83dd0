import { JointCells, type Pair } from './comparison.ts'
import { columnOf, columnsFor, type Confusion, marginsOf, type Statistic } from './confusion.ts'

export interface TippingPoint {
  /** Gold labels that have to change. */
  readonly flips: number
  /** Of the records with gold: 0 to 1. */
  readonly share: number
}

/**
 * How many gold labels would have to be other ones to erase the second run's gain over the first: the worst case, with
 * each change chosen to hurt most (the record's gold becomes what the first run said, or, where that is no label or
 * right already, any label the second run did not say).
 *
 * Changes are taken greedily by their effect on the difference, which is worked out again after every eighth of the way;
 * a record changes once. For accuracy the number is the smallest possible; for other figures so many suffice and fewer
 * might. Compare it with the share of labels in doubt, not with a share flipped at random, which erases far less.
 *
 * share = flips / records with gold, above 0 to 1. The project's own worst case, after the tipping points of missing-data analyses.
 * Undefined where there is no gain (difference not above 0 or undefined), and where no change helps any more.
 */
export function tippingPoint(pair: Pair, statistic: Statistic): TippingPoint | undefined {
  const joint = new JointCells(pair)
  const left = joint.observed()
  const [first, second] = joint.tables(left).map(movable)
  if (!first || !second) return undefined
  const difference = (): number => (statistic(second.table) ?? NaN) - (statistic(first.table) ?? NaN)
  const moves = possibleMoves(pair, joint)
  const shift = ({ from, to }: Move, records: number): void => {
    first.move(from[0], to[0], records)
    second.move(from[1], to[1], records)
  }
  let gap = difference()
  if (!(gap > 0)) return undefined
  const records = left.reduce((sum, count) => sum + count, 0)
  let flips = 0
  while (gap > ROUNDING) {
    const effects = moves
      .filter((move) => left[move.cell]! > 0)
      .map((move) => {
        shift(move, 1)
        const effect = difference() - gap
        shift(move, -1)
        return { move, effect }
      })
      .filter(({ effect }) => effect < -ROUNDING)
      .sort((one, other) => one.effect - other.effect)
    if (effects.length === 0) return undefined
    let batch = Math.max(1, Math.floor(gap / -effects[0]!.effect / 8))
    for (const { move } of effects) {
      const moved = Math.min(batch, left[move.cell]!)
      shift(move, moved)
      left[move.cell]! -= moved
      flips += moved
      batch -= moved
      if (batch === 0) break
    }
    gap = difference()
  }
  return { flips, share: flips / records }
}

interface MovableTable {
  /** With its margins, which moves keep right: a figure is asked for after each. */
  readonly table: Confusion
  /** Moves records from a cell to one of the same column: their gold becomes another label. */
  move(from: number, to: number, records: number): void
}

function movable(table: Confusion): MovableTable {
  const { labels, counts } = table
  const columns = columnsFor(labels)
  const margins = { ...marginsOf(table) }
  const add = (cell: number, records: number): void => {
    const row = Math.floor(cell / columns)
    counts[cell]! += records
    margins.gold[row]! += records
    if (cell - row * columns === row) margins.correct += records
  }
  return {
    table: { ...table, margins },
    move(from, to, records) {
      add(from, -records)
      add(to, records)
    },
  }
}

/** A difference this small is none: what is left when sums are rounded. */
const ROUNDING = 1e-12

/** A record's gold becomes another label: where it stands in both tables, and where it comes to stand. */
interface Move {
  readonly cell: number
  readonly from: readonly [first: number, second: number]
  readonly to: readonly [first: number, second: number]
}

function possibleMoves({ labels, gold, first, second }: Pair, joint: JointCells): Move[] {
  const columns = columnsFor(labels)
  const seen = new Set<number>()
  const moves: Move[] = []
  joint.cells.forEach((cell, record) => {
    if (cell < 0 || seen.has(cell)) return
    seen.add(cell)
    const row = gold[record]!
    const one = first[record]!
    const other = second[record]!
    if (one === other) return
    const better = one >= 0 && one !== row ? [one] : other === row ? labelsBut(labels, row) : []
    for (const label of better) {
      moves.push({
        cell,
        from: joint.positions(cell),
        to: [label * columns + columnOf(labels, one), label * columns + columnOf(labels, other)],
      })
    }
  })
  return moves
}

function labelsBut(labels: number, but: number): number[] {
  return Array.from({ length: labels }, (_, label) => label).filter((label) => label !== but)
}
