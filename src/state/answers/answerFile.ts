import { sha256 } from 'hash-wasm'
import type { Scheme } from '../../domain/scheme.ts'
import type { Bytes, Sha256 } from '../../domain/units.ts'
import { type AnswerMapping, guessAnswerMapping } from '../../export/answerColumns.ts'
import { type AnswerRows, answerRows } from '../../export/answerRows.ts'
import type { Spelling } from '../../export/readAnswers.ts'
import { type BenchmarkMethod, parseResultFileName, taskField } from '../../export/resultFileName.ts'
import { detectEncoding } from '../../import/detectEncoding.ts'
import { AnswerFileError } from './answerFileError.ts'

/** A file of somebody else's answers, read as rows. */
export interface AnswerFile {
  readonly name: string
  readonly bytes: Bytes
  readonly sha256: Sha256
  readonly encoding: string
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

/** @throws AnswerFileError where it holds no record, or is no text. */
export async function openAnswerFile(file: File): Promise<AnswerFile> {
  if (file.size > LARGEST) throw new AnswerFileError('tooLarge', file.name)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const encoding = await detectEncoding(file)
  const text = new TextDecoder(encoding).decode(bytes)
  if (text.slice(0, 4096).includes('\0')) throw new AnswerFileError('binary', file.name)
  const rows = answerRows(text)
  if (rows.rows.length + rows.broken.length === 0) throw new AnswerFileError('empty', file.name)
  return { name: file.name, bytes: file.size, sha256: await sha256(bytes), encoding, rows }
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
