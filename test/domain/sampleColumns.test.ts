import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Gold, Sample } from '../../src/domain/dataset.ts'
import { columnsAt, joinedColumns, NONE, OUTSIDE, type SampleColumns, sampleColumns } from '../../src/domain/sampleColumns.ts'

const word = fc.constantFrom('a', 'b', 'c')
const gold: fc.Arbitrary<Gold> = fc.oneof(
  word.map((label): Gold => ({ kind: 'label', label })),
  fc.constant<Gold>({ kind: 'outOfScheme', raw: 'Concern' }),
)
const samples = fc.array(
  fc.record({
    text: fc.constantFrom('', '好'),
    scene: fc.constantFrom('dialogue' as const, 'qa' as const, null),
    tier: fc.option(word),
    group: fc.option(word),
    gold: fc.dictionary(fc.constantFrom('stance', 'intent'), gold),
  }),
  { maxLength: 12 },
).map((all) => all.map((some, at): Sample => ({ id: `s${at}`, hash: '', context: '', speaker: null, row: at + 1, other: {}, ...some })))

/** What columns say of each sample, whatever the positions of values. */
function told(columns: SampleColumns): unknown {
  const value = ({ values, of }: SampleColumns['scenes'] | { values: []; of: Int32Array }, at: number) => (of[at]! < 0 ? of[at] : values[of[at]!])
  return columns.ids.map((id, at) => ({
    id,
    written: columns.written[at],
    scene: value(columns.scenes, at),
    tier: value(columns.tiers, at),
    group: value(columns.groups, at),
    gold: Object.fromEntries(Object.entries(columns.gold).map(([field, column]) => [field, value(column, at)] as const).filter(([, said]) => said !== NONE)),
  }))
}

function expected(all: readonly Sample[]): unknown {
  return all.map(({ id, text, scene, tier, group, gold: said }) => ({
    id,
    written: text === '' ? 0 : 1,
    scene: scene ?? NONE,
    tier: tier ?? NONE,
    group: group ?? NONE,
    gold: Object.fromEntries(Object.entries(said).map(([field, one]) => [field, one.kind === 'label' ? one.label : OUTSIDE])),
  }))
}

describe('sampleColumns', () => {
  it('says of each sample what the sample says', () => {
    fc.assert(fc.property(samples, (all) => {
      expect(told(sampleColumns(all))).toEqual(expected(all))
    }))
  })

  it('of stretches joined is the same as of all at once', () => {
    fc.assert(fc.property(samples, fc.nat(12), (all, cut) => {
      expect(told(joinedColumns([sampleColumns(all.slice(0, cut)), sampleColumns(all.slice(cut))]))).toEqual(expected(all))
    }))
  })

  it('at places is that of the samples there, in that order', () => {
    fc.assert(fc.property(samples, (all) => {
      const places = all.map((_, at) => all.length - 1 - at).filter((at) => at % 3 !== 0)
      expect(told(columnsAt(sampleColumns(all), Int32Array.from(places)))).toEqual(expected(places.map((at) => all[at]!)))
    }))
  })
})
