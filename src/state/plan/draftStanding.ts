import { draftFrozen, type PlanDraft } from './planning.ts'
import { runLeft } from '../run/runLeft.ts'

/** What freezing a draft would come to. */
export interface DraftStanding {
  /** The plan's id. */
  readonly hash: string
  /** Answers that it wants, and how many of them are in this browser already, whichever plan asked for them. */
  readonly wanted: number
  readonly there: number
  /** Nothing is left to ask: neither samples nor what the plan's reading needs beside them. */
  readonly complete: boolean
}

/** Null while only a loaded model could tell. @throws what keeps the draft from being frozen. */
export async function draftStanding(draft: PlanDraft): Promise<DraftStanding | null> {
  const frozen = await draftFrozen(draft)
  if (!frozen) return null
  const { plan, runs } = frozen
  const left = await Promise.all(runs.map((run) => runLeft(plan, run)))
  const wanted = plan.sampleIds.length * runs.length
  const missing = left.reduce((sum, { samples }) => sum + samples, 0)
  return { hash: plan.id, wanted, there: wanted - missing, complete: missing === 0 && left.every(({ more }) => !more) }
}
