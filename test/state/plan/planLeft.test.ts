import { expect, test } from 'vitest'
import type { Run } from '../../../src/domain/plan.ts'
import type { Estimate } from '../../../src/run/progress.ts'
import { planLeft } from '../../../src/state/plan/planLeft.ts'

const known: Estimate = { kind: 'known', itemsPerMinute: 60, left: 10_000, leftAtLeast: 9_000, leftAtMost: 11_000 }
const runs = ['one', 'two', 'three'].map((id) => ({ id })) as unknown as readonly Run[]
const left = new Map([['one', { samples: 10, more: false }], ['two', { samples: 20, more: false }], ['three', { samples: 0, more: true }]])

test('the time left of a plan is that of all runs with a pace; of the others how much they are', () => {
  expect(planLeft({ id: 'one', estimate: known }, runs, left, () => 500)).toEqual({ time: 20_000, untimed: 0 })
  expect(planLeft({ id: 'one', estimate: known }, runs, left, () => undefined)).toEqual({ time: 10_000, untimed: 20 })
})

test('is not told while the current run’s is not known, nor where no other run is left', () => {
  expect(planLeft({ id: 'one', estimate: { kind: 'measuring' } }, runs, left, () => 500)).toBeNull()
  expect(planLeft({ id: 'two', estimate: known }, runs.slice(1), left, () => 500)).toBeNull()
})
