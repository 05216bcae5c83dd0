import type { Random } from '../domain/random.ts'
import { drawBinomial } from './binomial.ts'

/** Draws units again, with replacement and as many as there are, and adds up their cells. */
export interface Resampler {
  /** What is drawn: records, or whole groups of them. */
  readonly units: number
  /** Overwrites `counts` (one for each cell) with those of a new draw. */
  fill(counts: Float64Array, random: Random): void
}

/** Group of each record, as any whole number; a negative one means that the record stands alone. */
export type Groups = ArrayLike<number>

/**
 * The resampling plan of records that each stand in a cell (an index, or -1 for a record that takes no part).
 *
 * Without groups n records are drawn from n, which is a draw from the multinomial over the cells' shares: where cells
 * are few it is made from binomials and does not grow with n, else record by record; both are exact.
 * With groups G whole groups are drawn from the G that have a record in a cell (the cluster bootstrap), so the number of
 * records varies between draws.
 */
export function resampler(cells: Int32Array, groups?: Groups): Resampler {
  if (groups) return groupResampler(cells, groups)
  const drawn = cells.filter((cell) => cell >= 0)
  const tally = new Map<number, number>()
  for (const cell of drawn) tally.set(cell, (tally.get(cell) ?? 0) + 1)
  return tally.size * BINOMIAL_COST < drawn.length ? cellResampler(tally, drawn.length) : recordResampler(drawn)
}

/** A binomial takes about as long as so many records drawn one by one (measured). */
const BINOMIAL_COST = 25

function recordResampler(cells: Int32Array): Resampler {
  return {
    units: cells.length,
    fill(counts, random) {
      counts.fill(0)
      for (let drawn = 0; drawn < cells.length; drawn++) counts[cells[random.integer(cells.length)]!]! += 1
    },
  }
}

/** Multinomial as a chain of binomials, commonest cell first so that the chain often ends early. */
function cellResampler(tally: ReadonlyMap<number, number>, units: number): Resampler {
  const cells = [...tally].sort((one, other) => other[1] - one[1] || one[0] - other[0])
  return {
    units,
    fill(counts, random) {
      counts.fill(0)
      let records = units
      let share = units
      for (const [cell, count] of cells) {
        if (records === 0) return
        const drawn = count === share ? records : drawBinomial(random, records, count / share)
        counts[cell] = drawn
        records -= drawn
        share -= count
      }
    },
  }
}

function groupResampler(cells: Int32Array, groups: Groups): Resampler {
  const members = membersOf(cells, groups)
  return {
    units: members.length,
    fill(counts, random) {
      counts.fill(0)
      for (let drawn = 0; drawn < members.length; drawn++) {
        for (const cell of members[random.integer(members.length)]!) counts[cell]! += 1
      }
    },
  }
}

/** The cells of each group's records; groups without a record in a cell are not there. Groups come in order of appearance. */
function membersOf(cells: Int32Array, groups: Groups): Int32Array[] {
  const members = new Map<number, number[]>()
  eachGroup(cells, groups, (group, record) => {
    const listed = members.get(group)
    if (listed) listed.push(cells[record]!)
    else members.set(group, [cells[record]!])
  })
  return [...members.values()].map((listed) => Int32Array.from(listed))
}

/**
 * Calls back for each record that stands in a cell with its group, or with a number no other record has where it
 * stands alone. @throws where groups and cells differ in length, or a group is no whole number.
 */
export function eachGroup(cells: Int32Array, groups: Groups, visit: (group: number, record: number) => void): void {
  if (groups.length !== cells.length) throw new RangeError(`${cells.length} records but ${groups.length} groups`)
  for (let record = 0; record < cells.length; record++) {
    const group = groups[record]!
    if (!Number.isInteger(group)) throw new RangeError(`record ${record}: group ${group}`)
    if (cells[record]! >= 0) visit(group < 0 ? -1 - record : group, record)
  }
}
