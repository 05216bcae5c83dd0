import { describe, expect, it } from 'vitest'
import { type AddressOf, formatAddress, parseAddress } from '../../../src/state/address.ts'
import { draftOver, hasChoices } from '../../../src/state/plan/keptDraft.ts'

function plan(hash: string): AddressOf<'plan'> {
  const address = parseAddress(hash)
  if (address.screen !== 'plan') throw new Error(hash)
  return address
}

const kept = plan('#/plan/data?models=m&methods=direct&methods=matrix&samples=12&prior=batch&family=none')

describe('a plan that was left', () => {
  it('is where a link to the plan leads', () => {
    expect(formatAddress(draftOver(kept))).toBe(formatAddress(kept))
    expect(formatAddress(draftOver(kept, { dataset: 'data' }))).toBe(formatAddress(kept))
    expect(formatAddress(draftOver(undefined))).toBe('#/plan')
  })

  it('is not meant for another dataset', () => {
    expect(formatAddress(draftOver(kept, { dataset: 'other' }))).toBe('#/plan/other')
    expect(formatAddress(draftOver(undefined, { dataset: 'other' }))).toBe('#/plan/other')
  })

  it('gets a method beside its own, and another model in place of its own', () => {
    expect(plan(formatAddress(draftOver(kept, { methods: ['mine', 'direct'] })))).toEqual({ ...kept, methods: ['direct', 'matrix', 'mine'] })
    expect(plan(formatAddress(draftOver(kept, { models: ['other'] })))).toEqual({ ...kept, models: ['other'] })
    expect(formatAddress(draftOver(undefined, { methods: ['mine'] }))).toBe('#/plan?methods=mine')
  })

  it('can be begun anew where anything is chosen', () => {
    expect(hasChoices(kept)).toBe(true)
    expect(hasChoices(plan('#/plan/data'))).toBe(false)
  })
})
