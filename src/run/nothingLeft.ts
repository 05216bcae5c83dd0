import { priorsOf } from '../answer/meanPrior.ts'
import { hasPriorFor } from '../answer/readPrediction.ts'
import type { Plan, Run } from '../domain/plan.ts'
import type { Conditional, Prediction } from '../domain/prediction.ts'
import { answerTree } from '../prompt/answerTree.ts'
import { sentinelGiven } from '../prompt/messages.ts'
import { isWholePrior } from './contentFree.ts'
import { leavesThePath, openPath } from './followUp.ts'

/** What of a run is there already. */
export interface KeptRun {
  readonly done: { has(sampleId: string): boolean }
  readonly priors: readonly Conditional[] | undefined
  /** Read only where the plan's reading may need more than what was asked for another plan. */
  predictions(): Promise<readonly Prediction[]>
}

/** Whether a run has all that its plan's reading needs: no model has to be loaded for it. Failed samples are not asked again by themselves. */
export async function nothingLeft({ scheme, sampleIds, reading }: Plan, { method, model }: Run, kept: KeptRun): Promise<boolean> {
  if (model.ref.origin === 'imported') return true
  if (sampleIds.some((id) => !kept.done.has(id))) return false
  const tree = model.ref.kind === 'classifier' ? null : answerTree(scheme, method, sentinelGiven(scheme, method))
  if (reading.prior === 'contentFree' && !isWholePrior({ method, tree }, kept.priors)) return false
  if (reading.prior === 'pool' && method.asking === 'guided' && !hasPriorFor(reading, kept.priors)) return false
  if (!tree || method.asking === 'free' || !leavesThePath(reading)) return true
  const drawn = new Set(sampleIds)
  const predictions = (await kept.predictions()).filter(({ sampleId }) => drawn.has(sampleId))
  const priors = priorsOf(reading, kept.priors, predictions, sampleIds)
  const primary = { reading, ...(priors && { priors }) }
  return predictions.every(
    ({ outcome }) => outcome.kind !== 'guided' || openPath(scheme, method, outcome.conditionals, primary) === null,
  )
}
