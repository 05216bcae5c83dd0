/**
 * Holm's adjusted p-values for a family of tests, in the order given.
 *
 * With the m p-values in ascending order, adjusted(i) = max over j <= i of min(1, (m - j + 1) p(j)): the chance of any
 * false rejection in the family is at most the level at which one rejects, whatever the tests' dependence. 0 to 1.
 *
 * The family is the plan's: a member that has not been tested (undefined) keeps its place, as if it were 1, so that
 * leaving a test out makes no other one significant; its own adjusted value is undefined.
 * @throws on NaN or a p outside 0 to 1.
 * Source: Holm (1979); equals statsmodels' multipletests(method='holm').
 */
export function holm(ps: readonly (number | undefined)[]): (number | undefined)[] {
  const ascending = ps.flatMap((p, at) => {
    if (p === undefined) return []
    if (!(p >= 0 && p <= 1)) throw new RangeError(`p-value ${p}`)
    return [{ p, at }]
  })
  ascending.sort((one, other) => one.p - other.p || one.at - other.at)
  const adjusted = new Array<number | undefined>(ps.length).fill(undefined)
  let highest = 0
  ascending.forEach(({ p, at }, rank) => {
    highest = Math.max(highest, Math.min(1, (ps.length - rank) * p))
    adjusted[at] = highest
  })
  return adjusted
}
