import type { Random } from '../domain/random.ts'
import type { TableDraws } from './redrawn.ts'
import { type Groups, resampler } from './resampling.ts'

/** One table of whatever cells: where each record counts in it. */
export interface Placing {
  /** Each record's cell, from 0 below `size`; negative for a record that does not count in this table. */
  readonly cells: Int32Array
  readonly size: number
}

/**
 * Tables that are drawn together: records are resampled once for all of them.
 *
 * Records that stand in the same cells of all tables are one pattern, and how often each pattern is drawn is all that is drawn: the same
 * distribution as drawing records, at the cost of the patterns. Tables whose cells go together are added up by way of patterns of their own
 * (blocks), which are fewer. Up to eight resamples are counted at a time, each in bits of its own of one double (three for 52,882 records:
 * 16 bits each); all counts stay whole numbers below 2^53, so nothing is rounded.
 */
export class JointTables implements TableDraws {
  /** What is drawn: records with a place in some table, or groups of them. */
  readonly units: number
  /** Without those that are the same as one before. */
  private readonly placings: readonly Placing[]
  /** Of each table asked for: its place among them. */
  private readonly of: readonly number[]
  private readonly blocks: readonly Block[]
  private readonly draw: ReturnType<typeof resampler>
  /** Records in each pattern. */
  private readonly observed: Float64Array

  /** @throws on tables of different numbers of records, or as `resampler` does. */
  constructor(asked: readonly Placing[], groups?: Groups) {
    const records = asked[0]?.cells.length ?? 0
    for (const { cells } of asked) if (cells.length !== records) throw new RangeError(`tables of ${records} and ${cells.length} records`)
    const { placings, of } = different(asked)
    const taken = new Uint8Array(records)
    for (const { cells } of placings) for (let record = 0; record < records; record++) if (cells[record]! >= 0) taken[record] = 1
    const among = Int32Array.from(taken.keys()).filter((record) => taken[record] === 1)
    const blocks = blocksOf(placings, among)
    let patterns: Numbered = { of: new Int32Array(among.length), count: among.length > 0 ? 1 : 0 }
    for (const block of blocks) patterns = parted(patterns, block.patterns.of, block.patterns.count)
    this.observed = new Float64Array(patterns.count)
    const examples = examplesOf(patterns)
    const cells = new Int32Array(records).fill(-1)
    patterns.of.forEach((pattern, at) => {
      this.observed[pattern]! += 1
      cells[among[at]!] = pattern
    })
    this.placings = placings
    this.of = of
    this.blocks = blocks.map(({ tables, patterns: own }): Block => {
      // a table alone, and a block whose patterns are those of all tables, take them as they are drawn
      const folded = tables.length > 1 && own.count < patterns.count
      const exampleOf = folded ? examplesOf(own).map((at) => among[at]!) : examples.map((at) => among[at]!)
      return {
        size: own.count,
        folds: folded ? examples.map((at) => own.of[at]!) : null,
        tables: tables.map((table) => {
          const { cells } = placings[table]!
          const from = Int32Array.from(exampleOf.keys()).filter((pattern) => cells[exampleOf[pattern]!]! >= 0)
          return { table, from, to: from.map((pattern) => cells[exampleOf[pattern]!]!) }
        }),
      }
    })
    this.draw = resampler(cells, groups)
    this.units = this.draw.units
  }

  /** The tables of all records as they are. */
  whole(): Float64Array[] {
    const sums = this.sums()
    this.add(this.observed, sums)
    return this.of.map((table) => sums[table]!.slice(0, this.placings[table]!.size))
  }

  /** Calls back with the tables of each resample, by number from 0; the next call writes over them. */
  resample(random: Random, resamples: number, visit: (tables: readonly Float64Array[], resample: number) => void): void {
    const { draw, placings } = this
    const bits = Math.floor(Math.log2(Math.max(1, draw.most))) + 1
    const lanes = Math.max(1, Math.min(8, Math.floor(53 / bits)))
    const packed = new Float64Array(this.observed.length)
    const sums = this.sums()
    const tables = placings.map(({ size }) => new Float64Array(size))
    const visited = this.of.map((table) => tables[table]!)
    const occupied = this.occupied()
    for (let first = 0; first < resamples; first += lanes) {
      const taken = Math.min(lanes, resamples - first)
      packed.fill(0)
      for (let lane = 0; lane < taken; lane++) draw.add(packed, random, 2 ** (bits * lane))
      this.add(packed, sums)
      for (let lane = 0; lane < taken; lane++) {
        tables.forEach((table, at) => takeLane(table, sums[at]!, bits, occupied[at]!))
        visit(visited, first + lane)
      }
    }
  }

  /** The cells of each table in which any record stands, in order: the others stay empty in every resample. */
  private occupied(): Int32Array[] {
    const cells = this.placings.map(({ size }) => new Uint8Array(size))
    for (const { tables } of this.blocks) for (const { table, to } of tables) for (const cell of to) cells[table]![cell] = 1
    return cells.map((taken) => Int32Array.from(taken.keys()).filter((cell) => taken[cell] === 1))
  }

  private sums(): Float64Array[] {
    return this.placings.map(({ size }) => new Float64Array(size))
  }

  private add(weights: Float64Array, sums: readonly Float64Array[]): void {
    for (const { size, folds, tables } of this.blocks) {
      let own = weights
      if (folds) {
        own = new Float64Array(size)
        for (let pattern = 0; pattern < weights.length; pattern++) own[folds[pattern]!]! += weights[pattern]!
      }
      for (const { table, from, to } of tables) {
        const sum = sums[table]!
        sum.fill(0)
        for (let entry = 0; entry < from.length; entry++) sum[to[entry]!]! += own[from[entry]!]!
      }
    }
  }
}

/** Screens ask for the same table several times over: for a pair's agreement, and for each of its labels. It is added up once. */
function different(asked: readonly Placing[]): { readonly placings: readonly Placing[]; readonly of: readonly number[] } {
  const placings: Placing[] = []
  const of = asked.map((placing) => {
    const known = placings.findIndex((other) => other.size === placing.size && other.cells.every((cell, record) => cell === placing.cells[record]))
    return known >= 0 ? known : placings.push(placing) - 1
  })
  return { placings, of }
}

/** Tables that are added up by way of common patterns. */
interface Block {
  /** Patterns of the block. */
  readonly size: number
  /** The block's pattern of each pattern of all tables; null where they are the same. */
  readonly folds: Int32Array | null
  /** Each table: the cell that each of the patterns counts in, of those that count in it. */
  readonly tables: readonly { readonly table: number; readonly from: Int32Array; readonly to: Int32Array }[]
}

/** Each record's pattern, as a number below `count`. */
interface Numbered {
  readonly of: Int32Array
  readonly count: number
}

/**
 * Puts each table where it costs least. A table alone takes a step for each record that counts in it; a block one for each record, and one for
 * each of its patterns that counts in each of its tables.
 */
function blocksOf(placings: readonly Placing[], among: Int32Array): readonly TableBlock[] {
  const blocks: TableBlock[] = []
  placings.forEach((placing, table) => {
    const cells = among.map((record) => (placing.cells[record]! < 0 ? placing.size : placing.cells[record]!))
    const alone: TableBlock = { tables: [table], patterns: { of: cells, count: placing.size + 1 }, cost: counted(placing, among) }
    const last = blocks.at(-1)
    const joined = last && joinedTo(last, table, cells, placings, among)
    if (joined && joined.cost <= last.cost + alone.cost) blocks[blocks.length - 1] = joined
    else blocks.push(alone)
  })
  return blocks
}

function joinedTo(last: TableBlock, table: number, cells: Int32Array, placings: readonly Placing[], among: Int32Array): TableBlock {
  const tables = [...last.tables, table]
  const patterns = parted(last.patterns, cells, placings[table]!.size + 1)
  const examples = examplesOf(patterns).map((at) => among[at]!)
  return { tables, patterns, cost: tables.reduce((sum, each) => sum + counted(placings[each]!, examples), among.length) }
}

/** How many of these records count in a table. */
function counted({ cells }: Placing, records: Int32Array): number {
  let count = 0
  for (const record of records) if (cells[record]! >= 0) count++
  return count
}

interface TableBlock {
  readonly tables: readonly number[]
  /** Of a table alone its cells, whether or not a record stands in each. */
  readonly patterns: Numbered
  readonly cost: number
}

/** A place where each pattern stands. */
function examplesOf({ of, count }: Numbered): Int32Array {
  const examples = new Int32Array(count)
  of.forEach((pattern, at) => (examples[pattern] = at))
  return examples
}

/** Takes the lowest lane of each of the cells out, and moves the others down. */
function takeLane(table: Float64Array, sum: Float64Array, bits: number, cells: Int32Array): void {
  const base = 2 ** bits
  for (const cell of cells) {
    const all = sum[cell]!
    if (all === 0) {
      table[cell] = 0
      continue
    }
    const rest = Math.floor(all / base)
    table[cell] = all - rest * base
    sum[cell] = rest
  }
}

/** Patterns parted further by numbers below `size`; numbered in order of appearance. */
function parted(patterns: Numbered, numbers: Int32Array, size: number): Numbered {
  const known = new Map<number, number>()
  const of = new Int32Array(numbers.length)
  for (let at = 0; at < numbers.length; at++) {
    const key = patterns.of[at]! * size + numbers[at]!
    let number = known.get(key)
    if (number === undefined) {
      number = known.size
      known.set(key, number)
    }
    of[at] = number
  }
  return { of, count: known.size }
}
