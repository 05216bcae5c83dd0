import type { Plan, Run } from '../../../domain/plan.ts'
import { lineTo, type WorkerLine } from '../../../engine/workerLine.ts'
import { observeRunVersion, type RunVersion } from '../../../storage/predictions.ts'
import { atMostEvery, once, together } from '../../observables.ts'
import { useServices } from '../../services.ts'
import { type Kept, useKept } from '../../useKept.ts'
import type { EvidenceQuestion, EvidenceScreen, EvidenceService } from './evidenceService.ts'

/** A run of a plan. */
export interface PlannedRun {
  readonly plan: Plan
  readonly run: Run
}

const lines = new WeakMap<() => Worker, WorkerLine<EvidenceService>>()

/** The page's one line to the evidence worker. */
export function evidenceLine(startWorker: () => Worker): WorkerLine<EvidenceService> {
  const known = lines.get(startWorker)
  if (known) return known
  const line = lineTo<EvidenceService>(startWorker)
  lines.set(startWorker, line)
  return line
}

/** Answers of one question after the other: those nobody waits for any more are never asked. */
const queues = new WeakMap<WorkerLine<EvidenceService>, Promise<unknown>>()

function inTurn(line: WorkerLine<EvidenceService>, question: EvidenceQuestion, signal: AbortSignal): Promise<EvidenceScreen> {
  const turn = (queues.get(line) ?? Promise.resolve()).then(() => {
    signal.throwIfAborted()
    return line.ask((service) => service.screen(question))
  })
  queues.set(line, turn.catch(() => undefined))
  return turn
}

/** One evidence screen; the last one of its group stays until the next is made. */
export function useEvidence(group: string, question: EvidenceQuestion): Kept<EvidenceScreen> {
  const line = evidenceLine(useServices().startEvidence)
  return useKept(group, JSON.stringify(question), () => once((signal) => inTurn(line, question, signal)))
}

/** The versions of several runs' predictions, by run, at most every five seconds; null until all are known. */
export function useRunVersions(runs: readonly string[]): ReadonlyMap<string, RunVersion> | null {
  const key = runs.join(' ')
  return useKept(key, key, () => atMostEvery(() => 5_000, together(new Map(runs.map((run) => [run, observeRunVersion(run)]))))).value ?? null
}
