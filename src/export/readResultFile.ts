import * as v from 'valibot'
import { matchLabel } from '../answer/labelMatch.ts'
import type { Answer } from '../domain/prediction.ts'
import type { Field, FieldId, LabelId, Scheme } from '../domain/scheme.ts'
import { fieldOf } from '../domain/scheme.ts'
import { parseResultFileName, type ResultFileName, taskField } from './resultFileName.ts'

/** What somebody else's file says about one sample. */
export interface ImportedRecord {
  /** 1-based line of the file. */
  readonly line: number
  readonly id: string | null
  /** To match by where ids do not. */
  readonly text: string | null
  /** What was predicted, as written, by field. */
  readonly predicted: Readonly<Record<FieldId, string>>
  /** What the file says is right, as written, by field. */
  readonly gold: Readonly<Record<FieldId, string>>
  /** The model's own words, by field. */
  readonly raw: Readonly<Record<FieldId, string>>
}

/** A line that is no record. */
export interface ImportedProblem {
  readonly line: number
  readonly code: 'notJson' | 'notAnObject' | 'noId' | 'noPrediction'
  /** The line as it stood, cut at 200 characters. */
  readonly raw: string
}

/** Records and problems are all lines of the file that are not empty. */
export interface ImportedResults {
  /** What the file's name says, where it is one of the benchmark's. */
  readonly name: ResultFileName | undefined
  /** The fields that are predicted. */
  readonly fields: readonly FieldId[]
  readonly records: readonly ImportedRecord[]
  readonly problems: readonly ImportedProblem[]
}

const scalar = v.nullish(v.union([v.string(), v.number(), v.boolean()]))
const lineSchema = v.looseObject({
  sample_id: v.optional(scalar),
  id: v.optional(scalar),
  text: v.optional(scalar),
  gold: v.optional(scalar),
  predicted: v.optional(scalar),
  raw_response: v.optional(v.unknown()),
})

/**
 * Reads a result file of the benchmark's own runner.
 * @param field which field it is about; the name's task where absent.
 * @throws where neither says so.
 */
export function readResultFile(name: string, text: string, scheme: Scheme, field?: FieldId): ImportedResults {
  const parts = parseResultFileName(name)
  const about = field ?? (parts && taskField(scheme, parts.task))
  if (about === undefined) throw new Error(`${name} does not say which field it is about`)
  const records: ImportedRecord[] = []
  const problems: ImportedProblem[] = []
  for (const [at, raw] of linesOf(text)) {
    const problem = (code: ImportedProblem['code']) => problems.push({ line: at, code, raw: raw.slice(0, 200) })
    const value = jsonOf(raw)
    if (value === undefined) {
      problem('notJson')
      continue
    }
    const line = v.safeParse(lineSchema, value)
    if (!line.success || Array.isArray(value)) {
      problem('notAnObject')
      continue
    }
    const { sample_id: sampleId, id, text: target, gold, predicted, raw_response: response } = line.output
    const known = written(sampleId) ?? written(id)
    if (known === null && written(target) === null) {
      problem('noId')
      continue
    }
    if (predicted === undefined) {
      problem('noPrediction')
      continue
    }
    records.push({
      line: at,
      id: known,
      text: written(target),
      predicted: { [about]: written(predicted) ?? '' },
      gold: recordOf(about, written(gold)),
      raw: recordOf(about, response === undefined || response === null ? null : typeof response === 'string' ? response : JSON.stringify(response)),
    })
  }
  return { name: parts, fields: [about], records, problems }
}

/** A written prediction as an answer: the label it names, else why it has none. */
export function importedAnswer(field: Field, predicted: string): Answer {
  if (predicted.trim() === '' || /^(?:none|null|nan|unparsed|parse_error)$/i.test(predicted.trim())) {
    return field.labels.some(({ id }) => id === predicted) ? { kind: 'chosen', label: predicted } : { kind: 'unparsed' }
  }
  const match = matchLabel(predicted, field)
  if (match.kind === 'label') return { kind: 'chosen', label: match.id }
  return { kind: match.kind === 'ambiguous' ? 'ambiguous' : 'outOfScheme', found: predicted }
}

/** The label that a file says is right, or undefined where the scheme does not know it. */
export function importedGold(scheme: Scheme, field: FieldId, gold: string): LabelId | undefined {
  const match = matchLabel(gold, fieldOf(scheme, field))
  return match.kind === 'label' ? match.id : undefined
}

/** Lines with their 1-based numbers; empty ones left out. Only LF and CRLF end a line: U+2028 may stand inside a record. */
export function linesOf(text: string): readonly (readonly [line: number, text: string])[] {
  const lines = (text.startsWith('\ufeff') ? text.slice(1) : text).split(/\r?\n/)
  return lines.flatMap((line, at) => (line.trim() === '' ? [] : [[at + 1, line] as const]))
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A scalar as text; null where there is none. */
export function written(value: string | number | boolean | null | undefined): string | null {
  return value === null || value === undefined || value === '' ? null : String(value)
}

function recordOf(field: FieldId, value: string | null): Readonly<Record<FieldId, string>> {
  return value === null ? {} : { [field]: value }
}
