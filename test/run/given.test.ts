import { describe, expect, it } from 'vitest'
import type { Sample } from '../../src/domain/dataset.ts'
import { studyMethods } from '../../src/prompt/builtInMethods.ts'
import { givenLabels, shuffledLabels } from '../../src/run/given.ts'

const sample = (at: number, stance: string | null): Sample => ({
  id: `s${at}`, hash: '', text: '', context: '', scene: null, speaker: null, gold: stance === null ? {} : { stance: { kind: 'label', label: stance } }, tier: null, group: null, row: at, other: {},
})
const samples = Array.from({ length: 90 }, (_, at) => sample(at, at % 10 === 9 ? null : ['Positive', 'Neutral', 'Negative'][at % 3]!))
const tally = (labels: Iterable<string>) => [...labels].sort().join(' ')

describe('shuffled labels', () => {
  const shuffled = shuffledLabels(samples, 'stance')
  const gold = new Map(samples.flatMap(({ id, gold: { stance } }) => (stance?.kind === 'label' ? [[id, stance.label] as const] : [])))

  it('are the same labels, on other samples', () => {
    expect(tally(shuffled.values())).toBe(tally(gold.values()))
    expect([...shuffled.keys()].sort()).toEqual([...gold.keys()].sort())
    const kept = [...gold].filter(([id, label]) => shuffled.get(id) === label).length / gold.size
    expect(kept).toBeGreaterThan(0.15)
    expect(kept).toBeLessThan(0.55)
  })

  it('do not depend on the order in which samples are given', () => {
    expect([...shuffledLabels([...samples].reverse(), 'stance')].sort()).toEqual([...shuffled].sort())
  })

  it('are told by the method that says so; a sample without gold fails', () => {
    const method = studyMethods.find(({ id }) => id === 'shuffled-stance')!
    expect(givenLabels(method, samples[4]!, undefined, () => shuffled)).toEqual({ stance: shuffled.get('s4') })
    expect(() => givenLabels(method, samples[9]!, undefined, () => shuffled)).toThrow('no label from shuffled')
  })
})
