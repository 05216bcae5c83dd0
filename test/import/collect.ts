import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import type { Dataset, Notice, Problem, Sample } from '../../src/domain/dataset.ts'
import type { DatasetSink } from '../../src/import/datasetSink.ts'
import { importFile } from '../../src/import/importFile.ts'
import type { ImportOptions, NamedBlob } from '../../src/import/inspection.ts'

export interface Collected {
  readonly dataset: Dataset
  readonly samples: readonly Sample[]
  readonly problems: readonly Problem[]
  readonly notices: readonly Notice[]
}

/** A file of that name and content. */
export function fileOf(name: string, ...parts: BlobPart[]): NamedBlob {
  return new File(parts, name)
}

/** A sink that keeps everything in memory, and whether it was finished or abandoned. */
export function memorySink() {
  const kept = { samples: [] as Sample[], problems: [] as Problem[], notices: [] as Notice[], finished: false, abandoned: false }
  const sink: DatasetSink = {
    createDataset: () =>
      Promise.resolve({
        append: (chunk) => {
          kept.samples.push(...chunk.samples)
          kept.problems.push(...chunk.problems)
          kept.notices.push(...chunk.notices)
          return Promise.resolve()
        },
        finish: () => {
          kept.finished = true
          return Promise.resolve()
        },
        abandon: () => {
          kept.abandoned = true
          return Promise.resolve()
        },
      }),
  }
  return { kept, sink }
}

/** Imports a file whole. */
export async function collect(file: NamedBlob, options: Partial<ImportOptions> = {}): Promise<Collected> {
  const { kept, sink } = memorySink()
  const dataset = await importFile(file, { scheme: builtInScheme, ...options }, sink)
  return { dataset, samples: kept.samples, problems: kept.problems, notices: kept.notices }
}
