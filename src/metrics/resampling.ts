import type { Random } from '../domain/random.ts'
import { drawBinomial } from './binomial.ts'

/** Draws units again, with replacement and as many as there are, and adds up their cells. */
export interface Resampler {
  /** What is drawn: records, or whole groups of them. */
  readonly units: number
  /** The most records that one draw can hold; with groups more than there are. */
  readonly most: number
  /** Overwrites `counts` (one for each cell) with those of a new draw. */
  fill(counts: Float64Array, random: Random): void
  /** Adds a new draw to `counts`, each record as `weight`. */
  add(counts: Float64Array, random: Random, weight: number): void
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
 * @throws as `eachGroup` does. Source: Efron (1979); of groups: Davison and Hinkley (1997), section 3.8.
 */
export function resampler(cells: Int32Array, groups?: Groups): Resampler {
  if (groups) return groupResampler(cells, groups)
  const drawn = cells.filter((cell) => cell >= 0)
  const tally = new Map<number, number>()
  for (const cell of drawn) tally.set(cell, (tally.get(cell) ?? 0) + 1)
  return tally.size * BINOMIAL_COST < drawn.length ? cellResampler(tally, drawn.length) : mixedResampler(tally, drawn)
}

/** A binomial takes about as long as so many records drawn one by one (measured): a cell of more records is drawn by it. */
const BINOMIAL_COST = 25

/** Common cells by binomials, and what they leave of the draw record by record among the others. */
function mixedResampler(tally: ReadonlyMap<number, number>, cells: Int32Array): Resampler {
  const units = cells.length
  const common = commonestFirst(tally).filter(([, count]) => count > BINOMIAL_COST)
  const rare = cells.filter((cell) => tally.get(cell)! <= BINOMIAL_COST)
  return filling({
    units,
    most: units,
    add(counts, random, weight) {
      const records = addCells(common, units, counts, random, weight)
      for (let drawn = 0; drawn < records; drawn++) counts[rare[random.integer(rare.length)]!]! += weight
    },
  })
}

/** Multinomial as a chain of binomials, commonest cell first so that the chain often ends early. */
function cellResampler(tally: ReadonlyMap<number, number>, units: number): Resampler {
  const cells = commonestFirst(tally)
  return filling({
    units,
    most: units,
    add(counts, random, weight) {
      addCells(cells, units, counts, random, weight)
    },
  })
}

type CellCount = readonly [cell: number, count: number]

function commonestFirst(tally: ReadonlyMap<number, number>): CellCount[] {
  return [...tally].sort((one, other) => other[1] - one[1] || one[0] - other[0])
}

/** Draws the counts of these cells when so many records are drawn from as many. @returns how many fell to other cells. */
function addCells(cells: readonly CellCount[], units: number, counts: Float64Array, random: Random, weight: number): number {
  let records = units
  let share = units
  for (const [cell, count] of cells) {
    if (records === 0) return 0
    const drawn = count === share ? records : drawBinomial(random, records, count / share)
    counts[cell]! += weight * drawn
    records -= drawn
    share -= count
  }
  return records
}

function groupResampler(cells: Int32Array, groups: Groups): Resampler {
  const members = membersOf(cells, groups)
  return filling({
    units: members.length,
    most: members.length * members.reduce((most, { length }) => Math.max(most, length), 0),
    add(counts, random, weight) {
      for (let drawn = 0; drawn < members.length; drawn++) {
        for (const cell of members[random.integer(members.length)]!) counts[cell]! += weight
      }
    },
  })
}

function filling(resampler: Omit<Resampler, 'fill'>): Resampler {
  return {
    ...resampler,
    fill(counts, random) {
      counts.fill(0)
      resampler.add(counts, random, 1)
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
