import { priorsOf } from '../../answer/meanPrior.ts'
import type { MeasuredReader } from '../../answer/measuredReader.ts'
import { hasPriorFor } from '../../answer/readPrediction.ts'
import type { Sample } from '../../domain/dataset.ts'
import type { Plan } from '../../domain/plan.ts'
import type { Answers, Conditional, Outcome, Prediction, PredictionSet, Reading } from '../../domain/prediction.ts'
import { columnsAt, type SampleColumns, sampleColumns } from '../../domain/sampleColumns.ts'
import { RecentReads } from '../recentReads.ts'
import type { RunKey, RunSource } from './metricsService.ts'
import { batchPredictions } from './batchIntervals.ts'
import { ColumnsWriter } from './columnsWriter.ts'
import type { RunColumns } from './runColumns.ts'

/** A run as the worker holds it. */
export interface OpenedRun {
  readonly dataset: boolean
  /** Of the plan's samples, those that are not here. */
  readonly missing: number
  readonly hasPriors: boolean
  /** False where the reading subtracts a prior that the run's measured answers have none of: then nothing is read. */
  readonly readable: boolean
  /** In plan order; none where the dataset is gone, and fewer than planned where a run file brought only some. Read when first asked for: figures do without. */
  readonly samples: () => Promise<readonly Sample[]>
  readonly predictions: PredictionSet
  readonly columns: RunColumns
  readonly read: (prediction: Prediction) => Answers
}

/** What an opened run was made of: a later version of it is made from what has changed since. */
interface Made {
  readonly opened: OpenedRun
  readonly samples: SampleColumns
  readonly priors: readonly Conditional[] | undefined
  readonly writer: ColumnsWriter
}

/** Runs read once and kept: the two last ones (a run and the one beside it), each in its newest version. */
export class OpenedRuns {
  private readonly source: RunSource
  /** By run and reading, whatever the version. */
  private readonly runs = new RecentReads<Made | null>(2)
  private readonly versions = new Map<string, string>()
  private readonly columns = new RecentReads<SampleColumns>(1)
  private readonly samples = new RecentReads<ReadonlyMap<string, Sample>>(1)
  private planned: { readonly plan: string; readonly of: SampleColumns; readonly samples: SampleColumns } | null = null

  constructor(source: RunSource) {
    this.source = source
  }

  /** Null where there is no such run, or its plan is gone. */
  async open(key: RunKey): Promise<OpenedRun | null> {
    return (await this.make(key))?.opened ?? null
  }

  /**
   * Begins to read what will be asked for, so that it is there, or on its way, when it is.
   * @param run of which the plan's own reading is wanted; the plan's first where it is not among its runs; null: only what all of them share.
   * @returns the run, where one was wanted and is here.
   */
  async ahead(planId: string, run: string | null): Promise<OpenedRun | null> {
    const planned = await this.source.readPlan(planId)
    if (!planned) return null
    const { plan, runs } = planned
    const wanted = run === null ? undefined : (runs.find(({ id }) => id === run) ?? runs[0])
    if (wanted && this.source.readVersion) {
      return this.open({ plan: plan.id, run: wanted.id, reading: plan.reading, version: await this.source.readVersion(wanted.id) })
    }
    if (!this.columns.get(plan.dataset.id)) await this.readColumns(plan.dataset)
    return null
  }

  /** @throws where there is none: `open` says so first. */
  async opened(key: RunKey): Promise<OpenedRun> {
    const opened = await this.open(key)
    if (!opened) throw new Error(`no run ${key.run}`)
    return opened
  }

  private make(key: RunKey): Promise<Made | null> {
    const name = nameOf(key)
    const known = this.runs.get(name)
    if (known && this.versions.get(name) === key.version) return known
    this.versions.set(name, key.version)
    // without its data set there is nothing to read yet: it is asked again the next time
    return this.runs.keep(name, this.read(key, known), (made) => made?.opened.dataset !== false)
  }

  private async read({ plan: planId, run: runId, reading }: RunKey, earlier: Promise<Made | null> | undefined): Promise<Made | null> {
    const planned = await this.source.readPlan(planId)
    const run = planned?.runs.find(({ id }) => id === runId)
    if (!planned || !run) return null
    const { plan } = planned
    const before = (await earlier?.catch(() => null)) ?? null
    const [samples, predictions, kept] = await Promise.all([
      this.columnsOf(plan),
      this.predictionsOf(runId, before?.opened.predictions),
      this.source.readPriors(runId),
    ])
    const priors = priorsOf(reading, kept, reading.prior === 'batch' ? [...predictions.values()] : [], plan.sampleIds)
    const readable = hasPriorFor(reading, priors) || !hasMeasured(predictions)
    const read = (prediction: Prediction) => this.source.readPrediction(prediction, plan.scheme, run.method, reading, priors)
    const goesOn = readable && before !== null && before.samples === samples && before.opened.readable && samePriors(reading, before.priors, priors) && predictions.follows?.(before.opened.predictions) === true
    const writer = new ColumnsWriter(plan.scheme, samples, goesOn ? before.writer : undefined)
    if (readable) {
      const readers = new Map<Outcome['kind'], MeasuredReader | null>()
      writeAll(writer, predictions, goesOn ? before.opened.predictions : undefined, read, (kind) => {
        let reader = readers.get(kind)
        if (reader === undefined) readers.set(kind, (reader = this.source.measuredReader?.(kind, plan.scheme, run.method, reading, priors) ?? null))
        return reader
      })
    }
    const batch = reading.prior === 'batch' && readable && { scheme: plan.scheme, method: run.method, reading, predictions: batchPredictions(samples.ids.map((id) => predictions.get(id) ?? null)) }
    const opened: OpenedRun = {
      dataset: samples.ids.length > 0,
      missing: plan.sampleIds.length - samples.ids.length,
      hasPriors: kept?.some(({ pool }) => pool === undefined) === true,
      readable,
      samples: () => this.samplesOf(plan, samples),
      predictions,
      columns: { ...writer.columns(), ...(batch && { batch }) },
      read,
    }
    return { opened, samples, priors, writer }
  }

  private async predictionsOf(runId: string, before: PredictionSet | undefined): Promise<PredictionSet> {
    if (this.source.readPredictionSet) return this.source.readPredictionSet(runId, before)
    return new Map((await this.source.readPredictions(runId)).map((prediction) => [prediction.sampleId, prediction]))
  }

  /** The columns of the last dataset stay: its runs are looked at one after the other, and live ones again and again. */
  private async columnsOf(plan: Plan): Promise<SampleColumns> {
    const known = this.columns.get(plan.dataset.id)
    if (!known) return this.plannedOf(plan, await this.readColumns(plan.dataset))
    const kept = this.plannedOf(plan, await known)
    // another file may have brought what is not among them
    const whole = kept.ids.length === plan.sampleIds.length && kept.written.every((here) => here === 1)
    return whole ? kept : this.plannedOf(plan, await this.readColumns(plan.dataset))
  }

  /** The samples of a plan, in its order; the same object for the same ones. */
  private plannedOf(plan: Plan, of: SampleColumns): SampleColumns {
    if (this.planned?.plan !== plan.id || this.planned.of !== of) this.planned = { plan: plan.id, of, samples: planned(plan, of) }
    return this.planned.samples
  }

  private readColumns(dataset: Plan['dataset']): Promise<SampleColumns> {
    const { source } = this
    return this.columns.keep(dataset.id, source.readSampleColumns ? source.readSampleColumns(dataset) : source.readSamples(dataset).then(sampleColumns))
  }

  /** The samples of a run that was opened, for whoever kept no more of it than its columns. */
  async samplesBehind(plan: Plan, { ids }: Pick<RunColumns, 'ids'>): Promise<readonly Sample[]> {
    const samples = await this.columnsOf(plan)
    const same = samples.ids.length === ids.length && samples.ids.every((id, at) => id === ids[at])
    if (!same) throw new Error(`the samples of ${plan.dataset.name} changed`)
    return this.samplesOf(plan, samples)
  }

  /** The samples that columns were made of, in their order. Those of the last dataset stay, until one is wanted that is not among them. */
  private async samplesOf({ dataset }: Plan, { ids, written }: SampleColumns): Promise<readonly Sample[]> {
    const kept = await this.samples.get(dataset.id)
    const whole = kept && ids.every((id, at) => (kept.get(id)?.text ?? '') !== '' || (kept.has(id) && written[at] === 0))
    const byId = whole ? kept : await this.readSamples(dataset)
    return ids.map((id) => {
      const sample = byId.get(id)
      if (!sample) throw new Error(`sample ${id} of ${dataset.name} is no longer here`)
      return sample
    })
  }

  private readSamples(dataset: Plan['dataset']): Promise<ReadonlyMap<string, Sample>> {
    return this.samples.keep(dataset.id, this.source.readSamples(dataset).then((all) => new Map(all.map((sample) => [sample.id, sample]))))
  }
}

function hasMeasured(predictions: PredictionSet): boolean {
  for (const { outcome } of predictions.values()) if ('conditionals' in outcome) return true
  return false
}

/** Writes predictions, or of a later state what may have changed, where they are kept side by side without an object for each. */
function writeAll(
  writer: ColumnsWriter, predictions: PredictionSet, before: PredictionSet | undefined, read: (prediction: Prediction) => Answers, readerOf: (kind: Outcome['kind']) => MeasuredReader | null,
): void {
  const write = (at: number, prediction: Prediction): void => writer.write(at, prediction, read(prediction))
  if (!predictions.visit) {
    for (const prediction of predictions.values()) {
      const at = writer.placeOf(prediction.sampleId)
      if (at !== undefined) write(at, prediction)
    }
    return
  }
  predictions.visit((block, place) => {
    const at = writer.placeOf(block.ids[place]!)
    if (at === undefined) return
    const reader = readerOf(block.kind(place))
    if (reader?.read(block, place)) writer.writeMeasured(at, block, place, reader)
    else write(at, block.at(place))
  }, before)
}

/** Whether a reading comes to the same with one list of priors as with the other. */
function samePriors({ prior }: Reading, one: readonly Conditional[] | undefined, other: readonly Conditional[] | undefined): boolean {
  if (prior === 'none') return true
  const text = (priors: readonly Conditional[] | undefined): string => JSON.stringify(priors?.map(({ field, given, logProbabilities, pool }) => [field, given, [...logProbabilities], pool]))
  return prior !== 'batch' && text(one) === text(other)
}

/** A run under a reading, in whatever version. */
function nameOf({ plan, run, reading: { prior, pool, rule, later, parser } }: RunKey): string {
  return JSON.stringify([plan, run, prior, pool, rule, later, parser])
}

function planned({ sampleIds }: Plan, samples: SampleColumns): SampleColumns {
  const placeOf = new Map<string, number>()
  for (let at = 0; at < samples.ids.length; at++) placeOf.set(samples.ids[at]!, at)
  const places = new Int32Array(sampleIds.length)
  let here = 0
  for (const id of sampleIds) {
    const place = placeOf.get(id)
    if (place !== undefined) places[here++] = place
  }
  return columnsAt(samples, places.subarray(0, here))
}
