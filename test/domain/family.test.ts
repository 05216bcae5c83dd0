import { describe, expect, it } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import { type Asks, controlGroups, type FamilyPairs, familyPairs, isMember } from '../../src/domain/family.ts'
import type { Method } from '../../src/domain/method.ts'
import type { Plan, Run } from '../../src/domain/plan.ts'
import { builtInMethods, studyMethods } from '../../src/prompt/builtInMethods.ts'
import { shamMatrix } from '../../src/prompt/shamMatrix.ts'
import { toyRef } from '../run/toyEngine.ts'

const [matrix, direct] = builtInMethods as [Method, Method]
const study = (id: string): Method => studyMethods.find((method) => method.id === id)!
const shams = ([1, 2] as const).flatMap((seed) => (['arbitrary', 'permuted'] as const).map((kind) => shamMatrix(builtInScheme, matrix, kind, seed)))
const reworded: Method = { ...matrix, id: 'matrix-wording-1', variant: { kind: 'wording', of: 'matrix', seed: 1 } }

const runs: readonly Run[] = ['small', 'large'].flatMap((model) =>
  [matrix, direct, study('oracle-stance'), study('shuffled-stance'), study('structure-only'), study('matrix-reason'), reworded, ...shams].map((method) => ({
    id: `${model} ${method.id}`, planId: 'p', model: { ref: { ...toyRef, id: model } }, method, promptHash: '',
  })),
)
const plan = (pairs?: FamilyPairs, field = 'stance'): Pick<Plan, 'scheme' | 'primaryMetric' | 'family'> => ({
  scheme: builtInScheme, primaryMetric: { field, metric: 'macroF1' }, ...(pairs && { family: { pairs } }),
})
const named = (pairs: FamilyPairs | undefined, field?: string) => familyPairs(plan(pairs, field), runs).map(({ run, baseline }) => `${run.id} - ${baseline.id}`)

describe('the pairs of a family', () => {
  it('are none where the plan names none', () => {
    expect(named(undefined)).toEqual([])
    expect(named({ kind: 'none' })).toEqual([])
  })

  it('stay within a model where methods are compared', () => {
    expect(named({ kind: 'againstMethod', method: 'direct' })).toEqual(
      ['small', 'large'].flatMap((model) => ['matrix', 'structure-only', 'matrix-reason'].map((method) => `${model} ${method} - ${model} direct`)),
    )
  })

  it('go across models where they are against one run, or all', () => {
    expect(named({ kind: 'againstRun', model: 'large', method: 'matrix' })).toEqual([
      'small matrix - large matrix', 'small direct - large matrix', 'small structure-only - large matrix', 'small matrix-reason - large matrix',
      'large direct - large matrix', 'large structure-only - large matrix', 'large matrix-reason - large matrix',
    ])
    const all = named({ kind: 'allPairs' })
    expect(all).toHaveLength((8 * 7) / 2)
    expect(new Set(all.map((pair) => pair.split(' - ').sort().join(' - '))).size).toBe(all.length)
  })

  it('hold the shuffled stance of plans that were frozen before it was a control, whose family must not change', () => {
    const { id, name, summary, steps, asking, labelForm } = study('shuffled-stance')
    const asFrozen: Method = { id, name, summary, steps, asking, labelForm }
    expect(isMember(plan(undefined, 'intent'), { method: asFrozen })).toBe(true)
    expect(isMember(plan(undefined, 'intent'), { method: study('shuffled-stance') })).toBe(false)
  })

  it('hold runs that answer the primary field, and neither shams nor variants', () => {
    expect(named({ kind: 'againstMethod', method: 'direct' }, 'intent').filter((pair) => pair.startsWith('small'))).toEqual(
      ['matrix', 'oracle-stance', 'structure-only', 'matrix-reason'].map((method) => `small ${method} - small direct`),
    )
    expect(runs.filter((run) => isMember(plan(undefined, 'intent'), run)).map(({ method }) => method.id)).not.toContain('matrix-wording-1')
    expect(named({ kind: 'againstMethod', method: 'matrix-sham-1' }, 'intent')).toEqual([])
  })
})

describe('controls', () => {
  it('stand with the run that they control, by model and kind', () => {
    expect(controlGroups<Asks>(runs).map(({ run, kind, controls }) => [run.model.ref.id, run.method.id, kind, controls.map(({ method }) => method.id)])).toEqual(
      ['small', 'large'].flatMap((model) => [
        [model, 'matrix', 'arbitrary', ['matrix-sham-1', 'matrix-sham-2']],
        [model, 'matrix', 'permuted', ['matrix-permuted-1', 'matrix-permuted-2']],
        [model, 'oracle-stance', 'shuffled', ['shuffled-stance']],
        [model, 'matrix-reason', 'structure', ['structure-only']],
      ]),
    )
  })

  it('are none without the run', () => {
    expect(controlGroups(runs.filter(({ method }) => !['matrix-reason', 'matrix', 'oracle-stance'].includes(method.id)))).toEqual([])
  })
})
