import { describe, expect, test } from 'vitest'
import type { Scheme } from '../../../src/domain/scheme.ts'
import { methodsOf } from '../../../src/prompt/schemeMethods.ts'
import { formatAddress, parseAddress } from '../../../src/state/address.ts'
import { nextPlan } from '../../../src/state/results/nextPlan.ts'
import { planOf, runOf, sample, scheme } from './fixtures.ts'

const samples = [sample('a', 'Neutral'), sample('b', 'Negative')]
const plan = planOf(samples)
const run = runOf()
const models = [{ id: 'labels', kind: 'classifier' }, { id: 'other', kind: 'causal' }, { id: 'model', kind: 'causal' }] as const

describe('the plan that fills an empty evidence screen', () => {
  test('keeps data, seed and the run’s model, and can be written as an address', () => {
    const next = nextPlan('gains', { plan, run }, models)
    expect(next).toMatchObject({ screen: 'plan', dataset: 'data', models: ['model'], seed: '1' })
    expect(next).not.toHaveProperty('samples')
    expect(parseAddress(formatAddress(next!))).toMatchObject(next!)
  })

  test('draws as few samples as the run did', () => {
    const few = { ...plan, dataset: { ...plan.dataset, samples: 50 } }
    expect(nextPlan('gains', { plan: few, run }, models)).toMatchObject({ samples: '2' })
  })

  test('asks all controls without a prior for the sham screen', () => {
    const next = nextPlan('shams', { plan, run }, models)
    const { shams } = methodsOf(scheme)
    expect(next?.prior).toBe('none')
    for (const { id } of [...shams.arbitrary, ...shams.permuted]) expect(next?.methods).toContain(id)
    expect(next?.methods).toEqual(expect.arrayContaining(['matrix', 'structure-only', 'matrix-reason']))
  })

  test('has every rung of the ladder, and other ways of asking the same method', () => {
    expect(nextPlan('ladder', { plan, run }, models)?.methods).toEqual(['direct', 'shuffled-stance', 'predicted-stance', 'oracle-stance'])
    expect(nextPlan('spread', { plan, run }, models)).toMatchObject({ methods: ['direct-free'], spread: '2' })
  })

  test('sets a second method beside the run’s, never the same one twice', () => {
    expect(nextPlan('agreement', { plan, run }, models)?.methods).toEqual(['direct-free', 'direct'])
    const direct = { ...run, method: methodsOf(scheme).methods.find(({ id }) => id === 'direct')! }
    expect(new Set(nextPlan('agreement', { plan, run: direct }, models)?.methods).size).toBe(2)
  })

  test('takes a language model at hand for a classifier’s run; without one there is nothing to plan', () => {
    const ref = { id: 'labels', kind: 'classifier', origin: 'embedded', revision: null, files: [], dtype: 'q8', device: 'wasm', graph: 'asShipped' } as const
    const classified = { ...run, model: { ref } }
    expect(nextPlan('gains', { plan, run: classified }, models)).toMatchObject({ models: ['other'] })
    expect(nextPlan('gains', { plan, run: classified }, models.slice(0, 1))).toBeNull()
  })

  test('is none where no other run would help, or the scheme has no such methods', () => {
    expect(nextPlan('overlap', { plan, run }, models)).toBeNull()
    const plain: Scheme = { id: 'plain', version: 1, name: scheme.name, fields: scheme.fields.filter(({ kind }) => kind === 'chosen') }
    const bare = { ...plan, scheme: plain }
    expect(nextPlan('shams', { plan: bare, run }, models)).toBeNull()
    expect(nextPlan('ladder', { plan: bare, run }, models)).toBeNull()
  })
})
