import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { database } from '../../src/storage/database.ts'
import { savePlan } from '../../src/storage/plans.ts'
import { PredictedIds } from '../../src/storage/predictedIds.ts'
import { addPredictions, compactPredictions, predictionTables, readPredictedIds, removePredictions } from '../../src/storage/predictions.ts'
import { plan, prediction, run } from './fixtures.ts'

afterEach(async () => {
  await Promise.all(database.tables.map((table) => table.clear()))
})

const write = <Result>(work: () => Promise<Result>): Promise<Result> => database.transaction('rw', predictionTables(database), work)
const failed = { kind: 'failed', reason: 'x' } as const

async function expectAlike(ids: PredictedIds): Promise<void> {
  await ids.look()
  const expected = await readPredictedIds('r')
  const states = [...expected.values()]
  expect(ids.count()).toEqual({ done: states.filter((state) => state === 'done').length, failed: states.filter((state) => state === 'failed').length })
  for (let id = 0; id < 30; id++) expect(ids.has(String(id))).toBe(expected.has(String(id)))
}

test('what was counted stays true through appends, failures, retries, compaction and deletion', async () => {
  await savePlan(plan('p'), [run('r', 'p')])
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.array(fc.tuple(fc.nat(29), fc.boolean()), { minLength: 1, maxLength: 6 }) },
    { weight: 2, arbitrary: fc.constant('compact' as const) },
    { weight: 1, arbitrary: fc.constant('remove' as const) },
    // a full record: it is never looked at again
    { weight: 2, arbitrary: fc.constant('full' as const) },
  )
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
    await write(() => removePredictions(database, 'r'))
    const ids = new PredictedIds('r')
    await expectAlike(ids)
    for (const one of steps) {
      if (one === 'compact') await compactPredictions('r')
      else if (one === 'remove') await write(() => removePredictions(database, 'r'))
      else if (one === 'full') await write(() => addPredictions(database, 'r', Array.from({ length: 500 }, (_, at) => prediction('r', String(at), at % 3 === 0 ? failed : undefined))))
      else await write(() => addPredictions(database, 'r', one.map(([id, succeeds]) => prediction('r', String(id), succeeds ? undefined : failed))))
      await expectAlike(ids)
    }
  }), { numRuns: 25 })
})

test('a full record is read once', async () => {
  await savePlan(plan('p'), [run('r', 'p')])
  await write(() => addPredictions(database, 'r', Array.from({ length: 1_500 }, (_, at) => prediction('r', String(at)))))
  const ids = new PredictedIds('r')
  await ids.look()
  const read = vi.spyOn(database.predictionIds, 'bulkGet')
  await write(() => addPredictions(database, 'r', [prediction('r', 'more')]))
  await ids.look()
  expect(ids.count()).toEqual({ done: 1_501, failed: 0 })
  expect(read.mock.calls.flatMap(([keys]) => [...keys])).toHaveLength(1)
  read.mockRestore()
})
