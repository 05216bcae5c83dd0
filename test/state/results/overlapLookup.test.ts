import { expect, test } from 'vitest'
import type { Dataset, DatasetRoles } from '../../../src/domain/dataset.ts'
import { devSamples } from '../../../src/state/results/overlapLookup.ts'
import { planOf, sample } from './fixtures.ts'

const tested = ['a', 'b'].map((id) => sample(id, 'Positive', { tier: 'x' }))
const others = ['c', 'd', 'e'].map((id) => sample(id, 'Positive', { tier: 'y' }))
const roles = (dev: string): DatasetRoles => ({ kind: 'column', column: 'tier', dev: [dev], samples: { dev: 1, test: 1 } })
const plan = { ...planOf(tested), drawn: { role: 'test' as const, roles: roles('y') } }

function source(now: DatasetRoles | undefined) {
  const dataset: Dataset = {
    id: plan.dataset.id, name: 'd', hash: 'h', schemeId: plan.scheme.id, rows: 5, samples: 5, problems: 0, notices: 0,
    source: { file: 'd.csv', bytes: 1, format: 'csv', encoding: null, mapping: {} }, importedAt: 1, demonstration: false, ...(now && { roles: now }),
  }
  return { readDataset: () => Promise.resolve({ dataset, samples: [...tested, ...others] }), readFile: () => Promise.reject(new Error('no file')) }
}

test.each([['as they were', roles('y')], ['changed over', roles('x')], ['taken away', undefined]])('the development part of the tested data set is the one that the plan froze: roles %s', async (_, now) => {
  expect((await devSamples(source(now), plan, undefined))?.samples).toEqual(others)
})

test('a sample that the plan asks is never one to develop on', async () => {
  const undivided = planOf(tested)
  expect((await devSamples(source(roles('x')), undivided, undivided.dataset.id))?.samples).toEqual([])
})
