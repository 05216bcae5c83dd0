import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { builtInScheme } from '../../../src/domain/builtInScheme.ts'
import type { Dataset } from '../../../src/domain/dataset.ts'
import { type ActiveRun, activeRunOf, type RunEnd } from '../../../src/state/run/activeRun.ts'
import { parseAddress } from '../../../src/state/address.ts'
import { openedFolders } from '../../../src/state/models/availableModels.ts'
import { rememberedSettings } from '../../../src/state/models/modelSettings.ts'
import { modelHolder } from '../../../src/state/models/loadedModel.ts'
import { freezeDraft, planDraft } from '../../../src/state/plan/planning.ts'
import type { Services } from '../../../src/state/services.ts'
import type { FrozenPlan } from '../../../src/run/freezePlan.ts'
import { database } from '../../../src/storage/database.ts'
import { createDataset, deleteDataset } from '../../../src/storage/datasets.ts'
import { readPredictions } from '../../../src/storage/predictions.ts'
import { keepStandIn } from '../../../src/storage/standIn.ts'
import { dataset, samples } from '../../storage/fixtures.ts'
import { toyFolder, toyPage } from '../toyWorker.ts'

afterEach(async () => {
  await Promise.all(database.tables.map((table) => table.clear()))
  vi.unstubAllGlobals()
})

const files = { 'config.json': '{"vocab":7}', 'model.bin': 'weights of one '.repeat(100) }
const retrained = { ...files, 'model.bin': 'weights of two '.repeat(100) }
const enlarged = { ...files, 'model.bin': 'weights of three '.repeat(100) }
const withMore = { ...files, 'generation_config.json': '{"eos_token_id":3}' }

/** A plan over twelve samples with the folder as it is, of the methods named or those that are chosen ahead. */
async function planned(services: Services, methods: readonly string[] = []): Promise<FrozenPlan> {
  const data = await takenIn('data')
  const model = await openedFolders.add(toyFolder('qwen', files))
  const address = parseAddress(`#/plan/data?models=${model.id}${methods.map((method) => `&methods=${method}`).join('')}`)
  if (address.screen !== 'plan') throw new Error(address.screen)
  const holder = modelHolder(services.startInference)
  return freezeDraft({ draft: planDraft(address, { dataset: data, scheme: builtInScheme, available: [model], state: holder.get() }), holder, signal: new AbortController().signal })
}

async function takenIn(id: string): Promise<Dataset> {
  const data = dataset(id, { samples: 12, hash: 'h' })
  const writer = await createDataset(data)
  await writer.append({ samples: samples(12), problems: [], notices: [] })
  await writer.finish(data)
  return data
}

async function stoppedAfter(active: ActiveRun, { plan, runs }: FrozenPlan, answers: number): Promise<void> {
  const leave = active.subscribe(() => undefined)
  const looking = setInterval(() => {
    const state = active.get()
    if (state.kind === 'active' && (state.progress?.done ?? 0) >= answers) active.stop()
  }, 1)
  await active.start(plan, runs)
  clearInterval(looking)
  leave()
}

function ended(active: ActiveRun): RunEnd | null {
  const state = active.get()
  return state.kind === 'idle' ? state.last : null
}

const slow = { wait: () => new Promise<void>((resolve) => setTimeout(resolve, 40)) }

test.each([
  ['other weights of the same size', retrained],
  ['other weights of another size', enlarged],
  ['a file more', withMore],
  ['a file less', { 'model.bin': files['model.bin'] }],
])('a folder of the same name with %s does not go on with a run, loaded or not', async (_, other) => {
  const page = toyPage(slow)
  const frozen = await planned(page)
  const run = frozen.runs[0]!
  await stoppedAfter(activeRunOf(page), frozen, 3)
  const before = await readPredictions(run.id)
  expect(before.length).toBeGreaterThanOrEqual(3)
  expect(before.length).toBeLessThan(12)

  for (const loadedBefore of [false, true]) {
    const later = toyPage(slow)
    const model = await openedFolders.add(toyFolder('qwen', other))
    if (loadedBefore) await modelHolder(later.startInference).load({ model, dtype: 'q8', device: 'wasm' })
    await activeRunOf(later).start(frozen.plan, frozen.runs)
    expect(ended(activeRunOf(later))).toMatchObject({ end: 'broken', problem: { code: 'modelChanged', model: 'qwen' } })
    expect(await readPredictions(run.id)).toEqual(before)
  }
})

test('a plan that another version of the program cuts into forwards otherwise is not gone on with', async () => {
  const page = toyPage(slow)
  const { plan, runs } = await planned(page)
  await activeRunOf(page).start({ ...plan, cut: { chunk: 128, trunk: 256, nodes: 64, ahead: 4 } }, runs)
  expect(ended(activeRunOf(page))).toMatchObject({ end: 'broken', problem: { code: 'otherCut' }, asked: 0 })
  expect(await readPredictions(runs[0]!.id)).toEqual([])
  const { cut, ...before } = plan
  expect(cut).toBeDefined()
  await activeRunOf(page).start(before, runs)
  expect(ended(activeRunOf(page))).toMatchObject({ end: 'finished', problem: null, asked: 12 })
})

test('a prior that was wanted besides and could not be had is said at the end', async () => {
  const page = toyPage({ fault: ({ text }) => (text.includes('N/A') ? 'outOfMemory' : null) })
  const { plan, runs } = await planned(page)
  await activeRunOf(page).start(plan, runs)
  expect(ended(activeRunOf(page))).toMatchObject({ end: 'finished', problem: null, priorError: { code: 'outOfMemory' } })
})

test('the same folder, opened again, goes on, and loads no second time where it is in memory', async () => {
  const page = toyPage(slow)
  const frozen = await planned(page)
  await stoppedAfter(activeRunOf(page), frozen, 3)
  const later = toyPage()
  const model = await openedFolders.add(toyFolder('qwen', files))
  const { engine } = await modelHolder(later.startInference).load({ model, dtype: 'q8', device: 'wasm' })
  await activeRunOf(later).start(frozen.plan, frozen.runs)
  expect(ended(activeRunOf(later))).toMatchObject({ end: 'finished', problem: null })
  expect(await readPredictions(frozen.runs[0]!.id)).toHaveLength(12)
  expect(modelHolder(later.startInference).get()).toMatchObject({ status: 'ready', engine })
})

test('samples that a run file brought without their texts are not asked; the data itself, taken in again, is', async () => {
  const page = toyPage(slow)
  const frozen = await planned(page)
  const run = frozen.runs[0]!
  await stoppedAfter(activeRunOf(page), frozen, 3)
  const before = await readPredictions(run.id)
  expect(before.length).toBeLessThan(12)
  await deleteDataset('data')
  await keepStandIn(dataset('data', { hash: 'h' }), samples(12).map((sample) => ({ ...sample, text: '', context: '' })))
  await activeRunOf(page).start(frozen.plan, frozen.runs)
  expect(ended(activeRunOf(page))).toMatchObject({ end: 'broken', problem: { code: 'datasetGone' } })
  expect(await readPredictions(run.id)).toEqual(before)

  await takenIn('again')
  await activeRunOf(page).start(frozen.plan, frozen.runs)
  expect(ended(activeRunOf(page))).toMatchObject({ end: 'finished', problem: null })
  expect(await readPredictions(run.id)).toHaveLength(12)
})

test('as many engines as are set by hand ask a run together, and are given back at its end', async () => {
  const page = toyPage(slow)
  const frozen = await planned(page)
  const model = openedFolders.get().find(({ id }) => id === 'qwen')!
  await rememberedSettings.change(model, { workers: 3 })
  try {
    const active = activeRunOf(page)
    let most = 0
    active.subscribe(() => {
      const state = active.get()
      if (state.kind === 'active') most = Math.max(most, state.progress?.paces.length ?? 0)
    })
    await active.start(frozen.plan, frozen.runs)
    expect(ended(active)).toMatchObject({ end: 'finished', problem: null, asked: 12 })
    expect(most).toBe(3)
    expect(await readPredictions(frozen.runs[0]!.id)).toHaveLength(12)
    // what is asked again finds everything there
    await active.start(frozen.plan, frozen.runs)
    expect(ended(active)).toMatchObject({ end: 'finished', asked: 0 })
  } finally {
    await rememberedSettings.change(model, { workers: null })
  }
})

test('what a run was still telling is not shown in the next one', async () => {
  const page = toyPage({ ...slow, late: true })
  const { plan, runs } = await planned(page, ['direct-free', 'matrix-free'])
  expect(runs).toHaveLength(2)
  const active = activeRunOf(page)
  const lastOf = plan.sampleIds.at(-1)!
  const seen = new Set<string>()
  const looking = setInterval(() => {
    const state = active.get()
    // within a run a late text still stands under the sample that it is of
    if (state.kind === 'active' && state.writing && state.progress && state.progress.done < 2) seen.add(`${runs.findIndex(({ id }) => id === state.runId)} ${state.writing.sampleId === lastOf ? 'last sample' : 'first samples'}`)
  }, 1)
  await active.start(plan, runs)
  clearInterval(looking)
  expect(ended(active)).toMatchObject({ end: 'finished', problem: null, asked: 24 })
  expect([...seen].sort()).toEqual(['0 first samples', '1 first samples'])
})
