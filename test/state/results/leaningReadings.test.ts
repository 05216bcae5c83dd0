import { expect, test } from 'vitest'
import { leaningReadings } from '../../../src/state/results/evidence/leaningReadings.ts'
import { plan, runs } from './evidenceFixtures.ts'

const guided = runs.find(({ method }) => method.id === 'matrix')!
const priors = (run: Parameters<typeof leaningReadings>[1]) => leaningReadings(plan, run, plan.reading).map(({ prior }) => prior)

test('a run with probabilities is read under each prior that it can have', () => {
  expect(priors(guided)).toEqual(['none', 'contentFree', 'batch'])
})

test('answers that were imported or written are read in one way: nothing can be subtracted from them', () => {
  expect(priors({ ...guided, method: { ...guided.method, asking: 'free' } })).toEqual(['none'])
  expect(priors({ ...guided, model: { ref: { id: 'cloud', kind: 'causal', origin: 'imported' } as unknown as typeof guided.model.ref } })).toEqual(['none'])
})
