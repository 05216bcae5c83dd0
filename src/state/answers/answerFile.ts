import { sha256 } from 'hash-wasm'
import { builtInScheme } from '../../domain/builtInScheme.ts'
import type { Scheme } from '../../domain/scheme.ts'
import type { Bytes, Sha256 } from '../../domain/units.ts'
import { type AnswerMapping, guessAnswerMapping } from '../../export/answerColumns.ts'
import { type AnswerRows, answerRows } from '../../export/answerRows.ts'
import type { Spelling } from '../../export/readAnswers.ts'
import { type BenchmarkMethod, parseResultFileName, taskField } from '../../export/resultFileName.ts'
import { detectEncoding } from '../../import/detectEncoding.ts'
import { AnswerFileError } from './answerFileError.ts'
import { isZip, type ReadSheet, workbookRows } from './answerWorkbook.ts'

/** A file of somebody else's answers, read as rows. */
export interface AnswerFile {
  readonly name: string
  readonly bytes: Bytes
  readonly sha256: Sha256
  /** Null of a workbook. */
  readonly encoding: string | null
  /** Of a workbook: which of its sheets the rows are of. */
  readonly sheet?: ReadSheet
  readonly rows: AnswerRows
}

/** What the user says of a file. Files with the same model, method and shots are parts of one run. */
export interface AnswerChoices {
  readonly model: string
  /** The benchmark's name for the method; null: another one, or unknown. */
  readonly method: BenchmarkMethod | null
  readonly fewShot: boolean
  readonly mapping: AnswerMapping
  readonly spelling: Spelling
  /** What its records are matched by. */
  readonly by: 'id' | 'text'
}

/** A string holds about this much; what is longer the browser cannot decode in one piece. */
const LARGEST: Bytes = 480_000_000

/** @throws AnswerFileError where it holds no record, or is neither text nor a workbook; ImportError of a damaged workbook. */
export async function openAnswerFile(file: File): Promise<AnswerFile> {
  if (file.size > LARGEST) throw new AnswerFileError('tooLarge', file.name)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const known = { name: file.name, bytes: file.size, sha256: await sha256(bytes) }
  if (isZip(bytes)) {
    const { rows, sheet } = await workbookRows(file, builtInScheme)
    if (rows.rows.length === 0) throw new AnswerFileError('empty', file.name)
    return { ...known, encoding: null, sheet, rows }
  }
  const encoding = await detectEncoding(file)
  const text = new TextDecoder(encoding).decode(bytes)
  if (text.slice(0, 4096).includes('\0')) throw new AnswerFileError('binary', file.name)
  const rows = answerRows(text)
  if (rows.rows.length + rows.broken.length === 0) throw new AnswerFileError('empty', file.name)
  return { ...known, encoding, rows }
}

/** What a file's name and columns say by themselves. A file of the benchmark's runner is read as the benchmark's metric script reads it. */
export function firstChoices({ name, rows }: AnswerFile, scheme: Scheme): AnswerChoices {
  const named = parseResultFileName(name)
  const about = named && taskField(scheme, named.task)
  return {
    model: named?.model ?? name.replace(/^.*[/\\]/, '').replace(/\.[^.]+$/, ''),
    method: named?.method ?? null,
    fewShot: named?.shots === 'fewshot',
    mapping: guessAnswerMapping(rows, scheme, about),
    spelling: named ? 'exact' : 'word',
    by: 'id',
  }
}
