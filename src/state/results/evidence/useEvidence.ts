import type { Plan, Run } from '../../../domain/plan.ts'
import { lineTo } from '../../../engine/workerLine.ts'
import { observeRunVersion, type RunVersion } from '../../../storage/predictions.ts'
import { atMostEvery, once, together } from '../../observables.ts'
import { onePerPage } from '../../onePerPage.ts'
import { useServices } from '../../services.ts'
import { type Kept, useKept } from '../../useKept.ts'
import { oneAtATime } from '../oneAtATime.ts'
import type { EvidenceQuestion, EvidenceScreen, EvidenceService, MadeReport } from './evidenceService.ts'

/** A run of a plan. */
export interface PlannedRun {
  readonly plan: Plan
  readonly run: Run
}

/** The page's one evidence worker. Screens are made one after the other: those nobody waits for any more are never asked. */
export const evidenceClient = onePerPage((startWorker: () => Worker) => {
  const line = lineTo<EvidenceService>(startWorker)
  const inTurn = oneAtATime()
  return {
    screen: (question: EvidenceQuestion, signal: AbortSignal): Promise<EvidenceScreen> => inTurn(signal, () => line.ask((service) => service.screen(question))),
    report: (...asked: Parameters<EvidenceService['report']>): Promise<MadeReport> => line.ask((service) => service.report(...asked)),
  }
})

/** One evidence screen; the last one of its group stays until the next is made. */
export function useEvidence(group: string, question: EvidenceQuestion): Kept<EvidenceScreen> {
  const client = evidenceClient(useServices().startEvidence)
  return useKept(group, JSON.stringify(question), () => once((signal) => client.screen(question, signal)))
}

/** The versions of several runs' predictions, by run, at most every five seconds; null until all are known. */
export function useRunVersions(runs: readonly string[]): ReadonlyMap<string, RunVersion> | null {
  const key = runs.join(' ')
  return useKept(key, key, () => atMostEvery(() => 5_000, together(new Map(runs.map((run) => [run, observeRunVersion(run)]))))).value ?? null
}
