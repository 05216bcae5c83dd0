import { batchArrays } from './batchIntervals.ts'
import { batchPair, redrawnPair } from './batchPair.ts'
import type { Sample } from '../../domain/dataset.ts'
import type { Prediction } from '../../domain/prediction.ts'
import type { ValueColumn } from '../../domain/sampleColumns.ts'
import type { PredictionCount } from '../../storage/predictedIds.ts'
import type { RunLeft } from '../run/runLeft.ts'
import type { FieldId } from '../../domain/scheme.ts'
import { figureNames } from '../../metrics/classification.ts'
import { discordance, flips } from '../../metrics/comparison.ts'
import type { Counted, RunFigures } from '../../metrics/figures.ts'
import { mcnemar } from '../../metrics/mcnemar.ts'
import { fieldCalibration } from './fieldCalibration.ts'
import { fieldIntervals, pairDifferences } from './fieldIntervals.ts'
import type {
  ComparisonFigures, ConfidenceArrays, LabelArrays, MetricsService, PairArrays, RunHeader, RunKey, RunSource, SampleDetail, SampleRow, SampleRows,
} from './metricsService.ts'
import { ANSWERED, columnOfField, type FieldColumn, isAnswered, type RunColumns, statuses } from './runColumns.ts'
import { confidences, labelArrays, predictedIndex, runFigures } from './runFigures.ts'
import { matching, readsTexts, type RunFilter } from './runFilter.ts'
import { othersOf } from './besideFilter.ts'
import { type OpenedRun, OpenedRuns } from './openedRuns.ts'
import { OtherRuns } from './otherAnswers.ts'
import { type Elsewhere, type FoundOverlaps, OverlapReader } from './overlapReader.ts'
import { type Reread, reread } from './reread.ts'

/** The metrics worker's inside: opened runs as columns, and figures over whatever the filter leaves of them. */
export class MetricsWork implements MetricsService {
  private readonly source: RunSource
  private readonly runs: OpenedRuns
  private readonly others: OtherRuns
  private readonly overlapping: OverlapReader | null
  private readonly whole = new WeakMap<RunColumns, RunFigures>()

  /** @param elsewhere what samples may overlap with is read from there; without it nobody asks for overlaps. */
  constructor(source: RunSource, elsewhere: Elsewhere | null = null) {
    this.source = source
    this.runs = new OpenedRuns(source)
    this.others = new OtherRuns(source)
    this.overlapping = elsewhere && new OverlapReader(source, elsewhere)
  }

  async ahead(planId: string, run: string | null): Promise<void> {
    const opened = await this.runs.ahead(planId, run)
    if (opened) this.wholeFigures(opened.columns)
  }

  async count(runId: string): Promise<PredictionCount> {
    if (!this.source.readCount) throw new Error('this source counts nothing')
    return this.source.readCount(runId)
  }

  async left(planId: string, runId: string): Promise<RunLeft> {
    const planned = await this.source.readPlan(planId)
    const run = planned?.runs.find(({ id }) => id === runId)
    if (!planned || !run || !this.source.readLeft) throw new Error(`no run ${runId} in plan ${planId}`)
    return this.source.readLeft(planned.plan, run)
  }

  async open(key: RunKey): Promise<RunHeader | null> {
    const opened = await this.runs.open(key)
    if (!opened) return null
    const { columns } = opened
    return {
      dataset: opened.dataset,
      samples: columns.ids.length,
      missing: opened.missing,
      hasPriors: opened.hasPriors,
      readable: opened.readable,
      answered: columns.state.filter((state) => state === ANSWERED).length,
      scenes: counted(columns.scenes),
      tiers: counted(columns.tiers),
      milliseconds: columns.milliseconds,
      tokens: columns.tokens,
    }
  }

  async figures(key: RunKey, filter: RunFilter): Promise<RunFigures> {
    const opened = await this.runs.opened(key)
    const { columns } = opened
    const places = await this.passing(key, opened, filter)
    return places.length === columns.ids.length ? this.wholeFigures(columns) : runFigures(columns, places)
  }

  /** Figures over all of a run's samples: they are gone back to after every filter. */
  private wholeFigures(columns: RunColumns): RunFigures {
    const known = this.whole.get(columns)
    if (known) return known
    const figures = runFigures(columns, Int32Array.from(columns.ids, (_, at) => at))
    this.whole.set(columns, figures)
    return figures
  }

  async rows(key: RunKey, filter: RunFilter, from: number, to: number): Promise<SampleRows> {
    const opened = await this.runs.opened(key)
    const { columns, predictions } = opened
    const places = await this.passing(key, opened, filter)
    const column = columnOfField(columns, filter.field)
    const samples = await opened.samples()
    return { total: places.length, from, rows: [...places.subarray(from, to)].map((at) => row(samples[at]!, column, at, predictions.get(columns.ids[at]!))) }
  }

  async sample(key: RunKey, filter: RunFilter, id: string): Promise<SampleDetail | null> {
    const opened = await this.runs.opened(key)
    const { columns } = opened
    const at = columns.ids.indexOf(id)
    if (at < 0) return null
    const sample = (await opened.samples())[at]!
    const places = await this.passing(key, opened, filter)
    const place = places.indexOf(at)
    const prediction = opened.predictions.get(id) ?? null
    const idAt = (position: number): string | null => columns.ids[places[position] ?? -1] ?? null
    return {
      sample,
      prediction,
      answers: prediction && opened.read(prediction),
      place,
      total: places.length,
      previous: place < 0 ? null : idAt(place - 1),
      next: place < 0 ? idAt(0) : idAt(place + 1),
    }
  }

  async labels(key: RunKey, filter: RunFilter, field: FieldId): Promise<LabelArrays> {
    const opened = await this.runs.opened(key)
    const { columns } = opened
    const column = columnOfField(columns, field)
    const asked = (await this.passing(key, opened, filter)).filter((at) => isAnswered(column.status[at]!))
    return { labels: column.field.labels.length, ...labelArrays(column, asked), groups: groupsOf(columns, asked), ...batchArrays(columns, column, asked) }
  }

  async confidences(key: RunKey, filter: RunFilter, field: FieldId): Promise<ConfidenceArrays> {
    const opened = await this.runs.opened(key)
    const { columns } = opened
    const column = columnOfField(columns, field)
    return { ...confidences(column, await this.passing(key, opened, filter), columns.groups), transductive: columns.batch !== undefined }
  }

  async reread(firstKey: RunKey, secondKey: RunKey, filter: RunFilter, field: FieldId): Promise<Reread> {
    const first = await this.runs.opened(firstKey)
    const second = await this.runs.opened(secondKey)
    return reread(first.columns, second.columns, (columns) => columnOfField(columns, field), await this.passing(firstKey, first, filter), first.predictions)
  }

  async pair(first: RunKey, second: RunKey, filter: RunFilter, field: FieldId): Promise<PairArrays> {
    return (await this.paired(first, second, filter, field)).arrays
  }

  async compare(first: RunKey, second: RunKey, filter: RunFilter, field: FieldId): Promise<ComparisonFigures> {
    const { arrays, ids } = await this.paired(first, second, filter, field)
    const table = discordance(arrays)
    const parted = flips(arrays)
    const idsOf = (records: readonly number[]) => records.map((record) => ids[record]!)
    return {
      field,
      records: table.bothRight + table.onlyFirst + table.onlySecond + table.bothWrong,
      discordance: table,
      mcnemar: mcnemar(table),
      independent: !arrays.groups && !arrays.batch,
      lost: idsOf(parted.lost),
      won: idsOf(parted.won),
      otherwiseWrong: idsOf(parted.otherwiseWrong),
    }
  }

  intervals(arrays: LabelArrays) {
    return Promise.resolve(fieldIntervals(arrays))
  }

  calibration(arrays: ConfidenceArrays) {
    return Promise.resolve(fieldCalibration(arrays))
  }

  differences(arrays: PairArrays) {
    return Promise.resolve(pairDifferences(arrays, figureNames, redrawnPair(arrays)))
  }

  async ids(key: RunKey, filter: RunFilter): Promise<readonly string[]> {
    const opened = await this.runs.opened(key)
    return Array.from(await this.passing(key, opened, filter), (at) => opened.columns.ids[at]!)
  }

  async overlaps(key: RunKey, dev: string | undefined, ids: readonly string[] | null): Promise<FoundOverlaps> {
    const opened = await this.runs.opened(key)
    if (!this.overlapping) return { sources: [], bits: null }
    return this.overlapping.found(key, dev, opened.columns.ids, opened.samples, ids)
  }

  /** Positions of the samples that pass; they are read themselves, and other runs, only where the filter looks at them. */
  private async passing(key: RunKey, { columns, samples }: OpenedRun, filter: RunFilter): Promise<Int32Array> {
    const wanted = othersOf(filter)
    const others = wanted.length > 0 ? await this.others.over(columns.ids, key, wanted) : undefined
    const overlaps = filter.overlap !== undefined && this.overlapping ? (await this.overlapping.found(key, filter.dev, columns.ids, samples, null)).bits : undefined
    return matching(columns, filter, readsTexts(filter) ? await samples() : undefined, { ...(others && { others }), ...(overlaps && { overlaps }) })
  }

  /** The records that both runs answered, matched by sample id: the filter is over the first run. */
  private async paired(firstKey: RunKey, secondKey: RunKey, filter: RunFilter, field: FieldId) {
    const [first, second] = await Promise.all([this.runs.opened(firstKey), this.runs.opened(secondKey)])
    const one = columnOfField(first.columns, field)
    const other = columnOfField(second.columns, field)
    const placeInSecond = new Map(second.columns.ids.map((id, at) => [id, at]))
    const places: number[] = []
    const otherPlaces: number[] = []
    for (const at of await this.passing(firstKey, first, filter)) {
      const otherAt = placeInSecond.get(first.columns.ids[at]!)
      if (otherAt === undefined || !isAnswered(one.status[at]!) || !isAnswered(other.status[otherAt]!)) continue
      places.push(at)
      otherPlaces.push(otherAt)
    }
    const arrays: PairArrays = {
      labels: one.field.labels.length,
      gold: Int16Array.from(places, (at) => Math.max(one.gold[at]!, -1)),
      first: Int16Array.from(places, (at) => predictedIndex(one.label[at]!, one.status[at]!)),
      second: Int16Array.from(otherPlaces, (at) => predictedIndex(other.label[at]!, other.status[at]!)),
      groups: groupsOf(first.columns, places),
      ...batchPair(field, [[first.columns, places], [second.columns, otherPlaces]]),
    }
    return { arrays, ids: places.map((at) => first.columns.ids[at]!) }
  }
}

function groupsOf({ groups }: RunColumns, places: ArrayLike<number>): Int32Array | null {
  return groups && Int32Array.from(places, (at) => groups[at]!)
}

function counted({ values, of }: ValueColumn): Counted[] {
  const counts = new Array<number>(values.length).fill(0)
  for (const at of of) if (at >= 0) counts[at]! += 1
  return values.map((value, at) => ({ value, count: counts[at]! }))
}

function row({ id, text }: Sample, { field, gold, label, status, confidence }: FieldColumn, at: number, prediction: Prediction | undefined): SampleRow {
  const said = gold[at]!
  const sure = confidence[at]!
  return {
    id,
    text,
    gold: field.labels[said]?.id ?? null,
    answer: field.labels[label[at]!]?.id ?? null,
    status: statuses[status[at]!]!,
    confidence: Number.isNaN(sure) ? null : sure,
    right: said < 0 || !isAnswered(status[at]!) ? null : said === label[at],
    reason: prediction?.outcome.kind === 'failed' ? prediction.outcome.reason : null,
  }
}
