import type { Dataset } from '../../domain/dataset.ts'
import { builtInScheme } from '../../domain/builtInScheme.ts'
import { countIds } from '../../storage/datasets.ts'
import { type Live, useOnce } from '../liveQuery.ts'
import { type DeskFile, someIds } from './answerDesk.ts'

/** The dataset that files are about, as far as their ids say it. */
export interface AboutDataset {
  /** The one that has the most of the ids; null where none has any. Of equals a whole one before what came with run files, then the newest. */
  readonly taken: string | null
  /** The others that have as many: which is meant cannot be known. */
  readonly equals: readonly string[]
}

/** The dataset that the files on the desk are about. */
export function useAboutDataset(files: readonly DeskFile[], datasets: readonly Dataset[]): Live<AboutDataset> {
  const key = JSON.stringify([files.map(({ key: each }) => each), datasets.map(({ id }) => id)])
  return useOnce(`about ${key}`, () => aboutDataset(files, datasets))
}

async function aboutDataset(files: readonly DeskFile[], datasets: readonly Dataset[]): Promise<AboutDataset> {
  return likeliest(await countIds([...new Set(files.flatMap((file) => someIds(file, builtInScheme)))]), datasets)
}

/** @param counts how many of the ids each dataset has, by its id. */
export function likeliest(counts: ReadonlyMap<string, number>, datasets: readonly Pick<Dataset, 'id' | 'standIn' | 'importedAt'>[]): AboutDataset {
  const known = datasets.filter(({ id }) => counts.has(id))
  const order = (one: typeof datasets[number], other: typeof datasets[number]): number =>
    (counts.get(other.id) ?? 0) - (counts.get(one.id) ?? 0) || Number(one.standIn ?? false) - Number(other.standIn ?? false) || other.importedAt - one.importedAt
  const [first, ...rest] = [...known].sort(order)
  if (!first) return { taken: null, equals: [] }
  return { taken: first.id, equals: rest.filter(({ id, standIn }) => counts.get(id) === counts.get(first.id) && standIn === first.standIn).map(({ id }) => id) }
}
