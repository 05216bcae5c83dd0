import { builtInScheme } from './domain/builtInScheme.ts'
import type { Dataset } from './domain/dataset.ts'
import type { Plan, Run } from './domain/plan.ts'
import type { FieldId } from './domain/scheme.ts'
import { readModelFolder } from './engine/modelFolder.ts'
import { resultFiles } from './export/resultFiles.ts'
import { writeRunFile } from './export/runFile.ts'
import type { TextFile } from './export/textFile.ts'
import { startImporter } from './import/importClient.ts'
import { goTogether } from './run/freezePlan.ts'
import { type ActiveRunState, activeRunOf, type RunEnd } from './state/activeRun.ts'
import { type AvailableModel, openedFolders, readEmbedded } from './state/availableModels.ts'
import { modelHolder } from './state/loadedModel.ts'
import { methodsOf } from './prompt/schemeMethods.ts'
import { freezeDraft, planDraft } from './state/planning.ts'
import { readSamples, removeHalfWritten } from './storage/datasets.ts'
import { readPredictions } from './storage/predictions.ts'
import { readPriors } from './storage/priors.ts'
import { metricsClient } from './state/results/metricsClient.ts'
import { type MeasuredRun, metricsFile, metricsTable } from './state/results/metricsFile.ts'
import type { FieldIntervals, RunKey } from './state/results/metricsService.ts'
import { errorSentence } from './views/messages/errors.ts'
import { siteServices } from '../workers/siteServices.ts'

/** The page behind `npm run evaluate`: the same parts as main.tsx, driven by tools/evaluate.mjs instead of a person. */

interface Options {
  /** An embedded model's id; null: the folder in #model. */
  readonly model: string | null
  readonly method: string | null
  readonly limit: number | null
}

interface Evaluation {
  readonly summary: string
  readonly table: string
  readonly files: readonly TextFile[]
  readonly failed: number
}

declare global {
  interface Window {
    /** Takes one line of progress; the terminal's side puts it there. */
    report?: (line: string) => void
    xianwai: { describe(): Promise<{ models: readonly string[]; methods: readonly string[] }>; evaluate(options: Options): Promise<Evaluation> }
  }
}

window.xianwai = {
  describe: async () => ({
    models: (await readEmbedded(siteServices.siteUrl)).map(({ id }) => id),
    methods: methodsOf(builtInScheme).methods.map(({ id }) => id),
  }),
  evaluate: (options) =>
    evaluate(options).catch((error: unknown) => {
      throw new Error(errorSentence(error, 'en'), { cause: error })
    }),
}

async function evaluate(options: Options): Promise<Evaluation> {
  const model = await chosenModel(options)
  await removeHalfWritten()
  const source = await imported()
  const { dataset } = source
  const holder = modelHolder(siteServices.startInference)
  const draft = planDraft(
    {
      screen: 'plan',
      dataset: dataset.id,
      models: [model.id],
      methods: options.method === null ? [] : [options.method],
      prior: 'none',
      rule: 'joint',
      later: 'chosen',
      draw: 'perLabel',
      ...(options.limit !== null && { samples: String(Math.min(options.limit, dataset.samples)) }),
    },
    { dataset, scheme: builtInScheme, available: [model], state: holder.get() },
  )
  const { plan, runs } = await freezeDraft({ draft, holder, signal: new AbortController().signal })
  await executed(plan, runs)
  return outcome(plan, runs, source)
}

async function chosenModel({ model, method }: Options): Promise<AvailableModel> {
  const embedded = await readEmbedded(siteServices.siteUrl)
  const chosen = model === null ? await openedFolders.add(await readModelFolder(filesOf('model'))) : embedded.find(({ id }) => id === model)
  if (!chosen) throw new Error(`There is no model ${model}: the embedded ones are ${embedded.map(({ id }) => id).join(', ')}; a folder's path is taken, too.`)
  if (method === null) return chosen
  const { methods } = methodsOf(builtInScheme)
  const wanted = methods.find(({ id }) => id === method)
  if (!wanted) throw new Error(`There is no method ${method}: take one of ${methods.map(({ id }) => id).join(', ')}.`)
  if (!goTogether(chosen.kind, wanted)) throw new Error(`${chosen.id} is a classifier and answers directly: leave out --method, or take a language model.`)
  return chosen
}

function filesOf(id: string): readonly File[] {
  const input = document.getElementById(id)
  return input instanceof HTMLInputElement ? [...(input.files ?? [])] : []
}

interface Imported {
  readonly dataset: Dataset
  /** False where the columns' roles, or what codes stand for, were guessed and nobody was there to confirm it. */
  readonly certain: boolean
}

async function imported(): Promise<Imported> {
  const [file] = filesOf('data')
  if (!file) throw new Error('No file was given.')
  const importer = startImporter(siteServices.startImport)
  try {
    const { complete } = await importer.inspect(file, { scheme: builtInScheme })
    const dataset = await importer.importFile(file, { scheme: builtInScheme }, ({ readBytes, totalBytes, samples }) => {
      window.report?.(`Importing ${Math.round((100 * readBytes) / Math.max(1, totalBytes))} % · ${samples} samples`)
    })
    return { dataset, certain: complete }
  } finally {
    importer.end()
  }
}

/** @throws what broke the run. A sample that failed breaks nothing. */
async function executed(plan: Plan, runs: readonly Run[]): Promise<void> {
  const active = activeRunOf(siteServices)
  const unsubscribe = active.subscribe(() => {
    const line = progressLine(active.get())
    if (line !== null) window.report?.(line)
  })
  await active.start(plan, runs)
  unsubscribe()
  const state = active.get()
  const last = state.kind === 'idle' ? state.last : null
  if (last?.end !== 'finished') throw new Error(`The run broke off: ${reasonOf(last)}`)
}

function reasonOf(last: RunEnd | null): string {
  const problem = last?.problem
  if (!problem) return 'it was stopped'
  return problem.code === 'broken' ? errorSentence(problem.error, 'en') : problem.code
}

function progressLine(state: ActiveRunState): string | null {
  if (state.kind === 'idle') return null
  const { progress, loading, estimate } = state
  if (!progress) return loading && loading.total > 0 ? `Loading the model · ${(loading.loaded / 1e6).toFixed(1)} of ${(loading.total / 1e6).toFixed(1)} MB` : 'Loading the model'
  const pace = estimate.kind === 'known' ? ` · ${estimate.itemsPerMinute.toFixed(1)} a minute · ${Math.ceil(estimate.left / 1000)} s left` : ' · measuring the pace'
  return `Asking · ${progress.done + progress.failed} of ${progress.total}${progress.failed > 0 ? ` (${progress.failed} failed)` : ''}${pace}`
}

/** Which column was taken for what: figures over a wrong guess would look sound. */
function columnsLine({ source }: Dataset, certain: boolean): string {
  const roles = Object.entries(source.mapping).flatMap(([column, role]) =>
    role.kind === 'other' ? [] : [`${column} = ${role.kind === 'gold' ? `gold ${role.field}` : role.kind}`],
  )
  return `Columns${certain ? '' : ' (GUESSED: check them, or import the file by hand in the program)'}: ${roles.join(', ')}.`
}

async function outcome(plan: Plan, runs: readonly Run[], { dataset, certain }: Imported): Promise<Evaluation> {
  window.report?.('Measuring')
  const samples = await readSamples(dataset.id)
  const predictions = new Map(await Promise.all(runs.map(async ({ id }) => [id, await readPredictions(id)] as const)))
  const kept = await Promise.all(runs.map(async ({ id }) => [id, await readPriors(id)] as const))
  const priors = new Map(kept.flatMap(([id, prior]) => (prior ? [[id, prior] as const] : [])))
  const content = { plan, runs, predictions, priors, samples }
  const measured: MeasuredRun[] = []
  for (const run of runs) measured.push(await measure(plan, run))
  const failed = measured.reduce((sum, { figures }) => sum + figures.failed, 0)
  return {
    summary: [
      `${dataset.name}: ${dataset.rows} rows = ${dataset.samples} samples + ${dataset.problems} problems; ${plan.sampleIds.length} asked, ${failed} failed.`,
      columnsLine(dataset, certain),
      ...(dataset.demonstration ? ['This data is for demonstration: its figures say nothing about a model.'] : []),
    ].join('\n'),
    table: metricsTable(plan, measured),
    files: [
      { name: 'run.xianwai.json', text: writeRunFile(content) },
      ...resultFiles(content),
      { name: 'metrics.json', text: metricsFile(plan, measured) },
    ],
    failed,
  }
}

async function measure(plan: Plan, run: Run): Promise<MeasuredRun> {
  const client = metricsClient(siteServices.startMetrics)
  const key: RunKey = { plan: plan.id, run: run.id, reading: plan.reading, version: 'finished' }
  const everything = { field: plan.primaryMetric.field }
  await client.figures.open(key)
  const figures = await client.figures.figures(key, everything)
  const intervals = new Map<FieldId, FieldIntervals>()
  for (const { field, all } of figures.fields) {
    if (all.records === 0) continue
    const found = await client.intervals(key, everything, field, new AbortController().signal)
    if (found) intervals.set(field, found)
  }
  return { run, figures, intervals }
}
