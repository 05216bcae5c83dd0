import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  accuracy,
  type Classification,
  classF1,
  classification,
  macroF1,
  macroF1Ceiling,
  macroRecall,
  microF1,
  supportedLabels,
  weightedF1,
} from '../../src/metrics/classification.ts'
import { confusion, withoutUnparsed } from '../../src/metrics/confusion.ts'
import { golden, indices } from './golden.ts'

interface Case {
  readonly k: number
  readonly gold: string
  readonly predicted: string
  readonly all: readonly number[] | null
  readonly withoutUnparsed: readonly number[] | null
  readonly perClass?: readonly (readonly number[])[]
  readonly support?: readonly number[]
}

const { cases } = golden('classification') as { cases: readonly Case[] }

/** In the order of the fixture: accuracy, then precision, recall and F1: macro, micro, weighted. */
function figures({ accuracy, macro, micro, weighted }: Classification): (number | undefined)[] {
  return [accuracy, ...[macro, micro, weighted].flatMap(({ precision, recall, f1 }) => [precision, recall, f1])]
}

function expectClose(actual: readonly (number | undefined)[], expected: readonly number[] | null): void {
  if (!expected) {
    for (const figure of actual) expect(figure).toBeUndefined()
    return
  }
  expect(actual.length).toBe(expected.length)
  actual.forEach((figure, at) => expect(Math.abs((figure ?? NaN) - expected[at]!)).toBeLessThanOrEqual(1e-12))
}

describe('classification', () => {
  it.each(cases.map((one, number) => [number, one] as const))('is what scikit-learn says, case %i', (_, one) => {
    const table = confusion(one.k, indices(one.gold), indices(one.predicted))
    const scores = classification(table)
    expectClose(figures(scores), one.all)
    expectClose(figures(classification(withoutUnparsed(table))), one.withoutUnparsed)
    if (one.perClass) {
      // scikit-learn's zero_division=0 stands where there is none
      expectClose(scores.perClass.map(({ precision }) => precision ?? 0), one.perClass[0]!)
      expectClose(scores.perClass.map(({ recall }) => recall ?? 0), one.perClass[1]!)
      expectClose(scores.perClass.map(({ f1 }) => f1 ?? 0), one.perClass[2]!)
      for (const { precision, recall, f1, support, predicted } of scores.perClass) {
        expect([precision === undefined, recall === undefined, f1 === undefined]).toEqual([predicted === 0, support === 0, predicted + support === 0])
      }
      expect(scores.perClass.map(({ support }) => support)).toEqual(one.support)
    }
  })

  it('covers what it ought to: 200 cases and more, with each kind of trouble among them', () => {
    expect(cases.length).toBeGreaterThan(200)
    const among = (sign: string, side: 'gold' | 'predicted') => cases.filter((one) => one[side].includes(sign)).length
    expect(Math.min(among('!', 'gold'), among('.', 'predicted'), among('?', 'predicted'))).toBeGreaterThan(50)
    expect(cases.filter(({ support }) => support?.includes(0)).length).toBeGreaterThan(100)
  })

  it('counts an unparsed answer as wrong and as nobody’s false positive', () => {
    const scores = classification(confusion(2, [0, 0, 1], [0, -1, 1]))
    expect(scores.accuracy).toBe(2 / 3)
    expect(scores.perClass.map(({ precision }) => precision)).toEqual([1, 1])
    expect(scores.micro.f1).toBe(4 / 5)
    expect([scores.unparsed, scores.outOfScheme]).toEqual([1, 0])
  })

  it('has no recall without gold, no precision without answers, no F1 without either; the macro averages count them as 0', () => {
    const scores = classification(confusion(4, [0, 0, 1, 1], [0, 2, 0, 0]))
    expect(scores.perClass.map(({ precision, recall, f1 }) => [precision, recall, f1])).toEqual([[1 / 3, 1 / 2, 2 / 5], [undefined, 0, 0], [0, undefined, 0], [undefined, undefined, undefined]])
    expect(scores.macro).toEqual({ precision: 1 / 3 / 4, recall: 1 / 2 / 4, f1: 2 / 5 / 4 })
  })

  it('says n/a for an empty table and throws for nothing', () => {
    const scores = classification(confusion(3, [-1], [2]))
    expect(figures(scores)).toEqual(new Array(10).fill(undefined))
    expect(scores.perClass[2]).toEqual({
      precision: undefined, recall: undefined, f1: undefined, support: 0, predicted: 0, correct: 0,
    })
    expect([scores.supportedMacroF1, scores.macroF1Ceiling, scores.records, scores.leftOut]).toEqual([undefined, undefined, 0, 1])
  })

  it('tells the ceiling of macro-F1, and averages over the labels with ten gold', () => {
    const gold = [...new Array<number>(10).fill(0), ...new Array<number>(9).fill(1)]
    const table = confusion(4, gold, gold)
    expect(macroF1(table)).toBe(0.5)
    expect(macroF1Ceiling(table)).toBe(0.5)
    expect(supportedLabels(table)).toEqual([0])
    expect(supportedLabels(table, 9)).toEqual([0, 1])
    expect(classification(table).supportedMacroF1).toBe(1)
    expect(macroF1(table, [])).toBeUndefined()
  })

  const drawn = fc.array(fc.tuple(fc.integer({ min: -1, max: 3 }), fc.integer({ min: -2, max: 3 })), { minLength: 1 })
  const tableOf = (pairs: readonly (readonly [number, number])[]) =>
    confusion(4, pairs.map(([gold]) => gold), pairs.map(([, predicted]) => predicted))

  it('lies from 0 to 1, under its ceiling, and orders as it must', () => {
    fc.assert(
      fc.property(drawn, (pairs) => {
        const table = tableOf(pairs)
        const scores = classification(table)
        if (scores.records === 0) return
        for (const figure of figures(scores)) {
          expect(figure).toBeGreaterThanOrEqual(0)
          expect(figure).toBeLessThanOrEqual(1 + 1e-12)
        }
        expect(macroF1(table)!).toBeLessThanOrEqual(macroF1Ceiling(table)! + 1e-12)
        expect(microF1(table)!).toBeGreaterThanOrEqual(accuracy(table)! - 1e-12)
        expect(Math.abs(scores.weighted.recall! - accuracy(table)!)).toBeLessThan(1e-12)
        const perClass = [0, 1, 2, 3].map((label) => classF1(label)(table)!)
        expect(Math.abs(macroF1(table)! - perClass.reduce((sum, f1) => sum + f1, 0) / 4)).toBeLessThan(1e-12)
      }),
    )
  })

  it('does not depend on the order of records, nor on the labels’ names', () => {
    fc.assert(
      fc.property(drawn, fc.constantFrom([1, 2, 3, 0], [3, 2, 1, 0]), (pairs, names) => {
        const renamed = (label: number) => (label < 0 ? label : names[label]!)
        const other = tableOf(pairs.map(([gold, predicted]) => [renamed(gold), renamed(predicted)] as const).reverse())
        for (const figure of [accuracy, macroRecall, macroF1, microF1, weightedF1]) {
          expect(figure(other) ?? -1).toBeCloseTo(figure(tableOf(pairs)) ?? -1, 12)
        }
      }),
    )
  })
})
