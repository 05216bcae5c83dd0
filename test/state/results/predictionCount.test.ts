import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { observePredictionCount } from '../../../src/state/results/predictionCount.ts'
import { RunCounts } from '../../../src/state/results/runCounts.ts'
import { database } from '../../../src/storage/database.ts'
import type { PredictionCount } from '../../../src/storage/predictedIds.ts'
import { savePlan } from '../../../src/storage/plans.ts'
import { predictionSink } from '../../../src/storage/predictions.ts'
import { plan, prediction, run } from '../../storage/fixtures.ts'

const counts = new RunCounts()
const countOf = vi.fn((runId: string) => counts.count(runId))

beforeEach(async () => {
  countOf.mockClear()
  await savePlan(plan('p'), [run('r', 'p')])
})

afterEach(async () => {
  await Promise.all(database.tables.map((table) => table.clear()))
})

test('is live, by what succeeded', async () => {
  const seen: PredictionCount[] = []
  const leave = observePredictionCount('r', countOf).subscribe((count) => seen.push(count))
  const sink = predictionSink('r')
  await sink.append([prediction('r', 'a', { kind: 'failed', reason: 'x' }), prediction('r', 'b')])
  await expect.poll(() => seen.at(-1), { timeout: 5_000 }).toEqual({ done: 1, failed: 1 })
  await sink.append([prediction('r', 'a')])
  await expect.poll(() => seen.at(-1), { timeout: 5_000 }).toEqual({ done: 2, failed: 0 })
  leave()
})

test('reads a run twice a second at most, once for all who look, and no more when nobody does', async () => {
  const seen: PredictionCount[][] = [[], [], []]
  const leave = seen.map((each) => observePredictionCount('r', countOf).subscribe((count) => each.push(count)))
  await expect.poll(() => seen.map((each) => each.at(-1)?.done)).toEqual([0, 0, 0])
  const sink = predictionSink('r')
  const start = performance.now()
  for (let at = 0; at < 60; at++) await sink.append([prediction('r', String(at))])
  await expect.poll(() => seen.map((each) => each.at(-1)?.done), { timeout: 5_000 }).toEqual([60, 60, 60])
  expect(countOf.mock.calls.length).toBeLessThanOrEqual(2 + Math.floor((performance.now() - start) / 500) + 1)
  const late: PredictionCount[] = []
  observePredictionCount('r', countOf).subscribe((count) => late.push(count))()
  expect(late).toEqual([{ done: 60, failed: 0 }])

  for (const end of leave) end()
  countOf.mockClear()
  await sink.append([prediction('r', 'later')])
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(countOf).not.toHaveBeenCalled()
})
