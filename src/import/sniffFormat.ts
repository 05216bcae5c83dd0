import type { FileFormat } from '../domain/dataset.ts'
import { ImportError } from './importError.ts'
import { isRecord } from './readJsonl.ts'

const signatures: readonly (readonly [format: string, bytes: readonly number[]])[] = [
  ['parquet', [0x50, 0x41, 0x52, 0x31]],
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['xls', [0xd0, 0xcf, 0x11, 0xe0]],
  ['gzip', [0x1f, 0x8b]],
  ['pdf', [0x25, 0x50, 0x44, 0x46]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['rar', [0x52, 0x61, 0x72, 0x21]],
]

/**
 * What the first bytes say of a binary file, or undefined for text.
 * @throws ImportError unsupported, with the format's name
 */
export function sniffBinary(head: Uint8Array): 'xlsx' | 'parquet' | undefined {
  const format = signatures.find(([, bytes]) => bytes.every((byte, at) => head[at] === byte))?.[0]
  if (format === undefined) return undefined
  if (format === 'parquet') return 'parquet'
  // A workbook names its parts in the clear; other zips (ODS, DOCX, archives) are not read.
  if (format === 'zip' && new TextDecoder('latin1').decode(head).includes('xl/')) return 'xlsx'
  throw new ImportError('unsupported', { format })
}

/**
 * The format of a text by its beginning, whatever its name: lines that are objects are JSONL, a bracket or brace that does not end on its
 * line is JSON, anything else is a table. A chat line such as `[买家] 你好` begins like JSON and is none.
 * @param head decoded, without byte order mark, line ends normalised
 * @param whole the head is the whole file
 */
export function sniffText(head: string, whole: boolean, name: string): Exclude<FileFormat, 'xlsx' | 'parquet'> {
  const text = head.replace(/^[\s\ufeff\u0000]+/, '')
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (!whole && lines.length > 1) lines.pop()
  const sample = lines.slice(0, 50)
  const objects = sample.filter((line) => isObject(line)).length
  const promised = /\.(?:jsonl|ndjson)$/i.test(name)
  if (text.startsWith('{')) {
    // One object alone may wrap the records (`{"data": [...]}`); whoever calls the file JSONL means it, though.
    if (sample.length === 1 && !promised) return 'json'
    if (objects * 4 >= sample.length || promised) return 'jsonl'
    return 'json'
  }
  if (/^\[\s*(?:[[{\]"]|-?\d+\s*[,\]]|(?:null|true|false)\b|$)/.test(text)) return promised && objects === 0 && sample.length > 1 && sample.every(isList) ? 'jsonl' : 'json'
  if (objects * 2 >= sample.length && objects > 0) return 'jsonl'
  if (promised) return 'jsonl'
  return /\.(?:tsv|tab)$/i.test(name) ? 'tsv' : 'csv'
}

function isObject(line: string): boolean {
  return isRecord(parsed(line))
}

function isList(line: string): boolean {
  return Array.isArray(parsed(line))
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
