import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../src/domain/random.ts'
import { JointTables, type Placing } from '../../src/metrics/jointTables.ts'
import { resampler } from '../../src/metrics/resampling.ts'

const placingsOf = (records: number, sizes: readonly number[]): fc.Arbitrary<Placing[]> =>
  fc.tuple(...sizes.map((size) => fc.array(fc.integer({ min: -1, max: size - 1 }), { minLength: records, maxLength: records })))
    .map((tables) => tables.map((cells, at) => ({ cells: Int32Array.from(cells), size: sizes[at]! })))
const apart = fc.tuple(fc.integer({ min: 2, max: 60 }), fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 })).chain(([records, sizes]) => placingsOf(records, sizes))
/** Some of them asked for again, and some that hardly a record counts in. */
const sets = fc.tuple(apart, fc.array(fc.nat(2), { maxLength: 3 }), fc.boolean()).map(([placings, again, sparse]) => [
  ...placings,
  ...again.map((at) => ({ ...placings[at % placings.length]! })),
  ...(sparse ? placings.map(({ cells, size }) => ({ cells: cells.map((cell, record) => (record % 9 === 0 ? cell : -1)), size })) : []),
])

function tally({ cells, size }: Placing): number[] {
  const counts = new Array<number>(size).fill(0)
  for (const cell of cells) if (cell >= 0) counts[cell]! += 1
  return counts
}

describe('JointTables', () => {
  it('hold every record once where nothing is drawn', () => {
    fc.assert(fc.property(sets, (placings) => {
      expect(new JointTables(placings).whole().map((table) => [...table])).toEqual(placings.map(tally))
    }))
  })

  it('are what drawing the patterns one resample at a time and counting them gives, to the last draw', () => {
    fc.assert(fc.property(sets, fc.boolean(), (placings, grouped) => {
      const records = placings[0]!.cells.length
      const groups = grouped ? Array.from({ length: records }, (_, record) => record % 7) : undefined
      const names = Array.from({ length: records }, (_, record) => placings.map(({ cells }) => cells[record]).join())
      const patterns = [...new Set(names)]
      const taken = (record: number): boolean => placings.some(({ cells }) => cells[record]! >= 0)
      const draw = resampler(Int32Array.from(names, (name, record) => (taken(record) ? patterns.indexOf(name) : -1)), groups)
      const joint = new JointTables(placings, groups)
      expect(joint.units).toBe(draw.units)
      const random = seededRandom('patterns')
      const counts = new Float64Array(patterns.length)
      let visited = 0
      joint.resample(seededRandom('patterns'), 20, (tables, at) => {
        expect(at).toBe(visited++)
        draw.fill(counts, random)
        const expected = placings.map(({ size }) => new Array<number>(size).fill(0))
        patterns.forEach((_, pattern) => {
          const record = names.indexOf(patterns[pattern]!)
          placings.forEach(({ cells }, table) => {
            if (cells[record]! >= 0) expected[table]![cells[record]!]! += counts[pattern]!
          })
        })
        expect(tables.map((table) => [...table])).toEqual(expected)
      })
      expect(visited).toBe(20)
    }))
  })

  it('have a multinomial’s means, variances and covariances, with common patterns and rare ones', () => {
    // 300 records in two common patterns and 60 in one pattern each: binomials for those, records for these
    const cells = Int32Array.from({ length: 360 }, (_, record) => (record < 200 ? 0 : record < 300 ? 1 : record - 298))
    const placings = [{ cells, size: 62 }, { cells: cells.map((cell) => (cell < 2 ? 0 : 1)), size: 2 }]
    const draws = 20_000
    const sums = { common: 0, squares: 0, rare: 0, rareSquares: 0, others: 0, cross: 0 }
    new JointTables(placings).resample(seededRandom('moments'), draws, ([table, halves]) => {
      expect(halves![0]! + halves![1]!).toBe(360)
      expect(table!.subarray(2).reduce((sum, count) => sum + count, 0)).toBe(halves![1])
      sums.common += table![0]!
      sums.squares += table![0]! ** 2
      sums.rare += table![7]!
      sums.rareSquares += table![7]! ** 2
      sums.others += halves![1]!
      sums.cross += table![0]! * halves![1]!
    })
    const mean = sums.common / draws
    expect(Math.abs(mean - 200)).toBeLessThan(4 * Math.sqrt(200 * (160 / 360) / draws))
    expect(Math.abs((sums.squares / draws - mean ** 2) / (200 * (160 / 360)) - 1)).toBeLessThan(0.05)
    expect(Math.abs(sums.rare / draws - 1)).toBeLessThan(0.04)
    expect(Math.abs((sums.rareSquares / draws - (sums.rare / draws) ** 2) / (359 / 360) - 1)).toBeLessThan(0.06)
    expect(Math.abs((sums.cross / draws - (mean * sums.others) / draws) / (-200 * 60 / 360) - 1)).toBeLessThan(0.1)
  })

  it('refuse tables of different records', () => {
    expect(() => new JointTables([{ cells: Int32Array.of(0), size: 1 }, { cells: Int32Array.of(0, 0), size: 1 }])).toThrow(RangeError)
  })
})
