import type { FileFormat } from '../domain/dataset.ts'
import { ImportError } from './importError.ts'
import { JsonElements } from './jsonElements.ts'
import { isRecord } from './readJsonl.ts'

const ascii = (text: string): readonly number[] => Array.from(text, (character) => character.charCodeAt(0))

/** What binary files that end up in an upload begin with. Those whose first bytes are letters are told with what only a binary file has behind them. */
const signatures: readonly (readonly [format: string, bytes: readonly number[]])[] = [
  ['parquet', ascii('PAR1')],
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['zip', [0x50, 0x4b, 0x05, 0x06]],
  ['xls', [0xd0, 0xcf, 0x11, 0xe0]],
  ['gzip', [0x1f, 0x8b]],
  ['bzip2', ascii('BZh91AY')],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ['7z', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ['pdf', ascii('%PDF')],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['rar', ascii('Rar!')],
  ['png', [0x89, 0x50, 0x4e, 0x47]],
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['gif', ascii('GIF8')],
  ['sqlite', ascii('SQLite format 3\u0000')],
  ['arrow', ascii('ARROW1')],
  ['hdf5', [0x89, 0x48, 0x44, 0x46]],
  ['npy', [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59]],
  ['rtf', ascii('{\\rtf')],
  ['utf-32', [0xff, 0xfe, 0x00, 0x00]],
  ['utf-32', [0x00, 0x00, 0xfe, 0xff]],
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

/** Characters that people do not write: control characters, those that could not be decoded, unassigned and private ones. */
const unwritten = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufffd\p{Cn}\p{Co}]/gu

/**
 * Refuses what is text by its bytes only: a web page or a Git LFS pointer that was saved in the file's place, XML, and binary files without
 * a signature, which no encoding makes text of.
 * @param head decoded
 * @param chosen the encoding was chosen by hand: what looks like rubbish may be a wrong choice, and can be changed
 * @throws ImportError unsupported (`html`, `xml`, `git-lfs`, `binary`)
 */
export function refuseNonText(head: string, chosen: boolean): void {
  const begin = head.slice(0, 512).replace(/^[\s\ufeff]+/, '').toLowerCase()
  const instead = /^(?:<!--[^]*?-->\s*)?<(?:!doctype\s+html|html|head|body)[\s>]/.test(begin)
    ? 'html'
    : begin.startsWith('<?xml') ? 'xml' : begin.startsWith('version https://git-lfs') ? 'git-lfs' : undefined
  if (instead !== undefined) throw new ImportError('unsupported', { format: instead })
  const sample = head.slice(0, 64 * 1024)
  const odd = sample.match(unwritten)?.length ?? 0
  if (!chosen && odd >= 16 && odd > sample.length * 0.08) throw new ImportError('unsupported', { format: 'binary' })
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
    // Records over several lines, or several on one, whatever the file is called.
    if (objects === 0 && promised) return new JsonElements().take(head).some(isObject) ? 'json' : 'jsonl'
    if (objects * 4 >= sample.length || promised) return 'jsonl'
    return 'json'
  }
  if (/^\[\s*(?:[[{\]"']|-?\d+\s*[,\]]|(?:null|true|false)\b|$)/.test(text)) return promised && objects === 0 && sample.length > 1 && sample.every(isList) ? 'jsonl' : 'json'
  if (objects * 2 >= sample.length && objects > 0) return 'jsonl'
  if (promised) return 'jsonl'
  if (/\.json$/i.test(name) && whole && parsed(text) !== undefined) return 'json'
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
