import type { AsyncBuffer, Compressors, FileMetaData } from 'hyparquet'
import * as v from 'valibot'
import { exactly } from './cellText.ts'
import { columnNames } from './columnNames.ts'
import { ImportError } from './importError.ts'
import { isRecord } from './readJsonl.ts'
import type { RowSource, SourceBatch, SourceRow } from './sourceRow.ts'

/** Rows that are held at once, where the file's row groups are no larger. */
const batchRows = 5000

/**
 * A Parquet file, one row group after the other. Rows are numbered from 1; lists and objects stay what they are (a context may be a
 * list of turns), whole numbers of 64 bits are exact. Class names that the hub's `datasets` library leaves in the file are passed on.
 * @throws ImportError damaged
 */
export async function readParquet(file: Blob, signal?: AbortSignal): Promise<RowSource> {
  const { parquetMetadataAsync, parquetSchema } = await import('hyparquet')
  const buffer: AsyncBuffer = { byteLength: file.size, slice: (start, end) => file.slice(start, end).arrayBuffer() }
  const metadata = await orDamaged(() => parquetMetadataAsync(buffer))
  const names = parquetSchema(metadata).children.map(({ element }) => element.name)
  const { columns, renamed } = columnNames(names)
  return { columns, renamed, classNames: classNames(metadata), batches: batches(buffer, metadata, names, columns, signal) }
}

async function* batches(
  buffer: AsyncBuffer,
  metadata: FileMetaData,
  names: readonly string[],
  columns: readonly string[],
  signal?: AbortSignal,
): AsyncGenerator<SourceBatch> {
  const [{ parquetReadObjects }, { compressors }] = await Promise.all([import('hyparquet'), import('hyparquet-compressors')])
  const total = Number(metadata.num_rows)
  let from = 0
  for (const group of metadata.row_groups) {
    const end = from + Number(group.num_rows)
    signal?.throwIfAborted()
    // A row group is decoded as a whole: asking for it piece by piece would decode it again each time.
    const rows = await orDamaged(() => parquetReadObjects({ file: buffer, metadata, compressors: ofNothingToo(compressors), rowStart: from, rowEnd: end }))
    if (rows.length !== end - from) throw new ImportError('damaged', { reason: `${rows.length} of ${end - from} rows` })
    for (let start = 0; start < rows.length; start += batchRows) {
      const items = rows.slice(start, start + batchRows).map((row, at) => rowOf(row, from + start + at + 1, names, columns))
      yield { items, readBytes: Math.round((buffer.byteLength * (from + start + items.length)) / total) }
    }
    from = end
  }
}

function rowOf(read: Readonly<Record<string, unknown>>, row: number, names: readonly string[], columns: readonly string[]): SourceRow {
  const values = Object.fromEntries(names.map((name, at): [string, unknown] => [columns[at]!, read[name]]))
  return { kind: 'row', row, values, raw: () => JSON.stringify(values, exactly) }
}

async function orDamaged<Value>(work: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    throw new ImportError('damaged', { reason: error instanceof Error ? error.message : String(error) })
  }
}

/** A page of nulls only is empty, which the LZ4 reader takes for damage. */
function ofNothingToo(compressors: Compressors): Compressors {
  return Object.fromEntries(
    Object.entries(compressors).map(([codec, decompress]) => [codec, (input: Uint8Array, length: number) => (length === 0 ? new Uint8Array() : decompress(input, length))]),
  )
}

const hubInfo = v.object({ info: v.object({ features: v.record(v.string(), v.unknown()) }) })
const classLabel = v.object({ names: v.array(v.string()) })

/** Names of coded labels by column: what `datasets` writes about its ClassLabel columns. */
function classNames(metadata: FileMetaData): Readonly<Record<string, readonly string[]>> {
  const entry = metadata.key_value_metadata?.find(({ key }) => key === 'huggingface')?.value
  const parsed = v.safeParse(hubInfo, entry === undefined ? undefined : jsonOf(entry))
  if (!parsed.success) return {}
  const named: [string, readonly string[]][] = []
  for (const [column, feature] of Object.entries(parsed.output.info.features)) {
    const label = v.safeParse(classLabel, feature)
    if (label.success) named.push([column, label.output.names])
  }
  return Object.fromEntries(named)
}

function jsonOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}
