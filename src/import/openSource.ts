import type { FileFormat } from '../domain/dataset.ts'
import type { Delimiter } from './inspection.ts'
import { ImportError } from './importError.ts'
import { readJsonl } from './readJsonl.ts'
import type { RowSource } from './sourceRow.ts'

/** Everything that reading a file depends on, settled. */
export interface Reading {
  readonly format: FileFormat
  readonly encoding: string | null
  readonly delimiter: Delimiter | null
  readonly header: boolean
  readonly sheet: number | null
}

/** @throws ImportError damaged */
export async function openSource(file: Blob, reading: Reading, signal?: AbortSignal): Promise<RowSource> {
  await Promise.resolve()
  if (reading.format === 'jsonl') return readJsonl(file, reading.encoding ?? 'utf-8', signal)
  throw new ImportError('unsupported', { format: reading.format })
}
