import { Dexie, type Table } from 'dexie'
import { isConnectionLost, storageError } from './storageError.ts'

/**
 * The one database. Tables hold `unknown`: whatever is read passes through `parseRecord`, and the schemas below say no
 * more than keys and indices.
 */
class Database extends Dexie {
  /** One record a data set; written first with `state: writing`. */
  declare readonly datasets: Table<unknown, string>
  /** Up to 500 samples a record. */
  declare readonly samples: Table<unknown, [string, number]>
  /** What figures need of the same samples, by the same key; absent of data sets that were taken in before there was this table. */
  declare readonly sampleColumns: Table<unknown, [string, number]>
  declare readonly problems: Table<unknown, number>
  declare readonly notices: Table<unknown, number>
  declare readonly plans: Table<unknown, string>
  declare readonly runs: Table<unknown, [string, string]>
  /** Which samples a batch of predictions is about: all that resuming and counting read. */
  declare readonly predictionIds: Table<unknown, number>
  /** The numbers of the same batch, by the same key. */
  declare readonly predictionValues: Table<unknown, number>
  /** The texts of the same batch, by the same key; absent where it has none. */
  declare readonly predictionTexts: Table<unknown, number>
  declare readonly priors: Table<unknown, string>
  /** Of imported answers: the records that were not taken. */
  declare readonly refusedRows: Table<unknown, string>
  /** Looks at test results. */
  declare readonly looks: Table<unknown, number>
  /** A person's own label schemes. */
  declare readonly schemes: Table<unknown, string>
  declare readonly preferences: Table<unknown, string>

  constructor() {
    super('xianwai', { chromeTransactionDurability: 'strict' })
    this.version(1).stores({
      datasets: 'id',
      samples: '[datasetId+chunk], *ids',
      problems: '++, datasetId',
      notices: '++, datasetId',
      plans: 'id',
      runs: '[planId+id], id',
      predictionIds: '++, runId, [runId+small]',
      predictionValues: ', runId',
      predictionTexts: ', runId',
      priors: 'runId',
      preferences: 'key',
    })
    this.version(2).stores({ refusedRows: 'planId' })
    this.version(3).stores({ sampleColumns: '[datasetId+chunk]' })
    this.version(4).stores({ looks: '++, datasetId' })
    this.version(5).stores({ schemes: 'id' })
  }
}

export type { Database }

export const database = new Database()

/**
 * Runs an operation on the database. Where the connection turns out to be gone it is opened once more and the operation
 * repeated, which is safe because an operation is one transaction, or reads. @throws StorageError
 */
export async function withDatabase<Result>(operation: (database: Database) => PromiseLike<Result>): Promise<Result> {
  try {
    return await operation(database)
  } catch (error) {
    if (!isConnectionLost(error)) throw storageError(error)
  }
  try {
    await reopen()
    return await operation(database)
  } catch (error) {
    throw storageError(error)
  }
}

let reopening: Promise<void> | null = null

/** Closes what is left of the connection and opens another; those who find it lost at the same time share it. */
export function reopen(): Promise<void> {
  reopening ??= (async () => {
    try {
      database.close({ disableAutoOpen: false })
      await database.open()
    } finally {
      reopening = null
    }
  })()
  return reopening
}
