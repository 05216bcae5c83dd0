import { describe, expect, it } from 'vitest'
import { formatAddress, parseAddress } from '../../../src/state/address.ts'
import { MetricsWork } from '../../../src/state/results/metricsWork.ts'
import { chosenByAnswer, type RunFilter } from '../../../src/state/results/runFilter.ts'
import { runSelection } from '../../../src/state/results/runSelection.ts'
import { chosen, memorySource, planOf, prediction, runOf, sample } from './fixtures.ts'

const samples = [sample('a', 'Positive'), sample('b', 'Negative'), sample('c', 'Neutral'), sample('d', null), sample('e', 'Positive'), sample('f', 'Positive')]
const ids = ['a', 'b', 'c', 'd', 'e']
const source = memorySource(samples, { first: ids.map((id) => prediction(id)), second: ids.slice(0, 4).map((id) => prediction(id)), third: ids.map((id) => prediction(id)) }, {
  first: { a: chosen('Positive'), b: chosen('Positive'), c: chosen('Neutral'), d: chosen('Neutral'), e: { kind: 'unparsed' } },
  second: { a: chosen('Positive'), b: chosen('Negative'), c: chosen('Positive'), d: chosen('Positive') },
  third: { a: chosen('Negative'), b: chosen('Positive'), c: { kind: 'outOfScheme' }, d: chosen('Neutral'), e: chosen('Positive') },
})
const metrics = new MetricsWork(source)
const key = { plan: 'plan', run: 'first', reading: planOf(samples).reading, version: '1' }
const led = async (filter: Omit<RunFilter, 'field'>): Promise<string> => (await metrics.ids(key, { field: 'stance', ...filter })).join('')

describe('a run beside others', () => {
  it('by right and wrong: samples with gold that both answered', async () => {
    expect(await led({ beside: 'second', relation: 'won' })).toBe('c')
    expect(await led({ beside: 'second', relation: 'lost' })).toBe('b')
    expect(await led({ beside: 'second', relation: 'flipped' })).toBe('bc')
    expect(await led({ beside: 'third', relation: 'lost' })).toBe('e')
  })

  it('by label, whether or not there is gold: what is no label is none', async () => {
    expect(await led({ beside: 'second', relation: 'both' })).toBe('abcd')
    expect(await led({ beside: 'second', relation: 'same' })).toBe('a')
    expect(await led({ beside: 'second', relation: 'differ' })).toBe('bcd')
    expect(await led({ beside: 'gold', relation: 'differ' })).toBe('b')
    expect(await led({ beside: 'second third', relation: 'rated' })).toBe('abcd')
    expect(await led({ beside: 'second third gold', relation: 'split' })).toBe('abcd')
    expect(await led({ beside: 'third', relation: 'split' })).toBe('a')
  })

  it('answered by all of several runs, or planned', async () => {
    expect(await led({ together: 'second' })).toBe('abcd')
    expect(await led({ verdict: 'scored', together: 'second third' })).toBe('abc')
    expect(await led({ planned: 'second' })).toBe('abcdef')
  })

  it('which is not there: nothing passes', async () => {
    expect(await led({ beside: 'nobody', relation: 'both' })).toBe('')
    expect(await led({ together: 'nobody' })).toBe('')
    expect(await led({ beside: 'elsewhere/first', relation: 'both' })).toBe('')
  })

  it('is read once for one state of it', async () => {
    const before = source.reads.length
    await led({ beside: 'second', relation: 'both' })
    expect(source.reads.length).toBe(before)
  })

  it('is an address, and samples chosen so have no figures', () => {
    const address = parseAddress(formatAddress({ screen: 'results', plan: 'plan', beside: 'second third', relation: 'split', together: 'second', equal: 'stance' }))
    const selection = address.screen === 'results' ? runSelection(address, planOf(samples), [runOf('first')])! : null
    expect(selection!.filter).toEqual({ field: 'stance', beside: 'second third', relation: 'split', together: 'second', equal: 'stance' })
    expect(selection!.filtered).toBe(true)
    expect(chosenByAnswer(selection!.filter)).toBe(true)
    expect(chosenByAnswer({ field: 'stance', beside: 'second', relation: 'both' })).toBe(false)
    const unknown = parseAddress('#/results/plan?beside=second&relation=cousin')
    expect(unknown.screen === 'results' && runSelection(unknown, planOf(samples), [runOf('first')])!.filter).toEqual({ field: 'stance' })
  })
})
