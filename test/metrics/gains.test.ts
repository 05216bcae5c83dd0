import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../src/domain/random.ts'
import { accuracy, weightedF1 } from '../../src/metrics/classification.ts'
import { differences } from '../../src/metrics/comparison.ts'
import { confusion } from '../../src/metrics/confusion.ts'
import { type BaselineRule, gains, type GainsQuestion, type GainsTask } from '../../src/metrics/gains.ts'
import { population } from './population.ts'

const random = seededRandom('gains')
const { gold } = population(3, 1, 0.5).draw(random, 240)
const runOf = (model: string, method: string, right: number, dev?: number) => {
  const people = population(3, 1, right)
  const sample = dev === undefined ? undefined : population(3, 1, dev).draw(random, 100)
  return {
    model,
    method,
    predicted: people.answer(random, gold),
    dev: sample && confusion(3, sample.gold, sample.predicted),
  }
}
const task: GainsTask = {
  task: 'stance',
  labels: 3,
  gold,
  runs: [
    runOf('small', 'direct', 0.5, 0.3), runOf('small', 'cot', 0.55, 0.9), runOf('small', 'matrix', 0.8),
    runOf('large', 'direct', 0.7, 0.9), runOf('large', 'cot', 0.6, 0.3), runOf('large', 'matrix', 0.75),
  ],
}
const ask = (baseline: BaselineRule, more: Partial<GainsQuestion<'accuracy' | 'weightedF1'>> = {}) =>
  gains(
    {
      tasks: [task],
      method: 'matrix',
      baseline,
      metrics: { accuracy, weightedF1 },
      aggregation: { models: ['small', 'large'], mean: 'mean', unit: 'points' },
      ...more,
    },
    { random: seededRandom('same') },
  )
const score = (model: string, method: string) =>
  accuracy(confusion(3, gold, task.runs.find((run) => run.model === model && run.method === method)!.predicted))!

describe('gains', () => {
  it('are differences from the named baseline, with the interval of a paired comparison', () => {
    const { rows, headlines } = ask({ kind: 'named', method: 'direct' })
    expect(rows.length).toBe(4)
    const [row] = rows
    expect(row).toMatchObject({ task: 'stance', metric: 'accuracy', model: 'small', baseline: 'direct', records: 240 })
    expect(row!.gain).toBe(score('small', 'matrix') - score('small', 'direct'))
    const [first, , second] = task.runs
    const paired = differences({ labels: 3, gold, first: first!.predicted, second: second!.predicted }, { accuracy }, { random }).accuracy!
    expect(Math.abs(row!.interval!.low - paired.interval!.low)).toBeLessThan(0.012)
    expect(Math.abs(row!.interval!.high - paired.interval!.high)).toBeLessThan(0.012)
    const [headline] = headlines
    expect(headline!.gain).toBeCloseTo((rows[0]!.gain! + rows[1]!.gain!) / 2, 14)
    expect(headline!.interval!.low).toBeLessThan(headline!.gain!)
    expect(headline!.signs.up + headline!.signs.same + headline!.signs.down).toBe(2)
  })

  it('choose the baseline as the rule says, and say so', () => {
    const among = ['direct', 'cot']
    const strongest = ask({ kind: 'strongest', among })
    expect(strongest.rows[0]!.gain).toBeCloseTo(score('small', 'matrix') - Math.max(score('small', 'direct'), score('small', 'cot')), 14)
    const dev = ask({ kind: 'dev', among })
    expect(dev.rows.slice(0, 2).map(({ baseline }) => baseline)).toEqual(['cot', 'direct'])
    const rechosen = ask({ kind: 'rechosen', among })
    expect(rechosen.rows[0]!.gain).toBe(strongest.rows[0]!.gain)
    expect(rechosen.rows[0]!.interval).not.toEqual(strongest.rows[0]!.interval)
    expect(rechosen.rule.en).toBe('matrix against the strongest, chosen anew in each resample, of direct, cot; difference in points; mean over 2 models: small, large')
    expect(rechosen.rule.zh).toContain('每次重抽样重新选')
    expect(rechosen.headlines.every(({ rule }) => rule === rechosen.rule)).toBe(true)
  })

  it('make no headline where a model of the rule is missing, nor a row’s gain where its baseline is', () => {
    const { headlines, rows } = ask({ kind: 'named', method: 'few-shot' })
    expect(rows.every(({ gain, interval, baseline }) => gain === undefined && interval === undefined && baseline === undefined)).toBe(true)
    expect(headlines.every(({ gain, interval }) => gain === undefined && interval === undefined)).toBe(true)
    const partly = ask({ kind: 'named', method: 'direct' }, { aggregation: { models: ['small', 'absent'], mean: 'mean', unit: 'points' } })
    expect(partly.headlines[0]!.gain).toBeUndefined()
    expect(partly.rows[0]!.gain).toBeDefined()
  })

  it('can be medians and per cent', () => {
    const { rows, headlines } = ask({ kind: 'named', method: 'direct' }, { aggregation: { models: ['large', 'small'], mean: 'median', unit: 'percent' } })
    expect(rows[0]!.gain).toBeCloseTo(score('small', 'matrix') / score('small', 'direct') - 1, 14)
    expect(headlines[0]!.gain).toBeCloseTo((rows[0]!.gain! + rows[1]!.gain!) / 2, 14)
  })

  it('are standardised to a mix of strata', () => {
    const strata = gold
    const mix = [1, 1, 1]
    const name = { zh: '立场', en: 'stance' }
    const { rows, rule } = ask({ kind: 'named', method: 'direct' }, { standard: { name, strata, mix } })
    const recall = (method: string, label: number) => {
      const run = task.runs.find((one) => one.model === 'small' && one.method === method)!
      const of = [...gold.keys()].filter((record) => gold[record] === label)
      return of.filter((record) => run.predicted[record] === label).length / of.length
    }
    const expected = [0, 1, 2].reduce((sum, label) => sum + recall('matrix', label) - recall('direct', label), 0) / 3
    expect(rows[0]!.gain).toBeCloseTo(expected, 12)
    expect(rows[0]!.interval!.low).toBeLessThan(expected)
    expect(rule.en).toContain('standardised to the mix of stance')
    const missing = ask({ kind: 'named', method: 'direct' }, { standard: { name, strata, mix: [1, 1, 1, 1] } })
    expect(missing.rows[0]!.gain).toBeUndefined()
    expect(() => ask({ kind: 'named', method: 'direct' }, { standard: { name, strata, mix: [1] } })).toThrow(RangeError)
  })

  it('can be taken within a slice', () => {
    const { rows } = ask({ kind: 'named', method: 'direct' }, { only: (record) => gold[record] === 1 })
    expect(rows[0]!.records).toBe([...gold].filter((label) => label === 1).length)
    expect(ask({ kind: 'named', method: 'direct' }, { only: () => false }).rows[0]).toMatchObject({ gain: undefined, interval: undefined, records: 0 })
  })
})
