import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import { scoredFields } from '../../src/domain/method.ts'
import type { Scheme } from '../../src/domain/scheme.ts'
import { answerTree } from '../../src/prompt/answerTree.ts'
import { builtInMethods, studyMethods } from '../../src/prompt/builtInMethods.ts'
import { promptFor, sentinelGiven } from '../../src/prompt/messages.ts'
import { directSteps, guidedSteps, methodsOf } from '../../src/prompt/schemeMethods.ts'
import { anyScheme, polarityScheme, twoByTwo, wideScheme } from '../export/schemeFixtures.ts'

const ids = (scheme: Scheme) => methodsOf(scheme).methods.map(({ id }) => id)
const stepsOf = (scheme: Scheme, id: string) => methodsOf(scheme).methods.find((method) => method.id === id)!.steps.map((step) => (step.kind === 'reason' ? 'reason' : `${step.kind} ${step.field}`))

describe('the methods of a scheme', () => {
  test('of the built-in scheme are its own', () => {
    expect(methodsOf(builtInScheme).methods.slice(0, 12)).toEqual([...builtInMethods, ...studyMethods])
    expect(methodsOf(builtInScheme).methods).toHaveLength(22)
  })

  test('are made by the rule that the built-in ones follow', () => {
    expect(directSteps(builtInScheme)).toEqual(builtInMethods.find(({ id }) => id === 'direct')!.steps)
    expect(guidedSteps(builtInScheme)).toEqual(builtInMethods.find(({ id }) => id === 'matrix')!.steps)
    const other = { ...builtInScheme, id: 'the-same' }
    expect(ids(other).filter((id) => !/^(oracle|shuffled|predicted)/.test(id))).toEqual(ids(builtInScheme).filter((id) => !/^(oracle|shuffled|predicted)/.test(id)))
    expect(['oracle', 'shuffled', 'predicted'].map((kind) => stepsOf(other, `${kind}-stance`))).toEqual(['oracle', 'shuffled', 'predicted'].map((kind) => stepsOf(builtInScheme, `${kind}-stance`)))
  })

  test('of one field choose it, and have neither steps nor controls to compare', () => {
    expect(ids(polarityScheme)).toEqual(['direct', 'reason', 'direct-free', 'cot'])
    expect(stepsOf(polarityScheme, 'direct')).toEqual(['choose polarity'])
    expect(methodsOf(polarityScheme).classifier.steps).toEqual([{ kind: 'choose', field: 'polarity' }])
  })

  test('of a matrix of two by two alone walk it, and tell nothing where nothing is left to ask', () => {
    expect(stepsOf(twoByTwo, 'matrix')).toEqual(['choose tone', 'choose will', 'derive attitude'])
    expect(stepsOf(twoByTwo, 'direct')).toEqual(['choose attitude'])
    expect(ids(twoByTwo).filter((id) => id.startsWith('oracle'))).toEqual([])
    // a sham of it would be scored by nothing
    expect([methodsOf(twoByTwo).shams.arbitrary.length, methodsOf(twoByTwo).shams.permuted.length]).toEqual([0, 5])
  })

  test('that tell shuffled labels are controls of those that tell gold', () => {
    for (const scheme of [builtInScheme, wideScheme]) {
      const told = methodsOf(scheme).methods.find(({ id }) => id.startsWith('shuffled-'))!
      expect(told.control).toEqual({ kind: 'shuffled', of: told.id.replace('shuffled', 'oracle') })
      expect(ids(scheme)).toContain(told.control!.of)
    }
  })

  test('of more fields walk the matrix first, whatever stands before it', () => {
    expect(stepsOf(wideScheme, 'matrix')).toEqual(['choose tone', 'choose will', 'derive attitude', 'derive valence', 'choose topic', 'choose aim'])
    expect(stepsOf(wideScheme, 'direct')).toEqual(['choose topic', 'choose attitude', 'choose valence', 'choose aim'])
    expect(stepsOf(wideScheme, 'oracle-attitude')).toEqual(['give attitude', 'choose topic', 'choose valence', 'choose aim'])
  })

  test('have no sham of meaningless parts where another field rests on the parts', () => {
    expect(methodsOf(wideScheme).shams.arbitrary).toEqual([])
    expect(methodsOf(wideScheme).shams.permuted).toHaveLength(5)
  })

  test('can be asked, each of them, whatever the scheme', () => {
    fc.assert(fc.property(anyScheme, (scheme) => {
      const { methods, classifier } = methodsOf(scheme)
      expect(methods.filter((method) => scoredFields(scheme, method).length === 0)).toEqual([])
      expect(new Set(methods.map(({ id }) => id)).size).toBe(methods.length)
      for (const method of methods) {
        const given = sentinelGiven(scheme, method)
        expect(answerTree(scheme, method, given).levels.length).toBeGreaterThan(0)
        expect(promptFor(scheme, method, { text: '句子', context: '', scene: null, given }).messages.length).toBeGreaterThan(1)
      }
      const answered = classifier.steps.map((step) => (step.kind === 'reason' ? '' : step.field))
      expect([...answered].sort()).toEqual(scheme.fields.map(({ id }) => id).sort())
    }), { numRuns: 40 })
  })
})
