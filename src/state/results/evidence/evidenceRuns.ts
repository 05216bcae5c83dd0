import type { Sample } from '../../../domain/dataset.ts'
import { sameReading } from '../../../domain/prediction.ts'
import { RecentReads } from '../../recentReads.ts'
import { BATCH_RECORDS } from '../batchIntervals.ts'
import type { RunKey, RunSource } from '../metricsService.ts'
import { OpenedRuns } from '../openedRuns.ts'
import type { RunColumns } from '../runColumns.ts'
import type { EvidenceRun, RunSet } from './runSet.ts'

/** Runs read once and kept as columns: without their predictions and probabilities, so that many fit. */
export class EvidenceRuns {
  private readonly source: RunSource
  private readonly opened: OpenedRuns
  private readonly kept = new RecentReads<EvidenceRun>(32)

  constructor(source: RunSource) {
    this.source = source
    this.opened = new OpenedRuns(source)
  }

  /** @throws where the run or its data set is gone, or it cannot be read in that way. */
  open(key: RunKey): Promise<EvidenceRun> {
    const name = JSON.stringify(key)
    return this.kept.get(name) ?? this.kept.keep(name, this.read(key))
  }

  /** The samples of a set, in its order: they are read for the screens alone that look at them. */
  async samples({ members: [leader] }: RunSet): Promise<readonly Sample[]> {
    const { plan, columns, places } = leader!
    const samples = await this.opened.samplesBehind(plan, columns)
    return Array.from(places, (place) => samples[place]!)
  }

  private async read(key: RunKey): Promise<EvidenceRun> {
    const planned = await this.source.readPlan(key.plan)
    const run = planned?.runs.find(({ id }) => id === key.run)
    const opened = run && await this.opened.open(key)
    if (!planned || !run || !opened?.dataset) throw new Error(`run ${key.run} or its data set is not here`)
    if (!opened.readable) throw new UnreadableRun(run.method.name)
    const { plan, runs } = planned
    const { reading } = key
    return {
      plan, runs, run,
      reading,
      exploratory: !sameReading(reading, plan.reading),
      columns: { ...withoutLargeBatch(opened.columns), fields: opened.columns.fields.map((column) => ({ ...column, probabilities: null })) },
    }
  }
}

/** Predictions are kept only of what is read again in every resample. */
function withoutLargeBatch({ batch, ...columns }: RunColumns): RunColumns {
  return batch && (batch.predictions?.length ?? Infinity) <= BATCH_RECORDS ? { ...columns, batch } : columns
}

/** The reading subtracts a prior that this run has none of. */
export class UnreadableRun extends Error {
  readonly method: { readonly zh: string; readonly en: string }

  constructor(method: UnreadableRun['method']) {
    super(`a run by ${method.en} has no such prior`)
    this.name = 'UnreadableRun'
    this.method = method
  }
}
