import { priorsOf } from '../../answer/meanPrior.ts'
import { hasPriorFor } from '../../answer/readPrediction.ts'
import type { Sample } from '../../domain/dataset.ts'
import type { Plan } from '../../domain/plan.ts'
import type { Answers, Prediction, PredictionSet } from '../../domain/prediction.ts'
import { columnsAt, type SampleColumns, sampleColumns } from '../../domain/sampleColumns.ts'
import { RecentReads } from '../recentReads.ts'
import type { RunKey, RunSource } from './metricsService.ts'
import { columnsOfRun, type RunColumns } from './runColumns.ts'

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

/** Runs read once and kept: the two last ones (a run and the one beside it), each in its newest version. */
export class OpenedRuns {
  private readonly source: RunSource
  private readonly runs = new RecentReads<OpenedRun | null>(2)
  private readonly columns = new RecentReads<SampleColumns>(1)
  private readonly samples = new RecentReads<ReadonlyMap<string, Sample>>(1)

  constructor(source: RunSource) {
    this.source = source
  }

  /** Null where there is no such run, or its plan is gone. */
  open(key: RunKey): Promise<OpenedRun | null> {
    const name = JSON.stringify([key.plan, key.run, key.reading, key.version])
    // without its data set there is nothing to read yet: it is asked again the next time
    return this.runs.get(name) ?? this.runs.keep(name, this.read(key), (opened) => opened?.dataset !== false)
  }

  /** Begins to read what all runs of a plan share, so that it is there, or on its way, when one is opened. */
  async ahead(planId: string): Promise<void> {
    const planned = await this.source.readPlan(planId)
    if (planned && !this.columns.get(planned.plan.dataset.id)) await this.readColumns(planned.plan.dataset)
  }

  /** @throws where there is none: `open` says so first. */
  async opened(key: RunKey): Promise<OpenedRun> {
    const opened = await this.open(key)
    if (!opened) throw new Error(`no run ${key.run}`)
    return opened
  }

  private async read({ plan: planId, run: runId, reading }: RunKey): Promise<OpenedRun | null> {
    const planned = await this.source.readPlan(planId)
    const run = planned?.runs.find(({ id }) => id === runId)
    if (!planned || !run) return null
    const { plan } = planned
    const [known, predictions, kept] = await Promise.all([
      this.columnsOf(plan),
      this.predictionsOf(runId),
      this.source.readPriors(runId),
    ])
    const priors = priorsOf(reading, kept, reading.prior === 'batch' ? [...predictions.values()] : [], plan.sampleIds)
    const readable = hasPriorFor(reading, priors) || !hasMeasured(predictions)
    const read = (prediction: Prediction) => this.source.readPrediction(prediction, plan.scheme, run.method, reading, priors)
    const batch = reading.prior === 'batch' && readable && { scheme: plan.scheme, method: run.method, reading, predictions: known.ids.map((id) => predictions.get(id) ?? null) }
    return {
      dataset: known.ids.length > 0,
      missing: plan.sampleIds.length - known.ids.length,
      hasPriors: kept?.some(({ pool }) => pool === undefined) === true,
      readable,
      samples: () => this.samplesOf(plan, known),
      predictions,
      columns: { ...columnsOfRun(plan.scheme, known, readable ? predictions.values() : [], read), ...(batch && { batch }) },
      read,
    }
  }

  private async predictionsOf(runId: string): Promise<PredictionSet> {
    if (this.source.readPredictionSet) return this.source.readPredictionSet(runId)
    return new Map((await this.source.readPredictions(runId)).map((prediction) => [prediction.sampleId, prediction]))
  }

  /** The columns of the last dataset stay: its runs are looked at one after the other, and live ones again and again. */
  private async columnsOf(plan: Plan): Promise<SampleColumns> {
    const known = this.columns.get(plan.dataset.id)
    if (!known) return planned(plan, await this.readColumns(plan.dataset))
    const kept = planned(plan, await known)
    // another file may have brought what is not among them
    const whole = kept.ids.length === plan.sampleIds.length && kept.written.every((here) => here === 1)
    return whole ? kept : planned(plan, await this.readColumns(plan.dataset))
  }

  private readColumns(dataset: Plan['dataset']): Promise<SampleColumns> {
    const { source } = this
    return this.columns.keep(dataset.id, source.readSampleColumns ? source.readSampleColumns(dataset) : source.readSamples(dataset).then(sampleColumns))
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

function planned({ sampleIds }: Plan, samples: SampleColumns): SampleColumns {
  const places = new Map(samples.ids.map((id, at) => [id, at]))
  return columnsAt(samples, Int32Array.from(sampleIds.flatMap((id) => places.get(id) ?? [])))
}
