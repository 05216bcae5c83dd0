import type { Bilingual } from '../domain/scheme.ts'
import type { LabelIndices } from './confusion.ts'

/** Post-stratification: figures as they would be if the strata came in this mix; a record counts mix(stratum) / share(stratum). Source: Holt and Smith (1979). */
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
