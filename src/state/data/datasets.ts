import type { Dataset, Notice, Problem, Sample } from '../../domain/dataset.ts'
import { observeDatasets, readNotices, readProblems, readSamples } from '../../storage/datasets.ts'
import { type Live, useLive, useOnce } from '../liveQuery.ts'

export { deleteDataset, renameDataset, setDatasetRoles } from '../../storage/datasets.ts'

/** All datasets of this browser, the newest first. */
export function useDatasets(): Live<readonly Dataset[]> {
  return useLive('datasets', observeDatasets)
}

/** Those that a plan can be made over: what came with a run file is not a whole dataset. */
export function usePlannable(): Live<readonly Dataset[]> {
  const all = useDatasets()
  return all.status === 'ready' ? { status: 'ready', value: all.value.filter(({ standIn }) => !standIn) } : all
}

/** One dataset; null where there is none of that id (any more). */
export function useDataset(id: string): Live<Dataset | null> {
  const all = useDatasets()
  return all.status === 'ready' ? { status: 'ready', value: all.value.find((dataset) => dataset.id === id) ?? null } : all
}

/** All samples in file order. A dataset never changes, so it is read once. */
export function useSamples(id: string): Live<readonly Sample[]> {
  return useOnce(`samples ${id}`, () => readSamples(id))
}

export function useProblems(id: string): Live<readonly Problem[]> {
  return useOnce(`problems ${id}`, () => readProblems(id))
}

export function useNotices(id: string): Live<readonly Notice[]> {
  return useOnce(`notices ${id}`, () => readNotices(id))
}
