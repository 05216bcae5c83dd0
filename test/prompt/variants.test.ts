import { describe, expect, test } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import type { Method } from '../../src/domain/method.ts'
import { answerTree } from '../../src/prompt/answerTree.ts'
import { builtInMethods, studyMethods } from '../../src/prompt/builtInMethods.ts'
import { instructions } from '../../src/prompt/instructions.ts'
import { shamMatrix } from '../../src/prompt/shamMatrix.ts'
import { listedOrder, OTHER_WORDINGS, withVariants } from '../../src/prompt/variants.ts'

const all = [...builtInMethods, ...studyMethods]
const lines = (method: Method): readonly string[] => instructions(builtInScheme, method).split('\n')
const variants = withVariants(all, OTHER_WORDINGS).filter(({ variant }) => variant)
const baseOf = ({ variant }: Method): Method => all.find(({ id }) => id === variant!.of)!

describe('variants of a method', () => {
  test('are as many of each kind as wanted, behind their method, each with an id of its own', () => {
    const [matrix] = builtInMethods
    expect(withVariants([matrix!], 2).map(({ id }) => id)).toEqual(['matrix', 'matrix-wording-1', 'matrix-wording-2', 'matrix-order-1', 'matrix-order-2'])
    expect(withVariants([matrix!], 0)).toEqual([matrix])
    expect(new Set(variants.map(({ id }) => id)).size).toBe(variants.length)
  })

  test('keep every definition and every heading word for word, and the tree of answers', () => {
    for (const method of variants) {
      const base = baseOf(method)
      const [own, other] = [lines(base), lines(method)]
      expect(other).toHaveLength(own.length)
      if (method.variant!.kind === 'labelOrder') expect([...other].sort()).toEqual([...own].sort())
      else expect(other.filter((line, at) => line !== own[at])).toHaveLength(2)
      const definitions = builtInScheme.fields.flatMap((field) => [field.definition.zh, ...field.labels.map(({ definition }) => definition.zh)])
      for (const definition of definitions) expect(other.some((line) => line.endsWith(definition))).toBe(true)
      expect(answerTree(builtInScheme, { ...method, steps: method.steps.filter(({ kind }) => kind !== 'give') })).toEqual(answerTree(builtInScheme, { ...base, steps: base.steps.filter(({ kind }) => kind !== 'give') }))
    }
  })

  test('ask in other words, or list in another order: no two of a method are alike', () => {
    for (const base of all) {
      const own = [base, ...variants.filter(({ variant }) => variant!.of === base.id)].map((method) => instructions(builtInScheme, method))
      expect(new Set(own).size).toBe(own.length)
    }
  })

  test('list each label once, from the seed alone', () => {
    for (const method of variants) {
      for (const field of builtInScheme.fields) {
        expect([...listedOrder(method, field)].sort((one, other) => one - other)).toEqual(field.labels.map((_, index) => index))
        expect(listedOrder(method, field)).toEqual(listedOrder({ variant: method.variant! }, field))
      }
    }
  })

  test('are had of no control, nor of what is told a run’s answers', () => {
    const without = [...studyMethods.filter(({ id }) => ['structure-only', 'predicted-stance'].includes(id)), shamMatrix(builtInScheme, builtInMethods[0]!, 'permuted', 1)]
    expect(without).toHaveLength(3)
    expect(withVariants(without, 3)).toEqual(without)
  })

  const few = (change: Partial<Method> = {}): Method => ({ ...builtInMethods[1]!, id: 'direct-few', shots: { dataset: { id: 'd', name: 'd', hash: 'h' }, draw: { kind: 'random', count: 1 }, seed: 1, shots: [] }, ...change })
  const kindsOf = (method: Method, each: number) => withVariants([method], each).slice(1).map(({ id, variant }) => `${variant!.kind} ${id}`)

  test('of a few-shot method are other wordings, other label orders and other draws of its examples, each named by what it varies', () => {
    expect(kindsOf(few(), 2)).toEqual(['wording direct-few-wording-1', 'wording direct-few-wording-2', 'labelOrder direct-few-order-1', 'labelOrder direct-few-order-2', 'shots direct-few-draw-1', 'shots direct-few-draw-2'])
    expect(withVariants([few()], 1).slice(1).map(({ name }) => [name.zh.replace(few().name.zh, ''), name.en.replace(few().name.en, '')])).toEqual([['（换说法 1）', ' (wording 1)'], ['（换标签顺序 1）', ' (label order 1)'], ['（换示例 1）', ' (examples 1)']])
    const [base, ...others] = withVariants([few()], 1).map((method) => instructions(builtInScheme, method))
    // the instructions of another draw are the same: its examples differ
    expect(others.map((text) => text === base)).toEqual([false, false, true])
  })

  test('of a few-shot method whose examples are named, or whose words are a person’s own, are what is left to vary', () => {
    const { shots } = few()
    expect(kindsOf(few({ shots: { ...shots!, draw: { kind: 'named', ids: ['a'] } } }), 1)).toEqual(['wording direct-few-wording-1', 'labelOrder direct-few-order-1'])
    expect(kindsOf(few({ template: { system: '{definitions}', user: '{text}' } }), 1)).toEqual(['labelOrder direct-few-order-1', 'shots direct-few-draw-1'])
    expect(kindsOf(few({ labelForm: 'letter' }), 1)).toEqual(['wording direct-few-wording-1', 'shots direct-few-draw-1'])
  })
})
