import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { savePlan } from '../../src/storage/plans.ts'
import { predictionSink, readPredictedIds, readPredictions } from '../../src/storage/predictions.ts'
import { readPriors, savePriors } from '../../src/storage/priors.ts'
import { choiceKey } from '../../src/answer/choiceKey.ts'
import { executeRun } from '../../src/run/executeRun.ts'
import type { RunRequest } from '../../src/run/runRequest.ts'
import { RunControl } from '../../src/run/runControl.ts'
import { method, MemorySink, planned, toySample } from './fixtures.ts'
import { ToyEngine } from './toyEngine.ts'

test('a stored run, stopped and taken up again, reads back as an undisturbed one', async () => {
  const samples = Array.from({ length: 40 }, (_, at) => toySample(String(at), at % 9 === 8 ? { text: '嗯' } : { context: '甲：在吗' }))
  const { plan, run } = await planned(samples, { methods: [method('reason')] })
  await savePlan(plan, [run])
  const calm = new MemorySink()
  const common = { run, plan, samples, contextLength: 1_000_000, restartEngine: () => Promise.reject(new Error('not needed')) }
  await executeRun({ ...common, engine: new ToyEngine(), sink: calm, done: new Map() })

  const take = async (over: Partial<RunRequest> = {}) =>
    executeRun({
      ...common,
      engine: new ToyEngine(),
      sink: predictionSink(run.id),
      done: await readPredictedIds(run.id),
      earlier: () => readPredictions(run.id),
      priors: { kept: await readPriors(run.id), save: (conditionals) => savePriors(run.id, conditionals) },
      ...over,
    })
  let asked = 0
  for (const stopAt of [3, 17, 31]) {
    const control = new RunControl()
    const summary = await take({
      control,
      onProgress: ({ done }) => {
        if (done >= stopAt) control.stop()
      },
    })
    expect(summary).toMatchObject({ end: 'stopped', done: stopAt })
    asked += summary.asked
  }
  const last = await take()
  expect(last).toMatchObject({ end: 'finished', done: 40 })
  expect(asked + last.asked).toBe(37)
  const stored = new MemorySink()
  await stored.append(await readPredictions(run.id))
  expect(stored.content).toEqual(calm.content)
  const choices = [...calm.predictions.values()].flatMap(({ outcome }) => (outcome.kind === 'guided' ? outcome.conditionals.map(choiceKey) : []))
  expect(new Set((await readPriors(run.id))?.map(choiceKey))).toEqual(new Set(choices))
  expect(await take()).toMatchObject({ end: 'finished', asked: 0 })
})
