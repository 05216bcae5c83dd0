import { describe, expect, test } from 'vitest'
import { type AddressOf, formatAddress, parseAddress } from '../../../src/state/address.ts'
import { knownAddress, unknownChoices, unknownRun } from '../../../src/state/results/unknownChoices.ts'
import { planOf, runOf } from './fixtures.ts'

const plan = planOf([])
const runs = [runOf('one'), runOf('two')]

function results(query: string): AddressOf<'results'> {
  const address = parseAddress(`#/results/plan${query}`)
  if (address.screen !== 'results') throw new Error(address.screen)
  return address
}

const names = (query: string) => unknownChoices(results(query), plan).map(({ name, value }) => `${name}=${value}`)

describe('what an address names and is not here', () => {
  test('a run is not another one', () => {
    expect([unknownRun(results('?run=nobody'), runs), unknownRun(results('?run=two'), runs), unknownRun(results(''), runs)]).toEqual(['nobody', null, null])
  })

  test('nothing, where all is known', () => {
    expect(names('')).toEqual([])
    expect(names('?run=two&field=intent&prior=contentFree&rule=path&later=marginal&gold=Irony&answer=unparsed&verdict=wrong&state=failed&overlap=any&search=x&sample=7')).toEqual([])
    expect(names('?gold=none&answer=Neutral')).toEqual([])
  })

  test('a field, a label, a filter, a reading', () => {
    expect(names('?field=nothing')).toEqual(['field=nothing'])
    expect(names('?field=intent&gold=Neutrality')).toEqual(['gold=Neutrality'])
    expect(names('?field=intent&answer=Veiled+Negative')).toEqual(['answer=Veiled Negative'])
    expect(names('?verdict=maybe&state=gone&rule=luck&later=never&prior=odd&overlap=somewhere&relation=aunt').sort()).toEqual(
      ['later=never', 'overlap=somewhere', 'prior=odd', 'relation=aunt', 'rule=luck', 'state=gone', 'verdict=maybe'],
    )
  })

  test('is left out of what is shown, and nothing else is', () => {
    const address = results('?run=two&field=intent&gold=odd&verdict=wrong&search=x')
    expect(formatAddress(knownAddress(address, unknownChoices(address, plan)))).toBe('#/results/plan?run=two&field=intent&verdict=wrong&search=x')
  })

  test('a pool’s prior of a plan without a pool', () => {
    expect(names('?prior=pool')).toEqual(['prior=pool'])
    expect(unknownChoices(results('?prior=pool'), { ...plan, pool: { dataset: plan.dataset, seed: 1, hash: 'h', samples: [] } })).toEqual([])
  })
})
