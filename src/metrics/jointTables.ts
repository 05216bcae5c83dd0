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
  private readonly placings: readonly Placing[]
  private readonly blocks: readonly Block[]
  private readonly draw: ReturnType<typeof resampler>
  /** Records in each pattern. */
  private readonly observed: Float64Array

  /** @throws on tables of different numbers of records, or as `resampler` does. */
  constructor(placings: readonly Placing[], groups?: Groups) {
    const records = placings[0]?.cells.length ?? 0
    for (const { cells } of placings) if (cells.length !== records) throw new RangeError(`tables of ${records} and ${cells.length} records`)
    const taken = new Uint8Array(records)
    for (const { cells } of placings) for (let record = 0; record < records; record++) if (cells[record]! >= 0) taken[record] = 1
    const among = Int32Array.from(taken.keys()).filter((record) => taken[record] === 1)
    const blocks = blocksOf(placings, among)
    let patterns: Numbered = { of: new Int32Array(among.length), count: among.length > 0 ? 1 : 0 }
    for (const block of blocks) patterns = parted(patterns, block.patterns.of, block.patterns.count)
    this.observed = new Float64Array(patterns.count)
    const examples = new Int32Array(patterns.count)
    const cells = new Int32Array(records).fill(-1)
    patterns.of.forEach((pattern, at) => {
      this.observed[pattern]! += 1
      examples[pattern] = at
      cells[among[at]!] = pattern
    })
    this.placings = placings
    this.blocks = blocks.map(({ tables, patterns: own }): Block => {
      const exampleOf = new Int32Array(own.count)
      own.of.forEach((pattern, at) => (exampleOf[pattern] = among[at]!))
      return {
        size: own.count,
        folds: own.count < patterns.count ? examples.map((at) => own.of[at]!) : null,
        tables: tables.map((table) => {
          const placing = placings[table]!
          // without folds the block's patterns are those of all tables, in their order
          const from = own.count < patterns.count ? exampleOf : examples.map((at) => among[at]!)
          return { table, places: from.map((record) => (placing.cells[record]! < 0 ? placing.size : placing.cells[record]!)) }
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
    return sums.map((sum, table) => sum.slice(0, this.placings[table]!.size))
  }

  /** Calls back with the tables of each resample, by number from 0; the next call writes over them. */
  resample(random: Random, resamples: number, visit: (tables: readonly Float64Array[], resample: number) => void): void {
    const { draw, placings } = this
    const bits = Math.floor(Math.log2(Math.max(1, draw.most))) + 1
    const lanes = Math.max(1, Math.min(8, Math.floor(53 / bits)))
    const drawn = new Float64Array(this.observed.length)
    const packed = new Float64Array(this.observed.length)
    const sums = this.sums()
    const tables = placings.map(({ size }) => new Float64Array(size))
    for (let first = 0; first < resamples; first += lanes) {
      const taken = Math.min(lanes, resamples - first)
      packed.fill(0)
      for (let lane = 0; lane < taken; lane++) {
        draw.fill(drawn, random)
        const scale = 2 ** (bits * lane)
        for (let pattern = 0; pattern < drawn.length; pattern++) packed[pattern]! += scale * drawn[pattern]!
      }
      this.add(packed, sums)
      for (let lane = 0; lane < taken; lane++) {
        tables.forEach((table, at) => takeLane(table, sums[at]!, bits))
        visit(tables, first + lane)
      }
    }
  }

  private sums(): Float64Array[] {
    return this.placings.map(({ size }) => new Float64Array(size + 1))
  }

  private add(weights: Float64Array, sums: readonly Float64Array[]): void {
    for (const { size, folds, tables } of this.blocks) {
      let own = weights
      if (folds) {
        own = new Float64Array(size)
        for (let pattern = 0; pattern < weights.length; pattern++) own[folds[pattern]!]! += weights[pattern]!
      }
      for (const { table, places } of tables) {
        const sum = sums[table]!
        sum.fill(0)
        for (let pattern = 0; pattern < own.length; pattern++) sum[places[pattern]!]! += own[pattern]!
      }
    }
  }
}

/** Tables that are added up by way of common patterns. */
interface Block {
  /** Patterns of the block. */
  readonly size: number
  /** The block's pattern of each pattern of all tables; null where they are the same. */
  readonly folds: Int32Array | null
  /** Each table with the cell of each of the block's patterns; records that do not count go to a cell behind the last. */
  readonly tables: readonly { readonly table: number; readonly places: Int32Array }[]
}

/** Patterns, numbered in order of appearance. */
interface Numbered {
  readonly of: Int32Array
  readonly count: number
}

/** Puts each table where it costs least: a block takes a step for each record, and one for each of its patterns and tables. */
function blocksOf(placings: readonly Placing[], among: Int32Array): { readonly tables: readonly number[]; readonly patterns: Numbered }[] {
  const blocks: { tables: number[]; patterns: Numbered }[] = []
  placings.forEach((placing, table) => {
    const cells = among.map((record) => (placing.cells[record]! < 0 ? placing.size : placing.cells[record]!))
    const last = blocks.at(-1)
    const joined = last && parted(last.patterns, cells, placing.size + 1)
    const alone = parted({ of: new Int32Array(among.length), count: 1 }, cells, placing.size + 1)
    if (last && joined && joined.count * (last.tables.length + 1) - last.patterns.count * last.tables.length <= among.length + alone.count) {
      last.tables.push(table)
      last.patterns = joined
    } else blocks.push({ tables: [table], patterns: alone })
  })
  return blocks
}

/** Takes the lowest lane of each cell out, and moves the others down. */
function takeLane(table: Float64Array, sum: Float64Array, bits: number): void {
  const base = 2 ** bits
  for (let cell = 0; cell < table.length; cell++) {
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

/** Patterns parted further by numbers below `size`. */
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
