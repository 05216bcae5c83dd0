import type { Dataset, Notice, Problem, Sample } from '../domain/dataset.ts'

/** Some of a data set, in file order. */
export interface DatasetChunk {
  readonly samples: readonly Sample[]
  readonly problems: readonly Problem[]
  readonly notices: readonly Notice[]
}

/** Where a data set goes while it is read. Calls never overlap: each is awaited before the next. */
export interface DatasetWriter {
  append(chunk: DatasetChunk): Promise<void>
  /** The data set with its final counts and hash. */
  finish(final: Dataset): Promise<void>
  /** Removes every trace of it: the import failed or was cancelled. */
  abandon(): Promise<void>
}

/** What an import sees of storage. `draft` has no rows yet, and a hash of nothing. */
export interface DatasetSink {
  createDataset(draft: Dataset): Promise<DatasetWriter>
}
