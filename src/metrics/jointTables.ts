import type { Random } from '../domain/random.ts'
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
 * distribution as drawing records, at the cost of the patterns. Up to eight resamples are counted at a time, each in bits of its own of one
 * double (three for 52,882 records: 16 bits each); all counts stay whole numbers below 2^53, so nothing is rounded.
 */
export class JointTables {
  /** What is drawn: records with a place in some table, or groups of them. */
  readonly units: number
  private readonly placings: readonly Placing[]
  /** For each table, each pattern's cell; records that do not count go to a cell behind the last. */
  private readonly places: readonly Int32Array[]
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
    let patterns = new Int32Array(among.length)
    for (const placing of placings) patterns = refined(patterns, among, placing)
    const count = patterns.reduce((most, pattern) => Math.max(most, pattern + 1), 0)
    this.observed = new Float64Array(count)
    const examples = new Int32Array(count)
    const cells = new Int32Array(records).fill(-1)
    patterns.forEach((pattern, at) => {
      this.observed[pattern]! += 1
      examples[pattern] = among[at]!
      cells[among[at]!] = pattern
    })
    const places = placings.map((placing) => examples.map((record) => (placing.cells[record]! < 0 ? placing.size : placing.cells[record]!)))
    this.placings = placings
    this.places = places
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
    this.places.forEach((places, table) => {
      const sum = sums[table]!
      sum.fill(0)
      for (let pattern = 0; pattern < weights.length; pattern++) sum[places[pattern]!]! += weights[pattern]!
    })
  }
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

/** The patterns of these records parted further by a table's cells, numbered in order of appearance. */
function refined(patterns: Int32Array, among: Int32Array, { cells, size }: Placing): Int32Array<ArrayBuffer> {
  const numbers = new Map<number, number>()
  const parted = new Int32Array(patterns.length)
  for (let at = 0; at < patterns.length; at++) {
    const cell = cells[among[at]!]!
    const key = patterns[at]! * (size + 1) + (cell < 0 ? size : cell)
    let number = numbers.get(key)
    if (number === undefined) {
      number = numbers.size
      numbers.set(key, number)
    }
    parted[at] = number
  }
  return parted
}
