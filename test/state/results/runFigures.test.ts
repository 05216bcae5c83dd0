import { describe, expect, it } from 'vitest'
import { runColumns } from '../../../src/state/results/columnsWriter.ts'
import { runFigures } from '../../../src/state/results/runFigures.ts'
import { matching } from '../../../src/state/results/runFilter.ts'
import { chosen, failed, prediction, reader, sample, scheme } from './fixtures.ts'

const samples = [sample('a', 'Positive'), sample('b', 'Negative'), sample('c', 'Negative'), sample('d', null), sample('e', 'Neutral'), sample('f', 'Positive')]

describe('runFigures', () => {
  const columns = runColumns(scheme, samples, [prediction('a'), prediction('b', { droppedTurns: 1 }), prediction('c'), prediction('d'), failed('e')], reader({
    a: chosen('Positive'), b: { kind: 'outOfScheme', found: '悲愤' }, c: { kind: 'truncated' }, d: chosen('Neutral'),
  }))
  const figures = runFigures(columns, matching(columns, { field: 'stance' }))
  const stance = figures.fields[0]!

  it('counts what became of every sample', () => {
    expect(figures).toMatchObject({ samples: 6, answered: 4, failed: 1, waiting: 1, dropped: 1 })
  })

  it('says of the whole run how often the engine’s check found another winner', () => {
    const check = (largest: number, fellBack: boolean) => ({ fidelity: { mean: 0.1, largest, fellBack } })
    const checked = runColumns(scheme, samples, [prediction('a', check(0.2, false)), prediction('b', check(0.75, true)), prediction('c')], reader({}))
    expect(runFigures(checked, matching(checked, { field: 'stance', search: 'nothing' }, samples)).checks).toEqual({ checked: 2, fellBack: 1, largest: 0.75 })
    expect(figures.checks).toEqual({ checked: 0, fellBack: 0, largest: 0 })
  })

  it('lists only the fields that were asked', () => {
    expect(figures.fields.map(({ field }) => field)).toEqual(['stance'])
  })

  it('keeps unparsed and out-of-scheme answers in the denominator, and failed or waiting samples in no figure', () => {
    expect(stance.all.records).toBe(3)
    expect(stance.all.accuracy).toBeCloseTo(1 / 3, 12)
    expect(stance.all).toMatchObject({ unparsed: 1, outOfScheme: 1, leftOut: 1 })
    expect(stance.byStatus).toMatchObject({ chosen: 1, outOfScheme: 1, truncated: 1, failed: 1, pending: 1 })
  })

  it('gives the figure without unparsed answers, out-of-scheme ones kept', () => {
    expect(stance.parsed.records).toBe(2)
    expect(stance.parsed.accuracy).toBe(1 / 2)
  })

  it('counts answers of samples without gold in the model’s matrix, not in the scores', () => {
    const labels = scheme.fields.find(({ id }) => id === 'stance')!.labels.map(({ id }) => id)
    expect(stance.answers[labels.indexOf('Neutral')]).toBe(1)
    expect(stance.gold.reduce((sum, count) => sum + count, 0)).toBe(3)
  })

  it('means probabilities only over the answers that have them', () => {
    const certain = (label: number): number[] => Array.from({ length: 9 }, (_, at) => (at === label ? 0.92 : 0.01))
    const measured = runColumns(scheme, samples, [prediction('a'), prediction('b')], reader({
      a: { kind: 'chosen', label: 'Positive', probabilities: certain(0) },
      b: chosen('Negative'),
    }))
    const [only] = runFigures(measured, matching(measured, { field: 'stance' })).fields
    expect(only!.measured).toBe(1)
    expect(only!.meanProbabilities![0]).toBeCloseTo(0.92, 6)
    expect(only!.confidence[0]).toBeCloseTo(0.92, 6)
    expect(only!.confidence[8]).toBeNaN()
  })

  it('keeps a field that was asked only behind answers that this reading does not choose, and says how many it leaves out', () => {
    const conditionals = ['explicit', 'implicit', 'intent'].map((field) => ({ field, given: {}, logProbabilities: new Float32Array(3) }))
    const outcome = { kind: 'guided', reasons: [], conditionals } as const
    const reread = runColumns(scheme, samples, [prediction('a', { outcome }), prediction('b', { outcome }), prediction('d', { outcome })], ({ sampleId }) => ({
      stance: sampleId === 'a' ? chosen('Positive') : { kind: 'notAsked' }, intent: { kind: 'notAsked' }, emotion: { kind: 'notAsked' },
    }))
    const { fields } = runFigures(reread, matching(reread, { field: 'stance' }))
    expect(fields.map(({ field, all, byStatus, notAsked }) => [field, all.records, byStatus.notAsked, notAsked])).toEqual([
      ['explicit', 0, 0, 3], ['implicit', 0, 0, 3], ['stance', 1, 1, 2], ['intent', 0, 0, 3],
    ])
    expect([...matching(reread, { field: 'stance', answer: 'notAsked' })].map((at) => reread.ids[at])).toEqual(['b', 'd'])
  })

  it('has no figure for an empty slice, and does not throw', () => {
    const empty = runFigures(columns, new Int32Array())
    expect(empty).toMatchObject({ samples: 0, answered: 0 })
    expect(empty.fields[0]!.all.accuracy).toBeUndefined()
  })
})
