import { useSyncExternalStore } from 'react'
import type { Plan, Run } from '../../../domain/plan.ts'
import type { Reading } from '../../../domain/prediction.ts'
import { calledBack, lineTo } from '../../../engine/workerLine.ts'
import { observeRunVersion, type RunVersion } from '../../../storage/predictions.ts'
import { atMostEvery, once, together } from '../../observables.ts'
import { onePerPage } from '../../onePerPage.ts'
import { useServices } from '../../services.ts'
import { type Kept, useKept } from '../../useKept.ts'
import { oneAtATime } from '../oneAtATime.ts'
import type { EvidenceQuestion, EvidenceScreen, EvidenceService, MadeReport } from './evidenceService.ts'
import type { EvidenceProgress } from './teller.ts'

/** A run of a plan. */
export interface PlannedRun {
  readonly plan: Plan
  readonly run: Run
  /** How it is read, where not as its plan (or the screen, for runs of the plan that is looked at) says. */
  readonly reading?: Reading
}

/** The page's one evidence worker. Screens are made one after the other: those nobody waits for any more are never asked. */
export const evidenceClient = onePerPage((startWorker: () => Worker) => {
  const line = lineTo<EvidenceService>(startWorker)
  const inTurn = oneAtATime()
  const listeners = new Set<() => void>()
  let progress: EvidenceProgress | null = null
  const tell = (now: EvidenceProgress | null): void => {
    progress = now
    for (const changed of listeners) changed()
  }
  return {
    screen: (question: EvidenceQuestion, signal: AbortSignal): Promise<EvidenceScreen> => inTurn(signal, () => line.ask((service) => service.screen(question, calledBack(tell))).finally(() => tell(null))),
    /** How far the screen is that is being made; null where none is, or nothing is known of it. */
    progress: () => progress,
    onProgress: (changed: () => void): (() => void) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    /** Ends whatever is being made: the worker with it, since it cannot be interrupted. What it had read is read again. */
    stop: () => line.end(new EvidenceStopped()),
    report: (...asked: Parameters<EvidenceService['report']>): Promise<MadeReport> => line.ask((service) => service.report(...asked)),
  }
})

/** The making of a screen was stopped by hand. */
export class EvidenceStopped extends Error {
  constructor() {
    super('stopped')
    this.name = 'EvidenceStopped'
  }
}

/** How far the screen is that is being made, and how to stop it. */
export function useEvidenceProgress(): { readonly progress: EvidenceProgress | null; readonly stop: () => void } {
  const { progress, onProgress, stop } = evidenceClient(useServices().startEvidence)
  return { progress: useSyncExternalStore(onProgress, progress), stop }
}

/** One evidence screen; the last one of its group stays until the next is made. @param attempt another number asks again. */
export function useEvidence(group: string, question: EvidenceQuestion, attempt: number): Kept<EvidenceScreen> {
  const client = evidenceClient(useServices().startEvidence)
  return useKept(group, JSON.stringify([attempt, question]), () => once((signal) => client.screen(question, signal)))
}

/** The versions of several runs' predictions, by run, at most every five seconds; null until all are known. */
export function useRunVersions(runs: readonly string[]): ReadonlyMap<string, RunVersion> | null {
  const key = runs.join(' ')
  return useKept(key, key, () => atMostEvery(() => 5_000, together(new Map(runs.map((run) => [run, observeRunVersion(run)]))))).value ?? null
}
