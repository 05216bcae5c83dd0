import { ContentHash } from '../domain/contentHash.ts'
import type { Dataset, Gold, Notice, Problem, Sample } from '../domain/dataset.ts'
import type { FieldId, Scheme } from '../domain/scheme.ts'
import type { DatasetSink, DatasetWriter } from './datasetSink.ts'
import { detectReading } from './detectReading.ts'
import { ImportError } from './importError.ts'
import type { ImportOptions, ImportProgress, NamedBlob } from './inspection.ts'
import { inspectSource } from './inspectFile.ts'
import { openSource } from './openSource.ts'
import { SampleReader } from './sampleReader.ts'
import type { SourceItem } from './sourceRow.ts'
import { Uniqueness } from './uniqueness.ts'

/** Bytes between two tellings of progress. */
const PROGRESS = 1 << 20

/**
 * Reads a file into a data set, in one pass and in bounded memory (workbooks excepted: they are read whole). Every row becomes a
 * sample or a problem: `rows = samples + problems` of what is returned. Blank lines are no rows. The sink gets the rows
 * in file order; when anything fails or the signal is aborted, its writer is told to abandon what it has.
 *
 * @param onProgress called after each stretch of the file, about once a megabyte
 * @returns the data set as the sink's `finish` got it; an empty file, or one with no row, throws
 * @throws ImportError for a file that cannot be read as a whole; the signal's reason when it is aborted; what the sink throws
 */
export async function importFile(
  file: NamedBlob,
  options: ImportOptions,
  sink: DatasetSink,
  onProgress?: (progress: ImportProgress) => void,
  signal?: AbortSignal,
): Promise<Dataset> {
  signal?.throwIfAborted()
  const reading = await detectReading(file, options, options.scheme)
  const { scheme } = options
  const inspected = options.mapping && options.labelCodes ? undefined : await inspectSource(file, reading, scheme, options.mapping)
  const mapping = options.mapping ?? inspected?.mapping ?? {}
  const labelCodes = options.labelCodes ?? inspected?.labelCodes ?? {}
  if (!Object.values(mapping).some(({ kind }) => kind === 'text')) throw new ImportError('noTextColumn')
  const draft: Dataset = {
    id: randomId(),
    name: options.name ?? file.name.replace(/\.[^.]+$/, ''),
    hash: new ContentHash().digest(),
    schemeId: scheme.id,
    rows: 0,
    samples: 0,
    problems: 0,
    notices: 0,
    source: { file: file.name, bytes: file.size, format: reading.format, encoding: reading.encoding, mapping },
    importedAt: Date.now(),
    demonstration: false,
  }
  const source = await openSource(file, reading, scheme, signal)
  const writer = await sink.createDataset(draft)
  try {
    const intake = new Intake(scheme, new SampleReader(scheme, mapping, labelCodes), writer)
    let told = 0
    for await (const { items, readBytes } of source.batches) {
      signal?.throwIfAborted()
      await intake.take(items)
      if (readBytes < told + PROGRESS && readBytes < file.size) continue
      told = readBytes
      onProgress?.({ readBytes, totalBytes: file.size, samples: intake.samples, problems: intake.problems })
    }
    await intake.settle()
    signal?.throwIfAborted()
    if (intake.samples + intake.problems === 0) throw new ImportError('empty')
    const final = intake.finish(draft)
    await writer.finish(final)
    return final
  } catch (error) {
    await writer.abandon()
    throw error
  }
}

/** Takes rows in, passes them on, and counts. */
class Intake {
  samples = 0
  problems = 0
  private notices = 0
  private demonstrations = 0
  private readonly reader: SampleReader
  private readonly uniqueness: Uniqueness
  private readonly writer: DatasetWriter
  private readonly fields: readonly FieldId[]
  private readonly hash = new ContentHash()
  /** The write under way: the next rows are read meanwhile. */
  private pending: Promise<void> = Promise.resolve()

  constructor(scheme: Scheme, reader: SampleReader, writer: DatasetWriter) {
    this.reader = reader
    this.uniqueness = new Uniqueness(scheme, reader.hasIds)
    this.writer = writer
    this.fields = scheme.fields.map(({ id }) => id)
  }

  async take(items: readonly SourceItem[]): Promise<void> {
    const samples: Sample[] = []
    const problems: Problem[] = []
    const notices: Notice[] = []
    for (const item of items) {
      if (item.kind === 'broken') {
        const { code, row, detail, raw } = item
        problems.push({ code, row, column: null, detail, raw })
        continue
      }
      const reading = this.reader.read(item)
      const admission = reading.kind === 'problem' ? reading : this.uniqueness.admit(reading.read, item)
      if (admission.kind === 'problem') {
        problems.push(admission.problem)
        continue
      }
      samples.push(admission.sample)
      for (const notice of admission.notices) notices.push(notice)
      if (admission.sample.tier === 'demonstration') this.demonstrations++
      this.hash.add(this.identity(admission.sample))
    }
    this.samples += samples.length
    this.problems += problems.length
    this.notices += notices.length
    await this.settle()
    if (samples.length + problems.length > 0) this.pending = this.writer.append({ samples, problems, notices })
    // Whoever awaits it next gets the error; nobody awaiting it yet is no unhandled rejection.
    this.pending.catch(() => undefined)
  }

  settle(): Promise<void> {
    return this.pending
  }

  finish(draft: Dataset): Dataset {
    return {
      ...draft,
      hash: this.hash.digest(),
      rows: this.samples + this.problems,
      samples: this.samples,
      problems: this.problems,
      notices: this.notices,
      demonstration: this.samples > 0 && this.demonstrations === this.samples,
    }
  }

  /** A sample's line in the data set's hash: its hash, its gold in the scheme's order, and what decides how it is drawn and resampled. */
  private identity({ hash, gold, tier, group }: Sample): string {
    let line = hash
    for (const field of this.fields) line += `\t${goldText(gold[field])}`
    if (tier !== null || group !== null) line += `\t${JSON.stringify([tier, group])}`
    return `${line}\n`
  }
}

function goldText(gold: Gold | undefined): string {
  return gold === undefined ? '' : gold.kind === 'label' ? gold.label : JSON.stringify(gold.raw)
}

/** 128 random bits; `crypto.randomUUID` is missing on plain http. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
