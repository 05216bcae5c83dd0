import { describe, expect, it } from 'vitest'
import { parseAddress } from '../../../src/state/address.ts'
import { tableFileName } from '../../../src/state/results/exportName.ts'
import { runSelection } from '../../../src/state/results/runSelection.ts'
import { planOf, runOf } from './fixtures.ts'

function nameFor(query: string): string {
  const address = parseAddress(`#/results/plan${query}`)
  const selection = address.screen === 'results' ? runSelection(address, planOf([]), [runOf()]) : null
  return tableFileName(selection!, 'answers')
}

describe('the name of an exported table', () => {
  it('is plain for the plan’s own reading over all samples', () => {
    expect(nameFor('')).toBe('data-plan-model-direct-free-answers')
    expect(nameFor('?field=intent&prior=none')).toBe('data-plan-model-direct-free-answers')
  })

  it('says which other reading and which filter', () => {
    expect(nameFor('?prior=contentFree&rule=path')).toBe('data-plan-model-direct-free-answers-exploratory-contentFree-path')
    expect(nameFor('?field=intent&gold=Irony&scene=qa&search=快递/x')).toBe('data-plan-model-direct-free-answers-field_intent-scene_qa-gold_Irony-search_快递-x')
    expect(nameFor('?field=intent&scene=qa')).toBe('data-plan-model-direct-free-answers-scene_qa')
  })

  it('stays short enough for a file system', () => {
    expect(new TextEncoder().encode(nameFor(`?prior=contentFree&tier=${'好'.repeat(300)}&search=${'好'.repeat(300)}`)).length).toBeLessThan(256)
  })
})
