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

  test('of a few-shot method are other draws of its examples', () => {
    const few: Method = { ...builtInMethods[1]!, id: 'direct-few', shots: { dataset: { id: 'd', name: 'd', hash: 'h' }, draw: { kind: 'random', count: 1 }, seed: 1, shots: [] } }
    expect(withVariants([few], 2).map(({ id, variant }) => [id, variant?.kind])).toEqual([['direct-few', undefined], ['direct-few-draw-1', 'shots'], ['direct-few-draw-2', 'shots']])
  })
})
