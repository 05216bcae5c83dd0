import type { Dataset, Sample } from '../domain/dataset.ts'
import type { Method } from '../domain/method.ts'
import type { Scheme } from '../domain/scheme.ts'
import type { ShotDraw, ShotSet } from '../domain/shots.ts'
import { canShowShots, drawShots, withShots } from '../prompt/drawShots.ts'
import { drawnSamples, type PlanChoice } from '../run/freezePlan.ts'
import { readSamples } from '../storage/datasets.ts'

/** Examples as a draft plans them: they are drawn when it is frozen. */
export interface PlannedShots {
  readonly datasetId: string
  readonly draw: ShotDraw
}

/** No example could be drawn: none has all its labels and stands apart from the test. */
export class NoShots extends Error {
  constructor() {
    super('no example could be drawn')
    this.name = 'NoShots'
  }
}

/** The methods, each that can show examples with its few-shot twin behind it: still without the examples. */
export function withFewShot(scheme: Scheme, methods: readonly Method[], { datasetId, draw }: PlannedShots): readonly Method[] {
  const empty: ShotSet = { dataset: { id: datasetId, name: '', hash: '' }, draw, seed: 0, shots: [] }
  return methods.flatMap((method) => (canShowShots(scheme, method) ? [method, { ...withShots(scheme, method, empty), name: fewName(method) }] : [method]))
}

function fewName({ name }: Method): Method['name'] {
  return { zh: `${name.zh}（少样本）`, en: `${name.en} (few-shot)` }
}

/**
 * The examples of a draft's few-shot methods, drawn apart from the samples that the plan draws.
 * @param dataset the one that examples are drawn from. @throws NoShots
 */
export async function drawnShots(choice: PlanChoice, samples: readonly Sample[], dataset: Dataset, { draw }: PlannedShots): Promise<Pick<PlanChoice, 'methods' | 'shotSamples'>> {
  const pool = dataset.id === choice.dataset.id ? samples : await readSamples(dataset.id)
  const tested = new Set(drawnSamples(choice))
  const { set } = drawShots({ scheme: choice.scheme, dataset, pool, test: samples.filter(({ id }) => tested.has(id)), draw, seed: choice.seed })
  if (set.shots.length === 0) throw new NoShots()
  return { methods: choice.methods.map((method) => (method.shots ? { ...method, shots: set } : method)), shotSamples: pool }
}
