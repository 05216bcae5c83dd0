import { describe, expect, it } from 'vitest'
import { builtInScheme } from '../../../src/domain/builtInScheme.ts'
import type { Asks } from '../../../src/domain/family.ts'
import { methodsOf } from '../../../src/prompt/schemeMethods.ts'
import { familyChoices, familyText, MARGIN, plannedFamily } from '../../../src/state/plan/planFamily.ts'
import { toyRef } from '../../run/toyEngine.ts'

const primary = { field: 'stance', metric: 'macroF1' } as const
const run = (method: string, model = 'm'): Asks => ({ model: { ref: { ...toyRef, id: model } }, method: methodsOf(builtInScheme).methods.find(({ id }) => id === method)! })
const family = (runs: readonly Asks[], address: { family?: string; margin?: string } = {}) => plannedFamily(address, builtInScheme, primary, runs)

describe('the family that an address means', () => {
  it('is, unsaid, each model’s methods against direct, or the first', () => {
    expect(family([run('matrix')])).toEqual({ pairs: { kind: 'none' } })
    expect(family([run('matrix'), run('direct'), run('cot')]).pairs).toEqual({ kind: 'againstMethod', method: 'direct' })
    expect(family([run('matrix'), run('cot')]).pairs).toEqual({ kind: 'againstMethod', method: 'matrix' })
    expect(family([run('matrix'), run('matrix', 'n')]).pairs).toEqual({ kind: 'againstRun', model: 'm', method: 'matrix' })
  })

  it('is what was written, wherever that is there', () => {
    const runs = [run('matrix'), run('direct'), run('matrix', 'a:b')]
    for (const pairs of familyChoices(builtInScheme, primary, runs)) expect(family(runs, { family: familyText(pairs) }).pairs).toEqual(pairs)
    expect(familyChoices(builtInScheme, primary, runs)).toContainEqual({ kind: 'againstRun', model: 'a:b', method: 'matrix' })
    for (const wrong of ['all of them', 'method:cot', 'run:direct:a:b', 'method']) expect(family(runs, { family: wrong }).pairs).toEqual({ kind: 'againstMethod', method: 'direct' })
    expect(family([run('matrix')], { family: 'all' }).pairs).toEqual({ kind: 'none' })
  })

  it('offers nothing to compare where one run answers the primary field', () => {
    expect(familyChoices(builtInScheme, primary, [run('matrix'), run('oracle-stance')])).toEqual([{ kind: 'none' }])
  })

  it('has a margin where controls are planned, in points', () => {
    const runs = [run('matrix'), run('matrix-sham-1')]
    expect(family(runs).margin).toBe(MARGIN)
    expect(family(runs, { margin: '1.5' }).margin).toBe(0.015)
    for (const wrong of ['0', '-1', '60', 'two', '']) expect(family(runs, { margin: wrong }).margin).toBe(MARGIN)
    expect(family([run('matrix'), run('direct')], { margin: '1.5' }).margin).toBeUndefined()
  })
})
