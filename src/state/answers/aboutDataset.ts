import type { Dataset } from '../../domain/dataset.ts'
import { builtInScheme } from '../../domain/builtInScheme.ts'
import { countIds } from '../../storage/datasets.ts'
import { type Live, useOnce } from '../liveQuery.ts'
import { type DeskFile, someIds } from './answerDesk.ts'

/** The dataset that has the most of the files' ids; null where none has any. Of equals a whole one before what came with run files, then the newest. */
export function useAboutDataset(files: readonly DeskFile[], datasets: readonly Dataset[]): Live<string | null> {
  const key = JSON.stringify([files.map(({ key: each }) => each), datasets.map(({ id }) => id)])
  return useOnce(`about ${key}`, () => aboutDataset(files, datasets))
}

async function aboutDataset(files: readonly DeskFile[], datasets: readonly Dataset[]): Promise<string | null> {
  const counts = await countIds([...new Set(files.flatMap((file) => someIds(file, builtInScheme)))])
  const known = datasets.filter(({ id }) => counts.has(id))
  const order = (one: Dataset, other: Dataset): number =>
    (counts.get(other.id) ?? 0) - (counts.get(one.id) ?? 0) || Number(one.standIn ?? false) - Number(other.standIn ?? false) || other.importedAt - one.importedAt
  return [...known].sort(order)[0]?.id ?? null
}
