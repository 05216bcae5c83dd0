import { contentHash } from '../domain/contentHash.ts'
import type { Dataset, Sample } from '../domain/dataset.ts'
import type { PriorPool } from '../domain/plan.ts'
import { seededRandom } from '../domain/random.ts'
import { leakedShots } from './drawShots.ts'

/** How many records the mean of a pool is taken over: with fewer it is too rough to be subtracted. */
export const POOL_SIZE = 200

export interface PoolRequest {
  readonly dataset: Pick<Dataset, 'id' | 'name' | 'hash'>
  /** The data set's samples, in file order; their labels are not looked at. */
  readonly samples: readonly Sample[]
  /** All samples that the plan asks. */
  readonly test: readonly Sample[]
  readonly seed: number
}

/**
 * Draws the records of a prior, at random by the seed: none that is under test, or shares its text, context or group with one that is.
 * @returns the pool, or how many there are to draw from where that is fewer than `POOL_SIZE`.
 */
export function drawPool({ dataset: { id, name, hash }, samples, test, seed }: PoolRequest): PriorPool | number {
  const leaked = new Set(leakedShots(samples, test))
  const apart = samples.filter((sample) => !leaked.has(sample) && sample.text !== '')
  if (apart.length < POOL_SIZE) return apart.length
  const drawn = seededRandom(seed).derive('prior pool').shuffle(apart).slice(0, POOL_SIZE)
  return {
    dataset: { id, name, hash },
    seed,
    hash: poolHash(drawn),
    samples: drawn.map((sample) => ({ sampleId: sample.id, hash: sample.hash })),
  }
}

/** What a pool is called: two of one name are the same records in the same order. */
export function poolHash(samples: readonly Pick<Sample, 'hash'>[]): string {
  return contentHash(samples.map(({ hash }) => hash))
}
