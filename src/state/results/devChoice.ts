import type { Dataset } from '../../domain/dataset.ts'
import type { Plan } from '../../domain/plan.ts'
import { CROSS_FITTED } from './overlapChoice.ts'

type Listed = Pick<Dataset, 'id' | 'hash' | 'name' | 'schemeId' | 'standIn' | 'roles'>
type Tested = Pick<Plan, 'dataset' | 'drawn' | 'scheme'>

/** What baselines can be fitted on for the runs of a plan, and what they are fitted on. */
export interface DevChoices<Found extends Listed> {
  /** The tested dataset, where some of its samples are for development. */
  readonly own: Found | undefined
  readonly others: readonly Found[]
  /** What is taken; null: the tested samples are parted into folds. */
  readonly taken: Found | null
  /** What is taken where nothing is said. */
  readonly preset: Found | null
  /** The address names one that cannot be had. */
  readonly unknown: boolean
}

/** Whether two datasets are the same one: it has another id where it was deleted and taken in again. */
export function isSameDataset(one: Pick<Dataset, 'id' | 'hash'>, other: Pick<Dataset, 'id' | 'hash'>): boolean {
  return one.id === other.id || one.hash === other.hash
}

/** The choices as `devSamples` takes them: both must say the same. @param chosen a dataset's id, `CROSS_FITTED`, or what nobody chose. */
export function devChoices<Found extends Listed>({ dataset, drawn, scheme }: Tested, datasets: readonly Found[], chosen: string | undefined): DevChoices<Found> {
  const able = datasets.filter(({ schemeId, standIn }) => schemeId === scheme.id && !standIn)
  const tested = able.find(({ id }) => id === dataset.id) ?? able.find((found) => isSameDataset(found, dataset))
  const own = drawn?.role === 'test' || tested?.roles ? tested : undefined
  const others = able.filter((found) => !isSameDataset(found, dataset))
  const preset = (drawn?.role === 'test' ? own : undefined) ?? null
  if (chosen === undefined) return { own, others, taken: preset, preset, unknown: false }
  if (chosen === CROSS_FITTED) return { own, others, taken: null, preset, unknown: false }
  const named = own && (chosen === dataset.id || able.some((found) => found.id === chosen && isSameDataset(found, dataset))) ? own : others.find(({ id }) => id === chosen)
  return { own, others, taken: named ?? preset, preset, unknown: named === undefined }
}
