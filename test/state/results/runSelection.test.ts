import { describe, expect, it } from 'vitest'
import { type AddressOf, formatAddress, parseAddress } from '../../../src/state/address.ts'
import { runSelection, unfiltered } from '../../../src/state/results/runSelection.ts'
import { planOf, runOf } from './fixtures.ts'

const plan = planOf([])
const runs = [runOf('one'), runOf('two')]

function results(query: string): AddressOf<'results'> {
  const address = parseAddress(`#/results/plan${query}`)
  if (address.screen !== 'results') throw new Error(address.screen)
  return address
}

describe('runSelection', () => {
  it('fills in what the address leaves open', () => {
    const selection = runSelection(results(''), plan, runs)
    expect(selection).toMatchObject({ run: { id: 'one' }, field: 'stance', filter: { field: 'stance' }, filtered: false, exploratory: false, reading: plan.reading })
  })

  it('takes run, field, reading and filters from the address', () => {
    const selection = runSelection(results('?run=two&field=intent&prior=contentFree&gold=Irony&verdict=wrong&search=好'), plan, runs)
    expect(selection).toMatchObject({
      run: { id: 'two' }, field: 'intent', exploratory: true, filtered: true,
      reading: { prior: 'contentFree', rule: 'joint' }, filter: { field: 'intent', gold: 'Irony', verdict: 'wrong', search: '好' },
    })
  })

  it('falls back where the address says what nobody knows', () => {
    const selection = runSelection(results('?run=nobody&field=nothing&verdict=maybe&rule=luck&state=gone'), plan, runs)
    expect(selection).toMatchObject({ run: { id: 'one' }, field: 'stance', filtered: false, exploratory: false })
  })

  it('is null for a plan without runs', () => {
    expect(runSelection(results(''), plan, [])).toBeNull()
  })

  it('takes filters out of an address and nothing else', () => {
    const address = results('?run=two&view=samples&field=intent&gold=Irony&answer=Humor&verdict=wrong&state=failed&scene=qa&tier=human&search=x&sample=7')
    expect(formatAddress(unfiltered(address))).toBe('#/results/plan?run=two&view=samples&field=intent')
  })
})
