import type { Dataset, DatasetRoles, Notice, Problem, Sample } from '../domain/dataset.ts'
import { joinedColumns, type SampleColumns } from '../domain/sampleColumns.ts'
import { type Database, withDatabase } from './database.ts'
import { type DatasetRecord, datasetRecord } from './datasetRecord.ts'
import { isHeld, type Hold, hold } from './hold.ts'
import { observe, type Observable } from './observable.ts'
import { askPersistence } from './quota.ts'
import { parseRecord, stamped } from './record.ts'
import { noticeRecord, problemRecord, type SampleRecord, sampleRecord } from './sampleRecord.ts'
import { columnsRecordOf, sampleColumnsRecord } from './sampleColumnsRecord.ts'
import { StorageError } from './storageError.ts'

/** Samples in one stored record. */
const CHUNK = 500

export interface DatasetPart {
  readonly samples?: readonly Sample[]
  readonly problems?: readonly Problem[]
  readonly notices?: readonly Notice[]
}

/** Writes one data set. Nobody sees it before `finish`; where the tab dies first, the next start removes it. */
export interface DatasetWriter {
  /** Adds to the end, in file order. One at a time: wait for the one before. @throws StorageError */
  append(part: DatasetPart): Promise<void>
  /** Shows it. @throws Error where its counts are not those of what was appended: rows never vanish. */
  finish(final: Dataset): Promise<void>
  /** Removes every trace of it. Does nothing after `finish`. */
  abandon(): Promise<void>
}

/** Starts a data set under `draft.id`, which must be new. @throws StorageError */
export async function createDataset(draft: Dataset): Promise<DatasetWriter> {
  void askPersistence()
  const held = await hold(lockName(draft.id))
  try {
    await withDatabase((database) =>
      database.transaction('rw', datasetTables(database), async () => {
        const existing = await database.datasets.get(draft.id)
        if (existing !== undefined && parseRecord(datasetRecord, existing).state === 'ready') {
          throw new Error(`data set ${draft.id} is there already`)
        }
        await removeDataset(database, draft.id)
        await database.datasets.add(stamped(datasetRecord, { id: draft.id, state: 'writing', writtenAt: Date.now(), dataset: draft }))
      }),
    )
  } catch (error) {
    held.release()
    throw error
  }
  return new Writer(draft, held)
}

class Writer implements DatasetWriter {
  private readonly draft: Dataset
  private readonly held: Hold
  private chunks = 0
  private readonly written = { samples: 0, problems: 0, notices: 0 }
  private finished = false
  /** Samples that do not fill a record yet. */
  private pending: Sample[] = []

  constructor(draft: Dataset, held: Hold) {
    this.draft = draft
    this.held = held
  }

  async append({ samples = [], problems = [], notices = [] }: DatasetPart): Promise<void> {
    const all = [...this.pending, ...samples]
    const full = all.length - (all.length % CHUNK)
    const records = this.records(all.slice(0, full))
    if (records.length > 0 || problems.length > 0 || notices.length > 0) await this.write(records, problems, notices)
    this.pending = all.slice(full)
    this.chunks += records.length
    this.written.samples += samples.length
    this.written.problems += problems.length
    this.written.notices += notices.length
  }

  async finish(final: Dataset): Promise<void> {
    if (final.id !== this.draft.id) throw new Error(`data set ${this.draft.id} was started, not ${final.id}`)
    for (const kind of ['samples', 'problems', 'notices'] as const) {
      if (final[kind] !== this.written[kind]) throw new Error(`${final[kind]} ${kind} are claimed, ${this.written[kind]} were written`)
    }
    await this.write(this.records(this.pending), [], [], final)
    this.finished = true
    this.held.release()
  }

  async abandon(): Promise<void> {
    if (this.finished) return
    await withDatabase((database) =>
      database.transaction('rw', datasetTables(database), () => removeDataset(database, this.draft.id)),
    )
    this.finished = true
    this.held.release()
  }

  private records(samples: readonly Sample[]): readonly SampleRecord[] {
    return chunked(this.draft.id, samples, this.chunks)
  }

  /** One transaction: all of a part, or nothing. Repeating it puts the samples where they were. */
  private async write(
    records: readonly SampleRecord[],
    problems: readonly Problem[],
    notices: readonly Notice[],
    final?: Dataset,
  ): Promise<void> {
    if (this.finished) throw new Error(`data set ${this.draft.id} is closed`)
    const datasetId = this.draft.id
    const head: DatasetRecord = { id: datasetId, state: final ? 'ready' : 'writing', writtenAt: Date.now(), dataset: final ?? this.draft }
    await withDatabase((database) =>
      database.transaction('rw', datasetTables(database), async () => {
        if ((await database.datasets.get(datasetId)) === undefined) throw new StorageError('gone', `data set ${datasetId} was removed meanwhile`)
        await database.datasets.put(stamped(datasetRecord, head))
        await putSamples(database, records)
        if (problems.length > 0) await database.problems.add(stamped(problemRecord, { datasetId, problems }))
        if (notices.length > 0) await database.notices.add(stamped(noticeRecord, { datasetId, notices }))
      }),
    )
  }
}

/** Data sets that are complete, the newest first. */
export function observeDatasets(): Observable<readonly Dataset[]> {
  return observe(async (database) => {
    const records = (await database.datasets.toArray()).map((stored) => parseRecord(datasetRecord, stored))
    const ready = records.filter(({ state }) => state === 'ready').map(({ dataset }) => dataset)
    return ready.sort((one, other) => other.importedAt - one.importedAt)
  })
}

/** A complete data set, or undefined where it was deleted or never was. */
export async function readDataset(id: string): Promise<Dataset | undefined> {
  const stored = await withDatabase((database) => database.datasets.get(id))
  if (stored === undefined) return undefined
  const { state, dataset } = parseRecord(datasetRecord, stored)
  return state === 'ready' ? dataset : undefined
}

/** Another text whenever a data set came, went or was changed: what was made of what they say is then to be made again. */
export async function datasetsState(database: Database): Promise<string> {
  const records = (await database.datasets.toArray()).map((stored) => parseRecord(datasetRecord, stored))
  const ready = records.filter(({ state }) => state === 'ready')
  return `${ready.length} ${ready.reduce((sum, { writtenAt }) => sum + writtenAt, 0)}`
}

/** The same, now. */
export function readDatasetsState(): Promise<string> {
  return withDatabase(datasetsState)
}

/** All samples in file order; empty where the data set is not there. */
export async function readSamples(id: string): Promise<readonly Sample[]> {
  return withDatabase((database) => samplesOf(database, id))
}

/** The same within a transaction. */
export async function samplesOf(database: Database, id: string): Promise<readonly Sample[]> {
  const stored = await database.samples.where('[datasetId+chunk]').between([id, 0], [id, Infinity]).toArray()
  return stored.flatMap((record) => parseRecord(sampleRecord, record).samples)
}

/** How many of these ids each data set has; data sets with none are absent. Reads keys only. */
export async function countIds(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const keys = await withDatabase((database) => database.samples.where('ids').anyOf(ids).primaryKeys())
  const counts = new Map<string, number>()
  for (const [datasetId] of keys) counts.set(datasetId, (counts.get(datasetId) ?? 0) + 1)
  return counts
}

export async function readProblems(id: string): Promise<readonly Problem[]> {
  const stored = await withDatabase((database) => database.problems.where('datasetId').equals(id).toArray())
  return stored.flatMap((record) => parseRecord(problemRecord, record).problems)
}

export async function readNotices(id: string): Promise<readonly Notice[]> {
  const stored = await withDatabase((database) => database.notices.where('datasetId').equals(id).toArray())
  return stored.flatMap((record) => parseRecord(noticeRecord, record).notices)
}

/** Removes a data set. Runs over it stay: that `readDataset` knows it no more is what marks them. */
export async function deleteDataset(id: string): Promise<void> {
  await withDatabase((database) => database.transaction('rw', datasetTables(database), () => removeDataset(database, id)))
}

/** Gives it another name; does nothing where it is not there. Plans keep the name they were frozen with. */
export async function renameDataset(id: string, name: string): Promise<void> {
  await changeDataset(id, (dataset) => ({ ...dataset, name }))
}

/** Parts its samples into roles (null: all are for the test); does nothing where it is not there. Plans keep what they were frozen with. */
export async function setDatasetRoles(id: string, roles: DatasetRoles | null): Promise<void> {
  await changeDataset(id, (dataset) => {
    const whole = { ...dataset }
    delete whole.roles
    return { ...whole, ...(roles && { roles }) }
  })
}

async function changeDataset(id: string, change: (dataset: Dataset) => Dataset): Promise<void> {
  await withDatabase((database) =>
    database.transaction('rw', [database.datasets], async () => {
      const stored = await database.datasets.get(id)
      if (stored === undefined) return
      const record = parseRecord(datasetRecord, stored)
      // later than before even within a millisecond, and where the clock was set back: `datasetsState` goes by it
      await database.datasets.put(stamped(datasetRecord, { ...record, writtenAt: Math.max(Date.now(), record.writtenAt + 1), dataset: change(record.dataset) }))
    }),
  )
}

/**
 * Removes what a tab that died left half written. Called at start. A writer that is alive is known by its lock; where
 * the browser has no locks (plain http) by having written within the last ten minutes.
 * @returns how many were removed.
 */
export async function removeHalfWritten(now = Date.now()): Promise<number> {
  const stored = await withDatabase((database) => database.datasets.toArray())
  let removed = 0
  for (const one of stored) {
    const { id, state, writtenAt } = parseRecord(datasetRecord, one)
    if (state === 'ready') continue
    const held = await isHeld(lockName(id))
    if (held ?? now - writtenAt < 600_000) continue
    await deleteDataset(id)
    removed++
  }
  return removed
}

function lockName(id: string): string {
  return `xianwai-writing-${id}`
}

/** Writes samples and their columns, within a transaction over a data set's tables. */
export async function putSamples(database: Database, records: readonly SampleRecord[]): Promise<void> {
  await database.samples.bulkPut(records.map((record) => stamped(sampleRecord, record)))
  await database.sampleColumns.bulkPut(records.map((record) => stamped(sampleColumnsRecord, columnsRecordOf(record))))
}

/** What figures need of all samples, in file order, without reading the samples; undefined of a data set that has no columns. */
export async function readSampleColumns(id: string): Promise<SampleColumns | undefined> {
  const [columns, chunks] = await withDatabase((database) =>
    database.transaction('r', [database.samples, database.sampleColumns], () => {
      const [first, last] = [[id, 0], [id, Infinity]] as const
      return Promise.all([
        database.sampleColumns.where('[datasetId+chunk]').between(first, last).toArray(),
        database.samples.where('[datasetId+chunk]').between(first, last).count(),
      ])
    }),
  )
  if (columns.length !== chunks || chunks === 0) return undefined
  return joinedColumns(columns.map((stored) => parseRecord(sampleColumnsRecord, stored)))
}

/** Samples as records. @param from the first one's number. */
export function chunked(datasetId: string, samples: readonly Sample[], from: number): readonly SampleRecord[] {
  const records: SampleRecord[] = []
  for (let at = 0; at < samples.length; at += CHUNK) {
    const chunk = samples.slice(at, at + CHUNK)
    records.push({ datasetId, chunk: from + records.length, ids: chunk.map(({ id }) => id), samples: chunk })
  }
  return records
}

/** What one data set is written to. */
export function datasetTables(database: Database) {
  return [database.datasets, database.samples, database.sampleColumns, database.problems, database.notices]
}

/** Removes a data set, within a transaction over its tables. */
export async function removeDataset(database: Database, id: string): Promise<void> {
  await database.datasets.delete(id)
  await database.samples.where('[datasetId+chunk]').between([id, 0], [id, Infinity]).delete()
  await database.sampleColumns.where('[datasetId+chunk]').between([id, 0], [id, Infinity]).delete()
  await database.problems.where('datasetId').equals(id).delete()
  await database.notices.where('datasetId').equals(id).delete()
}
