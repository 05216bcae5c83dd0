import { checkIndices, columnsFor, type Confusion, type LabelIndices, withMargins } from './confusion.ts'
import type { GainsPart, GainsRun, GainsTask, Strata } from './gains.ts'
import type { BootstrapSettings } from './intervals.ts'
import { drawnCells, tableDraws } from './redrawn.ts'
import type { Groups } from './resampling.ts'

/** The confusion tables of one part and task, as they were last drawn. */
export interface PartTables {
  /** The task's gold, -1 outside of the part. */
  readonly gold: Int16Array
  /** Records that take part. */
  readonly records: number
  /** Independent units among them: themselves, or the groups they come in. */
  readonly units: number
  tableOf(run: GainsRun): Confusion
}

/**
 * Every run's table parted by strata, drawn once for all parts: a part's table is the sum of its strata's, weighted to a mix where it names
 * one. Runs that share their answers (a rule without a model beside several models) share the table, and parts of the same strata do.
 */
export class StrataTables {
  private readonly strata: Strata
  private readonly settings: BootstrapSettings
  private readonly drawn: DrawnTable[] = []
  private readonly made = new Map<string, MadeTable>()
  private draws: ReturnType<typeof tableDraws> | undefined

  constructor(strata: Strata, settings: BootstrapSettings) {
    this.strata = strata
    this.settings = settings
  }

  /** Has a part's tables of a task drawn. @param methods that it compares. @throws on runs that do not fit the task, or a stratum there is none of. */
  part<Metric extends string>({ strata: named, standard, rightOnly = false }: GainsPart<Metric>, task: GainsTask, methods: readonly string[]): PartTables {
    const within = new Uint8Array(this.strata.count + 1)
    for (let stratum = 0; stratum < this.strata.count; stratum++) within[stratum] = (!named || named.includes(stratum)) && (!standard || (standard.of[stratum] ?? -1) >= 0) ? 1 : 0
    // behind the last stratum: records that have none, which only the whole has
    within[this.strata.count] = named || standard ? 0 : 1
    const gold = Int16Array.from(task.gold, (label, record) => (within[this.stratumOf(record)] === 1 ? label : -1))
    const tables = new Map<LabelIndices, MadeTable>()
    const key = JSON.stringify([task.task, named, standard?.of, standard?.mix, rightOnly])
    for (const { method, predicted } of task.runs) {
      if (!methods.includes(method) || tables.has(predicted)) continue
      const place = this.placeOf(task, predicted)
      const known = this.made.get(`${key} ${place}`) ?? new MadeTable({ place, labels: task.labels, within, standard, rightOnly })
      this.made.set(`${key} ${place}`, known)
      tables.set(predicted, known)
    }
    return {
      gold,
      records: gold.reduce((sum, label) => sum + (label >= 0 ? 1 : 0), 0),
      units: unitsAmong(gold, this.settings.groups, this.settings.redrawn?.units),
      tableOf: ({ predicted }) => tables.get(predicted)!.table,
    }
  }

  /** Fills the tables of all parts with all records. */
  whole(): void {
    const { drawn, settings } = this
    const layouts = drawn.map((table) => this.layoutOf(table))
    this.draws = tableDraws((answers) => drawn.map((table, at) => {
      const { numbers, cells } = layouts[at]!
      return { cells: this.cellsOf(table, answers(table.predicted)).map((cell) => (cell < 0 ? -1 : (numbers ? numbers.get(cell)! : cell))), size: cells.length }
    }), settings)
    for (const table of this.made.values()) table.lay(layouts[table.of.place]!.cells)
    this.fill(this.draws.whole())
  }

  /** Fills them with each resample, and calls back. */
  resample(visit: (resample: number) => void): void {
    const { draws, settings } = this
    if (!draws || draws.units < 2) return
    draws.resample(settings.random, settings.resamples, (tables, at) => {
      this.fill(tables)
      visit(at)
      settings.told?.(at + 1)
    })
  }

  private fill(tables: readonly Float64Array[]): void {
    for (const table of this.made.values()) table.fill(tables[table.of.place]!)
  }

  private stratumOf(record: number): number {
    const stratum = this.strata.of[record]
    if (stratum === undefined || stratum >= this.strata.count) throw new RangeError(`record ${record}: stratum ${String(stratum)}`)
    return stratum < 0 ? this.strata.count : stratum
  }

  /** Each record's cell, stratum after stratum; -1 where it is in none. */
  private cellsOf({ labels, gold }: DrawnTable, predicted: LabelIndices): Int32Array {
    const size = labels * columnsFor(labels)
    return drawnCells(labels, gold, predicted).map((cell, record) => (cell < 0 ? -1 : this.stratumOf(record) * size + cell))
  }

  /** The cells that occur, which may be far fewer than there are; all of them where answers are redrawn. */
  private layoutOf(table: DrawnTable): { readonly cells: Int32Array; readonly numbers: ReadonlyMap<number, number> | null } {
    if (this.settings.redrawn) return { cells: Int32Array.from({ length: (this.strata.count + 1) * table.labels * columnsFor(table.labels) }, (_, cell) => cell), numbers: null }
    const cells = Int32Array.from(new Set(this.cellsOf(table, table.predicted).filter((cell) => cell >= 0))).sort()
    return { cells, numbers: new Map(Array.from(cells, (cell, at) => [cell, at])) }
  }

  private placeOf({ labels, gold }: GainsTask, predicted: LabelIndices): number {
    const known = this.drawn.findIndex((table) => table.predicted === predicted && table.gold === gold)
    if (known >= 0) return known
    checkIndices(labels, gold, predicted)
    return this.drawn.push({ labels, gold, predicted }) - 1
  }
}

interface DrawnTable {
  readonly labels: number
  readonly gold: LabelIndices
  readonly predicted: LabelIndices
}

type Mix = { readonly of: readonly number[]; readonly mix: readonly number[] }

interface TableOf {
  /** Which of the drawn tables it is made of. */
  readonly place: number
  readonly labels: number
  /** 1 for the strata that take part. */
  readonly within: Uint8Array
  readonly standard: Mix | undefined
  /** Over a list of one label, right or unparsed: what accuracy knows of answers. */
  readonly rightOnly: boolean
}

/** A part's table of one run's answers. */
class MadeTable {
  readonly of: TableOf
  table: Confusion
  /** Of the drawn cells that take part: which they are, where they count, and the group of their stratum in the mix. */
  private from: Int32Array = new Int32Array(0)
  private to: Int32Array = new Int32Array(0)
  private groups: Int32Array = new Int32Array(0)

  constructor(of: TableOf) {
    this.of = of
    const labels = of.rightOnly ? 1 : of.labels
    this.table = { labels, counts: new Float64Array(labels * columnsFor(labels)), leftOut: 0 }
  }

  /** @param cells what each drawn cell is, stratum after stratum. */
  lay(cells: Int32Array): void {
    const { labels, within, standard, rightOnly } = this.of
    const size = labels * columnsFor(labels)
    const stratum = (cell: number): number => Math.floor(cell / size)
    this.from = Int32Array.from(cells.keys()).filter((at) => within[stratum(cells[at]!)] === 1)
    const own = this.from.map((at) => cells[at]! % size)
    this.to = rightOnly ? own.map((cell) => (cell % columnsFor(labels) === Math.floor(cell / columnsFor(labels)) ? 0 : columnsFor(1) - 1)) : own
    this.groups = standard ? this.from.map((at) => standard.of[stratum(cells[at]!)]!) : new Int32Array(0)
  }

  /** A group of the mix without a record leaves the table empty, and its figures undefined. */
  fill(drawn: Float64Array): void {
    const { from, to, groups, of: { standard } } = this
    const { labels, counts } = this.table
    counts.fill(0)
    if (!standard) for (let at = 0; at < from.length; at++) counts[to[at]!]! += drawn[from[at]!]!
    else {
      const factors = factorsOf(drawn, from, groups, standard)
      if (factors) for (let at = 0; at < from.length; at++) counts[to[at]!]! += factors[groups[at]!]! * drawn[from[at]!]!
    }
    this.table = withMargins({ labels, counts, leftOut: 0 })
  }
}

/** What each group's records count for: mix(group) / share(group). Undefined where a group of the mix has no record. */
function factorsOf(drawn: Float64Array, from: Int32Array, groups: Int32Array, { mix }: Mix): Float64Array | undefined {
  const sums = new Float64Array(mix.length)
  let total = 0
  for (let at = 0; at < from.length; at++) {
    sums[groups[at]!]! += drawn[from[at]!]!
    total += drawn[from[at]!]!
  }
  const all = mix.reduce((sum, share) => sum + share, 0)
  const factors = new Float64Array(mix.length)
  for (let group = 0; group < mix.length; group++) {
    const share = mix[group]! / all
    if (share > 0 && sums[group] === 0) return undefined
    factors[group] = share > 0 ? (share * total) / sums[group]! : 0
  }
  return factors
}

/** @param most 0 where nothing could be drawn. */
function unitsAmong(gold: Int16Array, groups: Groups | undefined, most = Infinity): number {
  const seen = new Set<number>()
  gold.forEach((label, record) => {
    if (label >= 0) seen.add(groups && groups[record]! >= 0 ? groups[record]! : -1 - record)
  })
  return Math.min(most, seen.size)
}
