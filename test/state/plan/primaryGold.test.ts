import { describe, expect, it } from 'vitest'
import { sampleColumns } from '../../../src/domain/sampleColumns.ts'
import type { Gold, Sample } from '../../../src/domain/dataset.ts'
import { builtInScheme } from '../../../src/domain/builtInScheme.ts'
import { fieldOf } from '../../../src/domain/scheme.ts'
import { goldAmong, primaryDoubt } from '../../../src/state/plan/primaryGold.ts'

const explicit = fieldOf(builtInScheme, 'explicit')

function sample(id: string, gold: Readonly<Record<string, Gold>>): Sample {
  return { id, hash: id, text: id, context: '', scene: null, speaker: null, gold, tier: null, group: null, row: 1, other: {} }
}

/** So many samples of each label of the field. */
function samplesOf(counts: Readonly<Record<string, number>>): readonly Sample[] {
  return Object.entries(counts).flatMap(([label, count]) => Array.from({ length: count }, (_, at) => sample(`${label}${at}`, { explicit: { kind: 'label', label } })))
}

const goldOf = (counts: Readonly<Record<string, number>>) => {
  const samples = samplesOf(counts)
  return goldAmong(sampleColumns(samples), samples.map(({ id }) => id))
}

describe('goldAmong', () => {
  it('counts labels of the samples that will be asked alone', () => {
    const samples = [...samplesOf({ Positive: 12, Negative: 3 }), sample('odd', { explicit: { kind: 'outOfScheme', raw: 'Mixed' } }), sample('none', {})]
    const columns = sampleColumns(samples)
    expect(goldAmong(columns, samples.map(({ id }) => id))).toEqual({ samples: 17, fields: { explicit: { Positive: 12, Negative: 3 } } })
    expect(goldAmong(columns, ['Positive0', 'Negative2', 'none'])).toEqual({ samples: 3, fields: { explicit: { Positive: 1, Negative: 1 } } })
    expect(goldAmong(columns, ['none'])).toEqual({ samples: 1, fields: {} })
  })
})

describe('primaryDoubt', () => {
  it('names the labels with fewer than 10 gold where the figure is a mean over the full list, and what can be taken instead', () => {
    expect(primaryDoubt(explicit, 'macroF1', goldOf({ Positive: 40, Neutral: 9, Negative: 10 }))).toEqual({ rare: [{ label: 'Neutral', gold: 9 }], instead: ['supportedMacroF1', 'accuracy'] })
    expect(primaryDoubt(explicit, 'macroRecall', goldOf({ Positive: 40, Negative: 10 }))).toEqual({ rare: [{ label: 'Neutral', gold: 0 }], instead: ['supportedMacroF1', 'accuracy'] })
  })

  it('has none where every label has ten, or the figure does not average over the full list', () => {
    expect(primaryDoubt(explicit, 'macroF1', goldOf({ Positive: 10, Neutral: 10, Negative: 10 }))).toBeNull()
    for (const metric of ['accuracy', 'microF1', 'weightedF1', 'supportedMacroF1'] as const) expect(primaryDoubt(explicit, metric, goldOf({ Positive: 40, Neutral: 9, Negative: 10 }))).toBeNull()
  })

  it('offers no mean over labels with ten where no label has them, and doubts that mean itself', () => {
    const few = goldOf({ Positive: 9, Neutral: 9, Negative: 1 })
    const rare = [{ label: 'Positive', gold: 9 }, { label: 'Neutral', gold: 9 }, { label: 'Negative', gold: 1 }]
    expect(primaryDoubt(explicit, 'macroF1', few)).toEqual({ rare, instead: ['accuracy'] })
    expect(primaryDoubt(explicit, 'supportedMacroF1', few)).toEqual({ rare, instead: ['accuracy'] })
  })

  it('says nothing of a field without any gold: that has its own warning', () => {
    expect(primaryDoubt(explicit, 'macroF1', goldOf({}))).toBeNull()
  })
})
