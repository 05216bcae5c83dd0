import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import type { Reading } from '../../../src/domain/prediction.ts'
import { executeRun } from '../../../src/run/executeRun.ts'
import { observeRunsLeft, type RunLeft, runLeft } from '../../../src/state/run/runLeft.ts'
import { database } from '../../../src/storage/database.ts'
import { savePlan } from '../../../src/storage/plans.ts'
import { predictionSink, readPredictedIds, readPredictions } from '../../../src/storage/predictions.ts'
import { readPriors, savePriors } from '../../../src/storage/priors.ts'
import { planned, toySample } from '../../run/fixtures.ts'
import { ToyEngine } from '../../run/toyEngine.ts'

afterEach(async () => {
  await Promise.all(database.tables.map((table) => table.clear()))
})

const samples = Array.from({ length: 10 }, (_, at) => toySample(String(at)))

async function setting(reading: Partial<Reading>) {
  const { plan, run } = await planned(samples, { reading: { prior: 'none', rule: 'joint', parser: 1, ...reading } })
  await savePlan(plan, [run])
  const execute = async () =>
    executeRun({
      run, plan, samples, engine: new ToyEngine(), contextLength: 1_000_000, restartEngine: () => Promise.reject(new Error('not needed')),
      sink: predictionSink(run.id), done: await readPredictedIds(run.id), earlier: () => readPredictions(run.id),
      priors: { kept: await readPriors(run.id), save: (conditionals) => savePriors(run.id, conditionals) },
    })
  return { plan, run, execute }
}

test.each([['by path', { rule: 'path' }], ['under the prior', { prior: 'contentFree' }]] as const)('a finished run that another plan reads %s has something left, until that is asked', async (_, reading) => {
  const first = await setting({})
  expect(await runLeft(first.plan, first.run)).toEqual({ samples: 10, more: false })
  await first.execute()
  expect(await runLeft(first.plan, first.run)).toEqual({ samples: 0, more: false })

  const second = await setting(reading)
  expect(second.run.id).toBe(first.run.id)
  expect(await runLeft(second.plan, second.run)).toEqual({ samples: 0, more: true })

  const told: (RunLeft | undefined)[] = []
  const leave = observeRunsLeft([second.run], (run) => runLeft(second.plan, run)).subscribe((left) => told.push(left.get(second.run.id)))
  await vi.waitFor(() => expect(told.at(-1)).toEqual({ samples: 0, more: true }))
  await second.execute()
  await vi.waitFor(() => expect(told.at(-1)).toEqual({ samples: 0, more: false }), { timeout: 5_000 })
  leave()
})
