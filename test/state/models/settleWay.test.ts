import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { openedFolders } from '../../../src/state/models/availableModels.ts'
import { modelHolder } from '../../../src/state/models/loadedModel.ts'
import { choiceOfWay, rememberedSettings, wayOf, workersOf } from '../../../src/state/models/modelSettings.ts'
import { modelTrials } from '../../../src/state/models/modelTrials.ts'
import { settleWay } from '../../../src/state/models/settleWay.ts'
import { readPreference } from '../../../src/storage/preferences.ts'
import { toyFolder, toyPage } from '../toyWorker.ts'

afterEach(() => vi.unstubAllGlobals())

const slow = { wait: () => new Promise<void>((resolve) => setTimeout(resolve, 20)) }

async function page(name: string) {
  const services = toyPage(slow)
  const model = await openedFolders.add(toyFolder(name, { 'config.json': '{}', 'model.bin': name }))
  const way = wayOf(model, await rememberedSettings.read())!
  const choice = choiceOfWay(model, way)
  const settle = (answers: number) => settleWay(choice, answers, modelHolder(services.startInference), modelTrials(services), new AbortController().signal)
  return { services, model, choice, settle }
}

test('a model is not tried for work that is done sooner, and is for more: what is found is remembered', async () => {
  const { model, choice, settle } = await page('toy-a')
  expect(await settle(10)).toBe(choice)
  expect(await settle(500)).toBe(choice)
  expect(wayOf(model, rememberedSettings.get())?.trial).toBeNull()
  // 20 ms each: more than two minutes
  expect(await settle(20_000)).toEqual(choice)
  const trial = wayOf(model, rememberedSettings.get())?.trial
  expect(trial).toMatchObject({ chosen: 0 })
  expect(trial?.ways[0]).toMatchObject({ device: 'wasm', dtype: 'q8', workers: 1, problem: null })
  expect(trial?.ways[0]?.perMinute).toBeGreaterThan(600)
  expect(trial?.took).toBeLessThan(20_000)
  expect((await readPreference('models'))?.find(({ key }) => key.includes('toy-a'))?.trial).toEqual(trial)
})

test('the number of engines set by hand is taken, and outlives a trial', async () => {
  const { model, choice } = await page('toy-b')
  expect(await workersOf(choice)).toMatchObject({ workers: 1 })
  await rememberedSettings.change(model, { workers: 3 })
  expect(await workersOf(choice)).toMatchObject({ workers: 3, byHand: true })
  await rememberedSettings.change(model, { trial: { at: 1, took: 1, ways: [{ device: 'wasm', dtype: 'q8', graph: 'rewritten', workers: 2, threads: 1, perMinute: 9, loading: 1, problem: null }], chosen: 0 } })
  expect(await workersOf(choice)).toMatchObject({ workers: 3 })
  await rememberedSettings.change(model, { workers: null })
  expect(await workersOf(choice)).toMatchObject({ workers: 2 })
  // of another graph the trial says nothing
  expect(await workersOf({ ...choice, graph: 'asShipped' })).toMatchObject({ workers: 1 })
})
