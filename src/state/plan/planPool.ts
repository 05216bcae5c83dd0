import type { Dataset, Sample } from '../../domain/dataset.ts'
import type { PriorPool } from '../../domain/plan.ts'
import { samplesFor } from '../../domain/roles.ts'
import { drawPool, POOL_SIZE } from '../../prompt/drawPool.ts'
import { drawnSamples, type PlanChoice } from '../../run/freezePlan.ts'
import { readSamples } from '../../storage/datasets.ts'

/** Too few records stand apart from the test for a prior to be their mean. */
export class PoolTooSmall extends Error {
  readonly found: number

  constructor(found: number) {
    super(`A pool's prior is the mean over ${POOL_SIZE} records that share no text, group or context with the test; ${found} of the pool's can be drawn. Take other data for it, test fewer samples, or choose another prior.`)
    this.name = 'PoolTooSmall'
    this.found = found
  }
}

/** The reading and the pool of a plan that is read under a pool's mean. @param dataset the one it is drawn from. @throws PoolTooSmall */
export async function drawnPool(choice: PlanChoice, samples: readonly Sample[], dataset: Dataset): Promise<Pick<PlanChoice, 'reading' | 'pool'>> {
  const tested = new Set(drawnSamples(choice))
  const test = samples.filter(({ id }) => tested.has(id))
  const pool: PriorPool | number = drawPool({ dataset, samples: samplesFor('dev', dataset, dataset.id === choice.dataset.id ? samples : await readSamples(dataset.id)), test, seed: choice.seed })
  if (typeof pool === 'number') throw new PoolTooSmall(pool)
  return { reading: { ...choice.reading, pool: pool.hash }, pool }
}
