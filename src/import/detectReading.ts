import type { ReadingOptions } from './inspection.ts'
import { ImportError } from './importError.ts'
import type { Reading } from './openSource.ts'

export interface DetectedReading extends Reading {
  /** What the encoding would be had nobody chosen. */
  readonly detectedEncoding: string | null
}

/** How a file is to be read: what the options say, and for the rest what its content says. @throws ImportError empty, unsupported */
export async function detectReading(file: Blob & { readonly name: string }, options: ReadingOptions): Promise<DetectedReading> {
  if (file.size === 0) throw new ImportError('empty')
  await Promise.resolve()
  return {
    format: options.format ?? 'jsonl',
    encoding: options.encoding ?? 'utf-8',
    detectedEncoding: 'utf-8',
    delimiter: options.delimiter ?? null,
    header: options.header ?? true,
    sheet: options.sheet ?? null,
  }
}
