/** What the scale figures call: the app's own importer, storage, plans and runs, over a file of 52,882 records. */
import { guessOutputs } from '../../src/answer/outputMapping.ts'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import type { Conditional, Prediction } from '../../src/domain/prediction.ts'
import type { Plan, Run } from '../../src/domain/plan.ts'
import { builtInMethods, classifierMethod } from '../../src/prompt/builtInMethods.ts'
import { freezePlan, type PlanChoice } from '../../src/run/freezePlan.ts'
import { startImporter } from '../../src/import/importClient.ts'
import { activeRunOf } from '../../src/state/run/activeRun.ts'
import { type AvailableModel, readEmbedded } from '../../src/state/models/availableModels.ts'
import type { Services } from '../../src/state/services.ts'
import { deleteDataset, readDataset, readSamples } from '../../src/storage/datasets.ts'
import { compactPredictions, predictionSink, readPredictedIds } from '../../src/storage/predictions.ts'
import { readPlan, savePlan } from '../../src/storage/plans.ts'
import evidenceUrl from '../../workers/evidence.ts?worker&url'
import importUrl from '../../workers/import.ts?worker&url'
import inferenceUrl from '../../workers/inference.ts?worker&url'
import metricsUrl from '../../workers/metrics.ts?worker&url'
import { startWorker } from '../../workers/startWorker.ts'
import floorUrl from './floorWorker.ts?worker&url'
import standInUrl from './standInWorker.ts?worker&url'

const siteUrl = new URL('../', document.baseURI).href

const services: Services = {
  siteUrl,
  startInference: () => startWorker(inferenceUrl, 'inference'),
  startImport: () => startWorker(importUrl, 'import'),
  startEvidence: () => startWorker(evidenceUrl, 'evidence'),
  startMetrics: () => startWorker(metricsUrl, 'metrics'),
}
const standIn: Services = { ...services, startInference: () => startWorker(standInUrl, 'stand-in') }

function file(): File {
  const [chosen] = document.querySelector<HTMLInputElement>('#data')!.files!
  if (!chosen) throw new Error('no file')
  return chosen
}

/** Imports the file picked; leaves the data set only where it is kept. */
export async function importFile(keep: boolean): Promise<{ took: number; id: string; samples: number }> {
  const importer = startImporter(services.startImport)
  const begun = performance.now()
  const { id, samples } = await importer.importFile(file(), { scheme: builtInScheme })
  const took = performance.now() - begun
  importer.end()
  if (!keep) await deleteDataset(id)
  return { took, id, samples }
}

/** The floor under it, in a worker too, its start included. */
export function floor(put: 'rows' | 'records'): Promise<number> {
  const worker = startWorker(floorUrl, 'floor')
  return new Promise<number>((resolve, reject) => {
    worker.onerror = ({ message }) => reject(new Error(message))
    worker.onmessage = ({ data }: MessageEvent<number>) => {
      worker.terminate()
      resolve(data)
    }
    worker.postMessage({ file: file(), put })
  })
}

async function embedded(kind: AvailableModel['kind']): Promise<AvailableModel> {
  const model = (await readEmbedded(siteUrl)).find((each) => each.kind === kind)
  if (!model) throw new Error(`the site embeds no ${kind} model`)
  return model
}

async function choice(datasetId: string, seed: number): Promise<Omit<PlanChoice, 'models' | 'methods'>> {
  const dataset = (await readDataset(datasetId))!
  const samples = await readSamples(datasetId)
  return {
    scheme: builtInScheme,
    seed,
    dataset,
    sampleIds: samples.map(({ id }) => id),
    decoding: { maxTokens: 64 },
    reading: { prior: 'none', rule: 'joint', parser: 1 },
    primaryMetric: { field: 'stance', metric: 'weightedF1' },
  }
}

/**
 * Saves a plan of one language model's guided runs, as many as asked for, and answers the first `answered` samples of each.
 * @param labelForm runs that ask the same question are the same run: another form makes another one.
 */
export async function seedRuns(datasetId: string, labelForm: 'word' | 'letter', runs: number, answered: number): Promise<{ plan: string; runs: readonly string[] }> {
  const model = await embedded('causal')
  const ref = model.refFor(model.dtypes.wasm[0]!, 'wasm')
  const models = Array.from({ length: runs }, (_, at) => ({ ref: at === 0 ? ref : { ...ref, id: `${ref.id}-${at + 1}` } }))
  const frozen = await freezePlan({ ...(await choice(datasetId, 1)), models, methods: [{ ...builtInMethods[0]!, id: `bench-${labelForm}`, labelForm }] })
  await savePlan(frozen.plan, frozen.runs)
  const hashes = new Map((await readSamples(datasetId)).map(({ id, hash }) => [id, hash]))
  for (const [at, run] of frozen.runs.entries()) {
    const sink = predictionSink(run.id)
    const ids = frozen.plan.sampleIds.slice(0, answered)
    for (let from = 0; from < ids.length; from += 500) {
      await sink.append(ids.slice(from, from + 500).map((id, offset) => guided(run.id, id, hashes.get(id)!, from + offset + 7919 * at)))
    }
    await compactPredictions(run.id)
  }
  return { plan: frozen.plan.id, runs: frozen.runs.map(({ id }) => id) }
}

/** A prediction as the matrix method's guided runs leave it: the 3 x 3 joint, then intent and emotion behind the best cell. */
function guided(runId: string, sampleId: string, sampleHash: string, seed: number): Prediction {
  let state = (seed * 2654435761) >>> 0
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  const [explicit, implicit, , intent, emotion] = ['explicit', 'implicit', 'stance', 'intent', 'emotion'].map((id) => builtInScheme.fields.find((field) => field.id === id)!)
  const conditional = (field: typeof explicit, given: Conditional['given']): Conditional => {
    const raw = field!.labels.map(() => 4 * random())
    const total = Math.log(raw.reduce((sum, value) => sum + Math.exp(value), 0))
    return { field: field!.id, given, logProbabilities: Float32Array.from(raw, (value) => value - total) }
  }
  const first = conditional(explicit, {})
  const rows = explicit!.labels.map(({ id }) => conditional(implicit, { explicit: id }))
  let best = { score: -Infinity, row: 0, column: 0 }
  rows.forEach(({ logProbabilities }, row) => logProbabilities.forEach((value, column) => {
    const score = first.logProbabilities[row]! + value
    if (score > best.score) best = { score, row, column }
  }))
  const cell = { explicit: explicit!.labels[best.row]!.id, implicit: implicit!.labels[best.column]!.id }
  const third = conditional(intent, cell)
  const chosen = third.logProbabilities.indexOf(Math.max(...third.logProbabilities))
  const conditionals = [first, ...rows, third, conditional(emotion, { ...cell, intent: intent!.labels[chosen]!.id })]
  return {
    runId, sampleId, sampleHash, outcome: { kind: 'guided', conditionals, reasons: [] },
    droppedTurns: 0, promptTokens: 860, newTokens: 48, duration: 2000, at: 1_790_000_000_000 + seed,
  }
}

/** Goes on with a plan's first run through the stand-in engine. @returns milliseconds until the engine was asked for the next sample. */
export async function resume(planId: string): Promise<number> {
  const { plan, runs } = (await readPlan(planId))!
  const channel = new BroadcastChannel('stand-in')
  const first = new Promise<number>((resolve) => {
    channel.onmessage = ({ data }: MessageEvent<{ at: number }>) => resolve(data.at)
  })
  const active = activeRunOf(standIn)
  const begun = performance.timeOrigin + performance.now()
  const ended = active.start(plan, runs.slice(0, 1))
  const asked = await Promise.race([first, ended.then(() => { throw new Error(`the run ended unasked: ${JSON.stringify(active.get())}`) })])
  active.stop()
  active.stop()
  await ended
  channel.close()
  return asked - begun
}

/** Saves a plan of one embedded model's run over so many samples. @returns its id. */
export async function plan(datasetId: string, kind: AvailableModel['kind'], limit: number): Promise<string> {
  const frozen = await frozenRun(datasetId, kind, limit)
  await savePlan(frozen.plan, frozen.runs)
  return frozen.plan.id
}

/** How many samples of a plan's first run have an answer. */
export async function answered(planId: string): Promise<number> {
  const planned = (await readPlan(planId))!
  return (await readPredictedIds(planned.runs[0]!.id)).size
}

async function frozenRun(datasetId: string, kind: AvailableModel['kind'], limit: number) {
  const model = await embedded(kind)
  const ref = model.refFor(model.dtypes.wasm[0]!, 'wasm')
  return freezePlan({
    ...(await choice(datasetId, 99)),
    limit,
    models: [kind === 'classifier' ? { ref, outputs: guessOutputs(model.outputs, builtInScheme), context: model.readsContext } : { ref }],
    methods: [kind === 'classifier' ? classifierMethod : builtInMethods[0]!],
  })
}

let running: { readonly plan: Plan; readonly run: Run; readonly ended: Promise<void>; over: boolean } | null = null

/** Starts a run over so many samples, by the stand-in or the real classifier; it goes on until it is done. */
export async function startRun(datasetId: string, by: 'stand-in' | 'classifier', limit: number): Promise<void> {
  const frozen = await frozenRun(datasetId, by === 'classifier' ? 'classifier' : 'causal', limit)
  await savePlan(frozen.plan, frozen.runs)
  const active = activeRunOf(by === 'classifier' ? services : standIn)
  const state = { plan: frozen.plan, run: frozen.runs[0]!, ended: active.start(frozen.plan, frozen.runs), over: false }
  running = state
  void state.ended.then(() => {
    state.over = true
    const last = active.get()
    if (last.kind === 'idle' && last.last?.end !== 'finished') console.error(JSON.stringify(last.last, (_, value: unknown) => (value instanceof Error ? value.message : value)))
  })
}

/** How far the run is that was started, and whether it is over. */
export async function runSoFar(): Promise<{ done: number; over: boolean }> {
  return { done: (await readPredictedIds(running!.run.id)).size, over: running!.over }
}
