import type { Plan, Run } from '../../domain/plan.ts'
import { PredictedIds, type PredictionCount } from '../../storage/predictedIds.ts'
import { RecentReads } from '../recentReads.ts'
import { type RunLeft, runLeft } from '../run/runLeft.ts'

/** How far runs are, in the metrics worker: of those looked at last, what was counted once is not read again. */
export class RunCounts {
  private readonly kept = new RecentReads<PredictedIds>(12)

  async count(runId: string): Promise<PredictionCount> {
    return (await this.of(runId)).count()
  }

  async left(plan: Plan, run: Run): Promise<RunLeft> {
    return runLeft(plan, run, await this.of(run.id))
  }

  private async of(runId: string): Promise<PredictedIds> {
    const ids = await (this.kept.get(runId) ?? this.kept.keep(runId, Promise.resolve(new PredictedIds(runId))))
    await ids.look()
    return ids
  }
}
