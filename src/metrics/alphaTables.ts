import { type LabelIndices } from './confusion.ts'
import type { Placing } from './jointTables.ts'
import type { Distance } from './krippendorff.ts'

/**
 * Krippendorff's alpha as a figure of tables that can be drawn together with others (`tableDraws`): the same number as `krippendorff` over the
 * records that the tables hold.
 *
 * Tables: for each rater how often each label was given within the pairable records; and of their coincidences, for `nominal` how many
 * records have so many labels (m) of which so many pairs differ (u), which adds 2 u / (m - 1) to the sum over different labels; for `ordinal`,
 * for each pair of raters, how often which two labels met in a record of m labels.
 */
export interface AlphaTables {
  readonly placings: (answers: (ratings: LabelIndices) => LabelIndices) => readonly Placing[]
  /** Of the tables of those placings, in their order; undefined as `krippendorff` says. */
  readonly alpha: (tables: readonly Float64Array[]) => number | undefined
}

/** @param raters as `krippendorff` takes them: formula, range, undefined cases and source stand there. */
export function alphaTables(labels: number, raters: readonly LabelIndices[], distance: Distance): AlphaTables {
  const count = raters.length
  const pairs = raters.flatMap((_, one) => raters.slice(one + 1).map((__, at): readonly [number, number] => [one, one + 1 + at]))
  const sizes = count + 1
  const most = pairs.length + 1
  const given = (ratings: readonly LabelIndices[], record: number): number => ratings.reduce((sum, labelled) => sum + (labelled[record]! >= 0 ? 1 : 0), 0)
  return {
    placings(answers) {
      const ratings = raters.map(answers)
      const records = ratings[0]?.length ?? 0
      const each = (size: number, cellOf: (record: number, m: number) => number): Placing => ({
        size,
        cells: Int32Array.from({ length: records }, (_, record) => {
          const m = given(ratings, record)
          return m < 2 ? -1 : cellOf(record, m)
        }),
      })
      const totals = ratings.map((labelled) => each(labels, (record) => Math.max(-1, labelled[record]!)))
      if (distance === 'nominal') {
        const unequal = (record: number): number => {
          let differing = 0
          for (const [one, other] of pairs) {
            const [first, second] = [ratings[one]![record]!, ratings[other]![record]!]
            if (first >= 0 && second >= 0 && first !== second) differing++
          }
          return differing
        }
        return [...totals, each(sizes * most, (record, m) => m * most + unequal(record))]
      }
      return [...totals, ...pairs.map(([one, other]) => each(sizes * labels * labels, (record, m) => {
        const [first, second] = [ratings[one]![record]!, ratings[other]![record]!]
        return first < 0 || second < 0 ? -1 : m * labels * labels + Math.min(first, second) * labels + Math.max(first, second)
      }))]
    },
    alpha(tables) {
      const totals = new Float64Array(labels)
      for (const table of tables.slice(0, count)) for (let label = 0; label < labels; label++) totals[label]! += table[label]!
      const all = totals.reduce((sum, total) => sum + total, 0)
      const coincidences = tables.slice(count)
      const [observed, expected] = distance === 'nominal' ? nominal(totals, all, coincidences[0]!, most) : ordinal(labels, totals, coincidences, sizes)
      return expected > 0 ? 1 - ((all - 1) * observed) / expected : undefined
    },
  }
}

function nominal(totals: Float64Array, all: number, table: Float64Array, most: number): readonly [observed: number, expected: number] {
  let observed = 0
  for (let cell = 2 * most; cell < table.length; cell++) {
    if (table[cell] === 0) continue
    const m = Math.floor(cell / most)
    observed += (table[cell]! * 2 * (cell - m * most)) / (m - 1)
  }
  return [observed, totals.reduce((sum, total) => sum - total * total, all * all)]
}

function ordinal(labels: number, totals: Float64Array, tables: readonly Float64Array[], sizes: number): readonly [observed: number, expected: number] {
  const met = new Float64Array(labels * labels)
  for (const table of tables) {
    for (let m = 2; m < sizes; m++) {
      for (let cell = 0; cell < met.length; cell++) met[cell]! += (2 * table[m * met.length + cell]!) / (m - 1)
    }
  }
  let before = 0
  const middles = totals.map((total) => {
    before += total
    return before - total / 2
  })
  let observed = 0
  let expected = 0
  for (let one = 0; one < labels; one++) {
    for (let other = one + 1; other < labels; other++) {
      const apart = (middles[other]! - middles[one]!) ** 2
      observed += met[one * labels + other]! * apart
      expected += 2 * totals[one]! * totals[other]! * apart
    }
  }
  return [observed, expected]
}
