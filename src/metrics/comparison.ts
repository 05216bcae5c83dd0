import { checkIndices, columnOf, columnsFor, type Confusion, type LabelIndices, type Statistic, withMargins } from './confusion.ts'
import {
  basicInterval,
  type BootstrapOptions,
  type BootstrapSettings,
  bootstrapSettings,
  type Interval,
  recordOf,
} from './intervals.ts'
import type { Discordance } from './mcnemar.ts'
import { drawnCells, tableDraws } from './redrawn.ts'
import { resampler } from './resampling.ts'

/** Two runs over the same records, in the same order; records whose gold is -1 take no part. */
export interface Pair {
  readonly labels: number
  readonly gold: LabelIndices
  readonly first: LabelIndices
  readonly second: LabelIndices
}

/** The records on which two runs part, in order. */
export interface Flips {
  /** Right in the first run, wrong in the second. */
  readonly lost: readonly number[]
  /** Wrong in the first run, right in the second. */
  readonly won: readonly number[]
  /** Wrong in both, in different ways. */
  readonly otherwiseWrong: readonly number[]
}

/** The records that flipped from one run to the other, both ways; those without gold are in none of the lists. @throws as `confusion` does. */
export function flips(pair: Pair): Flips {
  checkPair(pair)
  const lost: number[] = []
  const won: number[] = []
  const otherwiseWrong: number[] = []
  for (let record = 0; record < pair.gold.length; record++) {
    const gold = pair.gold[record]!
    const first = pair.first[record]!
    const second = pair.second[record]!
    if (gold < 0 || first === second) continue
    if (first === gold) lost.push(record)
    else if (second === gold) won.push(record)
    else otherwiseWrong.push(record)
  }
  return { lost, won, otherwiseWrong }
}

/** The 2 x 2 table of right and wrong answers that McNemar's test is made of, over the records with gold; all 0 without any. @throws as `confusion` does. */
export function discordance(pair: Pair): Discordance {
  checkPair(pair)
  const tally = { bothRight: 0, onlyFirst: 0, onlySecond: 0, bothWrong: 0 }
  for (let record = 0; record < pair.gold.length; record++) {
    const gold = pair.gold[record]!
    if (gold < 0) continue
    const first = pair.first[record] === gold
    const second = pair.second[record] === gold
    if (first) tally[second ? 'bothRight' : 'onlyFirst']++
    else tally[second ? 'onlySecond' : 'bothWrong']++
  }
  return tally
}

/** A figure of the second run minus that of the first. */
export interface Difference {
  readonly first: number
  readonly second: number
  /** second - first. */
  readonly difference: number
  /** Undefined as `basicInterval` says; as `pairedFigures` shows it, accuracy of ungrouped records always has one. */
  readonly interval: Interval | undefined
}

/**
 * Differences between two runs with paired basic bootstrap intervals: a resample draws records (or groups), each with
 * both of its answers, and all figures come from the same resamples.
 *
 * difference = statistic(second) - statistic(first), -1 to 1 (or as `range` says); undefined where either run's figure is; its interval as
 * `basicInterval` says (formula, coverage, source), on the scale of the difference.
 */
export function differences<Name extends string>(
  pair: Pair,
  statistics: Readonly<Record<Name, Statistic>>,
  options: BootstrapOptions,
): Record<Name, Difference | undefined> {
  const settings = bootstrapSettings(options, [-1, 1])
  if (settings.redrawn) return redrawnDifferences(pair, statistics, settings)
  const joint = new JointCells(pair)
  const draw = resampler(joint.cells, settings.groups)
  const names = Object.keys(statistics) as Name[]
  const replicates = names.map(() => new Float64Array(settings.resamples))
  const counts = new Float64Array(joint.size)
  if (draw.units > 1) {
    for (let at = 0; at < settings.resamples; at++) {
      draw.fill(counts, settings.random)
      const tables = joint.tables(counts)
      const first = withMargins(tables[0])
      const second = withMargins(tables[1])
      for (let column = 0; column < names.length; column++) {
        const statistic = statistics[names[column]!]
        replicates[column]![at] = (statistic(second) ?? NaN) - (statistic(first) ?? NaN)
      }
    }
  }
  const [firstTable, secondTable] = joint.tables(joint.observed())
  return recordOf(names, (name, column) => {
    const first = statistics[name](firstTable)
    const second = statistics[name](secondTable)
    if (first === undefined || second === undefined) return undefined
    const difference = second - first
    return { first, second, difference, interval: basicInterval(difference, replicates[column]!, draw.units, settings) }
  })
}

/** The same over answers that change with what is drawn. */
function redrawnDifferences<Name extends string>({ labels, gold, first, second }: Pair, statistics: Readonly<Record<Name, Statistic>>, settings: BootstrapSettings): Record<Name, Difference | undefined> {
  const size = labels * columnsFor(labels)
  const draws = tableDraws((answers) => [first, second].map((run) => ({ cells: drawnCells(labels, gold, answers(run)), size })), settings)
  const names = Object.keys(statistics) as Name[]
  const replicates = names.map(() => new Float64Array(settings.resamples))
  const figures = (name: Name, tables: readonly Float64Array[]) => tables.map((counts) => statistics[name]({ labels, counts, leftOut: 0 })) as [number | undefined, number | undefined]
  if (draws.units > 1) {
    draws.resample(settings.random, settings.resamples, (tables, at) => {
      names.forEach((name, column) => {
        const [from, to] = figures(name, tables)
        replicates[column]![at] = (to ?? NaN) - (from ?? NaN)
      })
    })
  }
  const whole = draws.whole()
  return recordOf(names, (name, column) => {
    const [from, to] = figures(name, whole)
    if (from === undefined || to === undefined) return undefined
    return { first: from, second: to, difference: to - from, interval: basicInterval(to - from, replicates[column]!, draws.units, settings) }
  })
}

/** @throws where the runs' records or indices do not fit. */
function checkPair({ labels, gold, first, second }: Pair): void {
  checkIndices(labels, gold, first)
  checkIndices(labels, gold, second)
}

/** The (gold, first answer, second answer) triples that occur, numbered in order of appearance. */
export class JointCells {
  /** Each record's cell, -1 where the record takes no part. */
  readonly cells: Int32Array
  private readonly triples: Int32Array
  private readonly first: Confusion
  private readonly second: Confusion

  constructor(pair: Pair) {
    checkPair(pair)
    const { labels, gold } = pair
    const columns = columnsFor(labels)
    const numbers = new Map<number, number>()
    const triples: number[] = []
    let leftOut = 0
    this.cells = new Int32Array(gold.length)
    for (let record = 0; record < gold.length; record++) {
      const row = gold[record]!
      if (row < 0) {
        leftOut++
        this.cells[record] = -1
        continue
      }
      const first = row * columns + columnOf(labels, pair.first[record]!)
      const second = row * columns + columnOf(labels, pair.second[record]!)
      const key = first * columns + (second - row * columns)
      const number = numbers.get(key) ?? numbers.size
      if (number === numbers.size) {
        numbers.set(key, number)
        triples.push(first, second)
      }
      this.cells[record] = number
    }
    this.triples = Int32Array.from(triples)
    this.first = { labels, counts: new Float64Array(labels * columns), leftOut }
    this.second = { labels, counts: new Float64Array(labels * columns), leftOut }
  }

  get size(): number {
    return this.triples.length / 2
  }

  /** Where a cell counts in the first run's table and in the second's. */
  positions(cell: number): readonly [first: number, second: number] {
    return [this.triples[2 * cell]!, this.triples[2 * cell + 1]!]
  }

  /** How many records stand in each cell. */
  observed(): Float64Array {
    const counts = new Float64Array(this.size)
    for (const cell of this.cells) if (cell >= 0) counts[cell]! += 1
    return counts
  }

  /** Both runs' tables for these counts of cells; the next call writes over them. */
  tables(counts: Float64Array): readonly [first: Confusion, second: Confusion] {
    this.first.counts.fill(0)
    this.second.counts.fill(0)
    for (let cell = 0; cell < counts.length; cell++) {
      this.first.counts[this.triples[2 * cell]!]! += counts[cell]!
      this.second.counts[this.triples[2 * cell + 1]!]! += counts[cell]!
    }
    return [this.first, this.second]
  }
}
