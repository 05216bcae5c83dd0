import type { Scheme } from '../domain/scheme.ts'
import { decodedText } from './decodedText.ts'
import { detectEncoding } from './detectEncoding.ts'
import { ImportError } from './importError.ts'
import type { Delimiter, NamedBlob, ReadingOptions } from './inspection.ts'
import type { Reading } from './openSource.ts'
import { sampleRecords } from './readDelimited.ts'
import { hasHeader, preambleLength, sniffDelimiter } from './sniffDelimited.ts'
import { refuseNonText, sniffBinary, sniffText } from './sniffFormat.ts'

export interface DetectedReading extends Reading {
  /** What the encoding would be had nobody chosen; null for binary formats. */
  readonly detectedEncoding: string | null
}

/** Bytes, and then characters, that formats are told by. */
const headLength = 256 * 1024

/**
 * How a file is to be read: what the options say, and for the rest what its content says; its name decides last.
 * @throws ImportError empty, unsupported
 */
export async function detectReading(file: NamedBlob, options: ReadingOptions, scheme: Scheme): Promise<DetectedReading> {
  if (file.size === 0) throw new ImportError('empty')
  const head = new Uint8Array(await file.slice(0, headLength).arrayBuffer())
  const binary = options.format === 'xlsx' || options.format === 'parquet' ? options.format : sniffBinary(head)
  if (binary) {
    const header = options.header ?? true
    return { format: binary, encoding: null, detectedEncoding: null, delimiter: null, header, skippedRows: 0, sheet: options.sheet ?? null }
  }
  const detectedEncoding = await detectEncoding(file)
  const encoding = options.encoding ?? detectedEncoding
  const { text, whole } = await headText(file, encoding)
  refuseNonText(text, options.encoding !== undefined)
  const common = { encoding, detectedEncoding, sheet: null, skippedRows: 0 }
  const format = options.format ?? sniffText(text, whole, file.name)
  if (format === 'jsonl' || format === 'json') return { ...common, format, delimiter: null, header: false }
  const complete = whole ? text : text.slice(0, text.lastIndexOf('\n') + 1) || text
  const delimiter = options.delimiter ?? sniffDelimiter(complete, scheme, promisedDelimiter(file.name))
  const records = sampleRecords(complete, delimiter).slice(0, 50)
  const skippedRows = preambleLength(records, scheme)
  const header = options.header ?? hasHeader(records.slice(skippedRows), scheme)
  // A comma in a .tsv makes it a CSV; a table told to be one or the other by hand keeps that name.
  return { ...common, format: options.format ?? (delimiter === '\t' ? 'tsv' : 'csv'), delimiter, header, skippedRows }
}

async function headText(file: Blob, encoding: string): Promise<{ readonly text: string; readonly whole: boolean }> {
  for await (const { text, readBytes } of decodedText(file.slice(0, headLength), encoding)) {
    return { text, whole: readBytes === file.size }
  }
  return { text: '', whole: true }
}

function promisedDelimiter(name: string): Delimiter | null {
  if (/\.(?:tsv|tab)$/i.test(name)) return '\t'
  return /\.csv$/i.test(name) ? ',' : null
}
