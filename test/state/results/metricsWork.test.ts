import { describe, expect, it } from 'vitest'
import type { Prediction } from '../../../src/domain/prediction.ts'
import { MetricsWork } from '../../../src/state/results/metricsWork.ts'
import type { RunKey } from '../../../src/state/results/metricsService.ts'
import { chosen, failed, memorySource, prediction, sample } from './fixtures.ts'

const samples = ['a', 'b', 'c', 'd', 'e'].map((id) => sample(id, id < 'c' ? 'Positive' : 'Negative', { group: id < 'd' ? 'one' : 'two' }))
const key = (run: string, version = '1'): RunKey => ({ plan: 'plan', run, reading: { prior: 'none', rule: 'joint', parser: 1 }, version })
const filter = { field: 'stance' }

function work() {
  const source = memorySource(
    samples,
    { first: ['a', 'b', 'c', 'd'].map((id) => prediction(id)), second: ['a', 'b', 'c'].map((id) => prediction(id)).concat(failed('d'), prediction('e')) },
    {
      first: { a: chosen('Positive'), b: chosen('Negative'), c: chosen('Negative'), d: chosen('Neutral') },
      second: { a: chosen('Negative'), b: chosen('Positive'), c: chosen('Negative'), e: chosen('Negative') },
    },
  )
  return { source, metrics: new MetricsWork(source) }
}

describe('MetricsWork', () => {
  it('says null for a run that is not there', async () => {
    expect(await work().metrics.open(key('nobody'))).toBeNull()
    expect(await work().metrics.open({ ...key('first'), plan: 'nobody' })).toBeNull()
  })

  it('reads a run once for each version', async () => {
    const { source, metrics } = work()
    await metrics.figures(key('first'), filter)
    await metrics.rows(key('first'), filter, 0, 2)
    expect(source.reads).toEqual(['first'])
    await metrics.figures(key('first', '2'), filter)
    expect(source.reads).toEqual(['first', 'first'])
  })

  it('asks again after a failure to read', async () => {
    const { source } = work()
    let broken = true
    const metrics = new MetricsWork({ ...source, readPredictions: (id) => (broken ? Promise.reject(new Error('disk')) : source.readPredictions(id)) })
    await expect(metrics.open(key('first'))).rejects.toThrow('disk')
    broken = false
    expect((await metrics.open(key('first')))?.answered).toBe(4)
  })

  it('says where the reading needs a prior that the run does not have, and reads nothing then', async () => {
    const outcome = { kind: 'guided', conditionals: [], reasons: [] } as const
    const source = memorySource(samples, { first: [prediction('a', { outcome })], written: [prediction('a')] }, { first: {}, written: { a: chosen('Positive') } })
    const read = (one: Prediction) => {
      if (one.outcome.kind === 'guided') throw new Error('reading with prior contentFree needs the prior’s log-probabilities')
      return { stance: chosen('Positive') }
    }
    const metrics = new MetricsWork({ ...source, readPrediction: read })
    const under = (run: string): RunKey => ({ ...key(run), reading: { prior: 'contentFree', rule: 'joint', parser: 1 } })
    expect(await metrics.open(under('first'))).toMatchObject({ readable: false, hasPriors: false })
    expect(await metrics.open(under('written'))).toMatchObject({ readable: true, answered: 1 })
    expect(await new MetricsWork(source).open(key('first'))).toMatchObject({ readable: true })
  })

  it('pages the list and says how long it is', async () => {
    const page = await work().metrics.rows(key('second'), filter, 2, 4)
    expect(page.total).toBe(5)
    expect(page.rows.map(({ id, right, reason }) => [id, right, reason])).toEqual([['c', true, null], ['d', null, 'timedOut: too long']])
  })

  it('finds a sample’s neighbours among those that pass the filter', async () => {
    const { metrics } = work()
    const wrong = { ...filter, verdict: 'wrong' as const }
    expect(await metrics.sample(key('first'), wrong, 'd')).toMatchObject({ place: 1, total: 2, previous: 'b', next: null })
    expect(await metrics.sample(key('first'), wrong, 'a')).toMatchObject({ place: -1, previous: null, next: 'b' })
    expect(await metrics.sample(key('first'), wrong, 'nobody')).toBeNull()
  })

  it('compares two runs on the records that both answered', async () => {
    const comparison = await work().metrics.compare(key('first'), key('second'), filter, 'stance')
    // d failed in the second, e is missing in the first
    expect(comparison.discordance).toEqual({ bothRight: 1, onlyFirst: 1, onlySecond: 1, bothWrong: 0 })
    expect(comparison).toMatchObject({ records: 3, lost: ['a'], won: ['b'], otherwiseWrong: [] })
  })

  it('resamples whole groups where the data names them', async () => {
    const { metrics } = work()
    const arrays = await metrics.labels(key('first'), filter, 'stance')
    expect([...arrays.groups!]).toEqual([0, 0, 0, 1])
    const intervals = await metrics.intervals(arrays)
    expect(intervals.accuracy?.method).toBe('groupedWilson')
    expect(intervals.parsed).toBeNull()
  })

  it('gives the same intervals each time', async () => {
    const { metrics } = work()
    const arrays = { ...(await metrics.labels(key('first'), filter, 'stance')), groups: null }
    const [one, other] = [await metrics.intervals(arrays), await metrics.intervals(arrays)]
    expect(one).toEqual(other)
    expect(one.accuracy?.method).toBe('wilson')
  })
})

describe('samples that are not here', () => {
  it('are counted, and read once another file has brought them', async () => {
    const { source } = work()
    let here = samples.slice(0, 2)
    const metrics = new MetricsWork({ ...source, readSamples: () => Promise.resolve(here) })
    expect(await metrics.open(key('first'))).toMatchObject({ samples: 2, missing: 3 })
    here = samples
    expect(await metrics.open(key('second'))).toMatchObject({ samples: 5, missing: 0 })
  })

  it('are asked for again where there was none', async () => {
    const { source } = work()
    let here: typeof samples = []
    const metrics = new MetricsWork({ ...source, readSamples: () => Promise.resolve(here) })
    expect(await metrics.open(key('first'))).toMatchObject({ dataset: false })
    here = samples
    expect(await metrics.open(key('first'))).toMatchObject({ dataset: true, missing: 0 })
  })
})
