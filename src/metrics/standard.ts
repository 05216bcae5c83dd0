import type { Bilingual } from '../domain/scheme.ts'
import type { LabelIndices } from './confusion.ts'

/** Post-stratification: figures as they would be if the strata came in this mix. */
export interface Standard {
  /** What the mix is of, for the written rule. */
  readonly name: Bilingual
  /** Each record's stratum, -1 for a record that then takes no part. */
  readonly strata: LabelIndices
  /** A share for each stratum; they are scaled to sum to 1. */
  readonly mix: readonly number[]
}

/** @throws where one of the records has no stratum of the mix. */
export function checkStrata({ strata, mix }: Standard, records: number): void {
  for (let record = 0; record < records; record++) {
    const stratum = strata[record]
    if (stratum === undefined || stratum >= mix.length) throw new RangeError(`record ${record}: stratum ${String(stratum)}`)
  }
}

/**
 * The counts that the drawn ones, a table of `counts.length` cells for each stratum, come to in the mix: each record weighs mix(stratum) /
 * share(stratum). A stratum of the mix without a record leaves all counts 0, and the figures over them undefined.
 */
export function standardise(counts: Float64Array, drawn: Float64Array, standard: Standard): void {
  counts.fill(0)
  const factors = standardFactors(standard, drawn, counts.length)
  if (!factors) return
  for (let stratum = 0; stratum < factors.length; stratum++) {
    const factor = factors[stratum]!
    if (factor === 0) continue
    const start = stratum * counts.length
    for (let cell = 0; cell < counts.length; cell++) counts[cell]! += factor * drawn[start + cell]!
  }
}

/** What each stratum's records count for, from a table of `size` cells for each stratum. */
function standardFactors({ mix }: Standard, drawn: Float64Array, size: number): Float64Array | undefined {
  const sums = new Float64Array(mix.length)
  let total = 0
  for (let stratum = 0; stratum < mix.length; stratum++) {
    for (let cell = stratum * size; cell < (stratum + 1) * size; cell++) sums[stratum]! += drawn[cell]!
    total += sums[stratum]!
  }
  const whole = mix.reduce((sum, share) => sum + share, 0)
  const factors = new Float64Array(mix.length)
  for (let stratum = 0; stratum < mix.length; stratum++) {
    const share = mix[stratum]! / whole
    if (share > 0 && sums[stratum] === 0) return undefined
    factors[stratum] = share > 0 ? (share * total) / sums[stratum]! : 0
  }
  return factors
}
