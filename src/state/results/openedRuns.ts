import type { Sample } from '../../domain/dataset.ts'
import type { Plan } from '../../domain/plan.ts'
import type { Answers, Prediction } from '../../domain/prediction.ts'
import type { RunKey, RunSource } from './metricsService.ts'
import { type RunColumns, runColumns } from './runColumns.ts'

/** A run as the worker holds it. */
export interface OpenedRun {
  readonly dataset: boolean
  /** Of the plan's samples, those that are not here. */
  readonly missing: number
  readonly hasPriors: boolean
  /** False where the reading subtracts a prior that the run's measured answers have none of: then nothing is read. */
  readonly readable: boolean
  /** In plan order; none where the dataset is gone, and fewer than planned where a run file brought only some. */
  readonly samples: readonly Sample[]
  readonly predictions: ReadonlyMap<string, Prediction>
  readonly columns: RunColumns
  readonly read: (prediction: Prediction) => Answers
}

/** Runs read once and kept: the two last ones (a run and the one beside it), each in its newest version. */
export class OpenedRuns {
  private readonly source: RunSource
  private readonly kept = new Map<string, Promise<OpenedRun | null>>()
  private samples: { readonly dataset: string; readonly read: Promise<readonly Sample[]> } | null = null

  constructor(source: RunSource) {
    this.source = source
  }

  /** Null where there is no such run, or its plan is gone. */
  open(key: RunKey): Promise<OpenedRun | null> {
    const name = JSON.stringify([key.plan, key.run, key.reading, key.version])
    const kept = this.kept.get(name)
    if (kept) {
      this.kept.delete(name)
      this.kept.set(name, kept)
      return kept
    }
    const reading = this.read(key)
    this.kept.set(name, reading)
    // what failed, or had nothing to read, is asked again the next time
    const forget = () => this.kept.delete(name)
    reading.then((opened) => opened?.dataset === false && forget(), forget)
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= KEPT) break
      this.kept.delete(oldest)
    }
    return reading
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
    const [samples, predictions, priors] = await Promise.all([
      this.samplesOf(plan),
      this.source.readPredictions(runId),
      this.source.readPriors(runId),
    ])
    const readable = reading.prior === 'none' || priors !== undefined || !predictions.some(({ outcome }) => 'conditionals' in outcome)
    const read = (prediction: Prediction) => this.source.readPrediction(prediction, plan.scheme, run.method, reading, priors)
    return {
      dataset: samples.length > 0,
      missing: plan.sampleIds.length - samples.length,
      hasPriors: priors !== undefined,
      readable,
      samples,
      predictions: new Map(predictions.map((prediction) => [prediction.sampleId, prediction])),
      columns: runColumns(plan.scheme, samples, readable ? predictions : [], read),
      read,
    }
  }

  /** The samples of the last dataset stay: its runs are looked at one after the other, and live ones again and again. */
  private async samplesOf(plan: Plan): Promise<readonly Sample[]> {
    if (this.samples?.dataset !== plan.dataset.id) return planned(plan, await this.readSamples(plan.dataset))
    const kept = planned(plan, await this.samples.read)
    // another file may have brought what is not among them
    const whole = kept.length === plan.sampleIds.length && kept.every(({ text }) => text !== '')
    return whole ? kept : planned(plan, await this.readSamples(plan.dataset))
  }

  private readSamples(dataset: Plan['dataset']): Promise<readonly Sample[]> {
    const read = this.source.readSamples(dataset)
    const samples = { dataset: dataset.id, read }
    this.samples = samples
    read.catch(() => {
      if (this.samples === samples) this.samples = null
    })
    return read
  }
}

function planned({ sampleIds }: Plan, samples: readonly Sample[]): readonly Sample[] {
  const byId = new Map(samples.map((sample) => [sample.id, sample]))
  return sampleIds.flatMap((id) => byId.get(id) ?? [])
}

const KEPT = 2
