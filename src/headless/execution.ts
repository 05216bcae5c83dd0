import type { Plan, Run } from '../domain/plan.ts'
import { parseRunFile } from '../export/runFile.ts'
import { type ActiveRunState, activeRunOf, type RunEnd } from '../state/run/activeRun.ts'
import { runFileOf } from '../state/results/exports.ts'
import { importRun } from '../storage/plans.ts'
import { errorSentence } from '../views/messages/errors.ts'
import { siteServices } from '../../workers/siteServices.ts'

/** How often a long run's answers are handed out, so that little is lost when the machine stops. */
const KEEP_EVERY = 60_000

/** Takes over what an evaluation that broke off had answered of the very same questions. @returns how many answers. */
export async function takeUp(plan: Plan, runs: readonly Run[], file: File): Promise<number> {
  const earlier = parseRunFile(await file.text())
  const own = runs.filter(({ id }) => earlier.predictions.has(id))
  const drawn = new Set(plan.sampleIds)
  const predictions = new Map(own.map(({ id }) => [id, earlier.predictions.get(id)!.filter(({ sampleId }) => drawn.has(sampleId))]))
  return importRun({ plan, runs, predictions, priors: new Map([...earlier.priors].filter(([id]) => predictions.has(id))) })
}

/**
 * Asks what is missing, run by run; what is there is handed to `window.keep` between runs and once a minute.
 * @throws what broke a run. A sample that failed breaks nothing.
 */
export async function executed(plan: Plan, runs: readonly Run[]): Promise<void> {
  const active = activeRunOf(siteServices)
  let at = 0
  const unsubscribe = active.subscribe(() => {
    const line = progressLine(active.get())
    if (line !== null) window.report?.(runs.length > 1 ? `Run ${at + 1} of ${runs.length}, ${runs[at]?.method.id ?? ''} · ${line}` : line)
  })
  let keeping: Promise<void> = Promise.resolve()
  const keep = (): void => {
    keeping = keeping.then(async () => window.keep?.(await runFileOf(plan.id, { text: false }, siteServices.siteUrl)))
  }
  const timer = setInterval(keep, KEEP_EVERY)
  try {
    for (const [place, run] of runs.entries()) {
      at = place
      await active.start(plan, [run])
      const state = active.get()
      const last = state.kind === 'idle' ? state.last : null
      if (place < runs.length - 1 || last?.end !== 'finished') keep()
      if (last?.end !== 'finished') {
        await keeping
        throw new Error(`The run by ${run.method.id} broke off: ${reasonOf(last)}`)
      }
    }
    await keeping
  } finally {
    clearInterval(timer)
    unsubscribe()
  }
}

function reasonOf(last: RunEnd | null): string {
  const problem = last?.problem
  if (!problem) return 'it was stopped'
  switch (problem.code) {
    case 'broken':
      return errorSentence(problem.error, 'en')
    case 'modelChanged':
      return `the files of ${problem.model} are not those that the plan pins`
    case 'modelGone':
      return `${problem.model} is not here`
    case 'otherCut':
      return 'the plan cuts forwards otherwise than this version of the program, and answers must not be mixed'
    case 'elsewhere':
      return 'it is being run elsewhere'
    case 'datasetGone':
      return 'the texts of its samples, examples or pool are not here'
  }
}

function progressLine(state: ActiveRunState): string | null {
  if (state.kind === 'idle') return null
  const { progress, loading, estimate } = state
  if (!progress) return loading && loading.total > 0 ? `Loading the model · ${(loading.loaded / 1e6).toFixed(1)} of ${(loading.total / 1e6).toFixed(1)} MB` : 'Loading the model'
  const pace = estimate.kind === 'known' ? ` · ${estimate.itemsPerMinute.toFixed(1)} a minute · ${Math.ceil(estimate.left / 1000)} s left` : ' · measuring the pace'
  return `Asking · ${progress.done + progress.failed} of ${progress.total}${progress.failed > 0 ? ` (${progress.failed} failed)` : ''}${pace}`
}
