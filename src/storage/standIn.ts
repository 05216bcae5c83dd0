import type { Dataset, Sample } from '../domain/dataset.ts'
import { withDatabase } from './database.ts'
import { datasetRecord } from './datasetRecord.ts'
import { chunked, datasetTables, putSamples, removeDataset, samplesOf } from './datasets.ts'
import { mergedSamples } from './mergedSamples.ts'
import { askPersistence } from './quota.ts'
import { parseRecord, stamped } from './record.ts'

/**
 * Keeps what a run file says of its dataset, where that is not here: under its id and hash, marked as standing in for
 * it. What another run file brought stays, and gets what it lacked. Does nothing where the dataset itself is here.
 * @param samples as the file has them: without text it is empty.
 */
export async function keepStandIn(draft: Omit<Dataset, 'rows' | 'samples' | 'standIn'>, samples: readonly Sample[]): Promise<void> {
  // of a plan whose dataset was gone where the file was made
  if (samples.length === 0) return
  void askPersistence()
  await withDatabase((database) =>
    database.transaction('rw', datasetTables(database), async () => {
      const stored = await database.datasets.get(draft.id)
      const here = stored === undefined ? undefined : parseRecord(datasetRecord, stored)
      if (here?.state === 'ready' && !here.dataset.standIn) return
      const kept = here?.state === 'ready' ? await samplesOf(database, draft.id) : []
      const merged = mergedSamples(kept, samples)
      const base = here?.state === 'ready' ? here.dataset : draft
      const dataset: Dataset = { ...base, rows: merged.length, samples: merged.length, standIn: true }
      await removeDataset(database, draft.id)
      await database.datasets.put(stamped(datasetRecord, { id: draft.id, state: 'ready', writtenAt: Date.now(), dataset }))
      await putSamples(database, chunked(draft.id, merged, 0))
    }),
  )
}
