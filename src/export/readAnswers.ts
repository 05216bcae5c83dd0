import { matchLabel } from '../answer/labelMatch.ts'
import type { Missing, Stated } from '../domain/prediction.ts'
import { type Field, type FieldId, fieldOf, labelIndex, type LabelId, type Scheme } from '../domain/scheme.ts'
import { type AnswerMapping, answeredBy } from './answerColumns.ts'
import type { AnswerRow, AnswerRows, BrokenRow } from './answerRows.ts'

/** What somebody else's file says about one sample. */
export interface AnswerRecord {
  /** 1-based line of the file. */
  readonly line: number
  readonly id: string | null
  /** To match by where ids do not, and to tell another sample under the same id. */
  readonly text: string | null
  readonly fields: Readonly<Record<FieldId, Stated>>
  /** What the file says is right: a label's id, or what it is called where that is none. */
  readonly gold: Readonly<Record<FieldId, string>>
  /** As it stood, cut at 200 characters. */
  readonly raw: string
}

/** A line that says nothing of any sample. notAnswered: it says itself that its sample was not answered. */
export interface AnswerProblem {
  readonly line: number
  readonly code: BrokenRow['code'] | 'noId' | 'noPrediction' | 'notAnswered'
  readonly raw: string
}

/** How values are read that are no label's id: as other spellings of one where they can be (`word`), or as no label (`exact`), which is how the benchmark counts. */
export type Spelling = 'exact' | 'word'

/** Records and problems are all records of the file. */
export interface Answers {
  readonly fields: readonly FieldId[]
  readonly records: readonly AnswerRecord[]
  readonly problems: readonly AnswerProblem[]
  /** Values that are no label's id, with what they are read as (null: no label) and how often they stand there; the most frequent first. */
  readonly spellings: readonly { readonly field: FieldId; readonly written: string; readonly label: LabelId | null; readonly count: number }[]
  /** Answers that name no label (empty, NaN, None): they count as answers that could not be read. */
  readonly unread: number
  /** Probabilities that are none, or do not add up to 1, and were left out. */
  readonly oddProbabilities: number
}

/** Reads the answers out of a file's rows. @param mapping of its columns, which must have something to match by and an answer (`missingRoles`). */
export function readAnswers({ rows, broken }: AnswerRows, mapping: AnswerMapping, scheme: Scheme, spelling: Spelling): Answers {
  const fields = answeredBy(mapping)
  const reader = new Reader(mapping, fields, scheme, spelling)
  const records: AnswerRecord[] = []
  const problems: AnswerProblem[] = [...broken]
  for (const row of rows) {
    const record = reader.read(row)
    if (typeof record === 'string') problems.push({ line: row.line, code: record, raw: row.raw })
    else records.push(record)
  }
  return { fields, records, problems: problems.sort((one, other) => one.line - other.line), spellings: reader.spellings(), unread: reader.unread, oddProbabilities: reader.odd }
}

/** What an answer's state says of it, where the file is one of ours (answersTable.ts). */
const unanswered: ReadonlySet<string> = new Set(['pending', 'failed', 'notAsked'])
const without: ReadonlySet<string> = new Set<Missing>(['outOfScheme', 'ambiguous', 'truncated', 'unparsed'])
/** What runners and tables write for an answer that names no label, alone or as all that a list holds. */
const none = /^(?:\[\s*)?(?:"?(?:none|null|nan|nat|undefined|#?n\/a|<na>|unparsed|parse_error)?"?)(?:\s*\])?$|^\{\s*\}$/i
/** A list that holds one text. */
const onlyItem = /^\[\s*"([^"\\]*)"\s*\]$/

class Reader {
  odd = 0
  unread = 0
  private readonly mapping: readonly (readonly [string, AnswerMapping[string]])[]
  private readonly fields: readonly FieldId[]
  private readonly scheme: Scheme
  private readonly spelling: Spelling
  private readonly seen = new Map<string, { field: FieldId; written: string; label: LabelId | null; count: number }>()

  constructor(mapping: AnswerMapping, fields: readonly FieldId[], scheme: Scheme, spelling: Spelling) {
    this.mapping = Object.entries(mapping)
    this.fields = fields
    this.scheme = scheme
    this.spelling = spelling
  }

  read({ line, cells, raw }: AnswerRow): AnswerRecord | 'noId' | 'noPrediction' | 'notAnswered' {
    const id = this.cell(cells, 'id')
    const text = this.cell(cells, 'text')
    if (id === null && text === null) return 'noId'
    const states = this.fields.map((field) => this.stateOf(cells, field))
    const stated = this.fields.flatMap((field, at) => {
      if (unanswered.has(states[at] ?? '')) return []
      const found = this.stated(cells, fieldOf(this.scheme, field), states[at])
      return found ? [[field, found] as const] : []
    })
    if (stated.length === 0) return states.some((state) => unanswered.has(state ?? '')) ? 'notAnswered' : 'noPrediction'
    this.unread += stated.filter(([, { said }]) => said === null).length
    const gold = this.mapping.flatMap(([column, role]) => {
      const written = role.kind === 'gold' ? (cells[column] ?? '').trim() : ''
      if (role.kind !== 'gold') return []
      const label = labelOf(written, fieldOf(this.scheme, role.field), 'word')
      return label === null && none.test(written) ? [] : [[role.field, label ?? written] as const]
    })
    return { line, id, text, fields: Object.fromEntries(stated), gold: Object.fromEntries(gold), raw }
  }

  spellings(): Answers['spellings'] {
    return [...this.seen.values()].sort((one, other) => other.count - one.count)
  }

  private cell(cells: AnswerRow['cells'], kind: 'id' | 'text'): string | null {
    const found = this.mapping.find(([, role]) => role.kind === kind)
    const value = found && cells[found[0]]
    return value === undefined || value === '' ? null : value
  }

  private stateOf(cells: AnswerRow['cells'], field: FieldId): string | undefined {
    const found = this.mapping.find(([, role]) => role.kind === 'state' && role.field === field)
    return found && cells[found[0]]
  }

  /** What the row says of a field; undefined where none of its columns is there. */
  private stated(cells: AnswerRow['cells'], field: Field, state: string | undefined): Stated | undefined {
    let said: LabelId | null | undefined
    let raw: string | undefined
    let probability: number | undefined
    const shares = new Map<LabelId, number>()
    for (const [column, role] of this.mapping) {
      const cell = cells[column]
      if (cell === undefined || !('field' in role)) continue
      if (role.field !== field.id && role.field !== null) continue
      if (role.kind === 'said') said = this.said(cell, field, state)
      if (role.kind === 'raw') raw = cell
      if (role.kind === 'probability' && cell.trim() !== '') probability = this.share(cell)
      if (role.kind === 'share' && cell.trim() !== '') shares.set(role.label, this.share(cell) ?? NaN)
    }
    const probabilities = this.distribution(field, shares)
    if (said === undefined && probabilities) said = field.labels[probabilities.indexOf(Math.max(...probabilities))]!.id
    // a file's only column of words may leave one empty: that is an answer that names no label
    if (said === undefined && raw === undefined) return undefined
    return {
      ...(said !== undefined && { said }),
      ...(raw !== undefined && (raw !== '' || said === undefined) && { raw }),
      ...(probabilities && { probabilities }),
      ...(probability !== undefined && !probabilities && said !== null && said !== undefined && { probability }),
    }
  }

  private said(cell: string, field: Field, state: string | undefined): LabelId | null {
    const written = cell.trim()
    const isLabel = labelIndex(field, written) >= 0
    // one of ours says why it is no label: what was found instead may be called like one (of a part of the field)
    if (without.has(state ?? '')) return written === '' || isLabel ? null : written
    if (isLabel) return written
    if (none.test(written)) return null
    const label = labelOf(written, field, this.spelling)
    this.note(field.id, written, label)
    return label ?? written
  }

  private note(field: FieldId, written: string, label: LabelId | null): void {
    const key = JSON.stringify([field, written])
    const known = this.seen.get(key)
    if (known) known.count++
    else this.seen.set(key, { field, written, label, count: 1 })
  }

  private share(cell: string): number | undefined {
    const value = Number(cell)
    if (value >= 0 && value <= 1) return value
    this.odd++
    return undefined
  }

  /** One probability for each label, or none at all. A label without a column has 0 where the others add up to 1. */
  private distribution(field: Field, shares: ReadonlyMap<LabelId, number>): readonly number[] | undefined {
    if (shares.size === 0) return undefined
    const all = field.labels.map(({ id }) => shares.get(id) ?? 0)
    if (Math.abs(all.reduce((sum, share) => sum + share, 0) - 1) <= 0.02) return all
    this.odd++
    return undefined
  }
}

function labelOf(written: string, field: Field, spelling: Spelling): LabelId | null {
  if (labelIndex(field, written) >= 0) return written
  const match = spelling === 'word' ? matchLabel(onlyItem.exec(written)?.[1] ?? written, field) : undefined
  return match?.kind === 'label' ? match.id : null
}
