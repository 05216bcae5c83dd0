import type { FindingCode, Gold, Notice, Problem, Sample } from '../domain/dataset.ts'
import type { FieldId, Scheme } from '../domain/scheme.ts'
import { fastHash } from './fastHash.ts'
import type { ReadRow } from './sampleReader.ts'
import { hashed, noticesOf } from './sampleReader.ts'
import { cutRaw, type SourceRow } from './sourceRow.ts'

export type Admission =
  | { readonly kind: 'sample'; readonly sample: Sample; readonly notices: readonly Notice[] }
  | { readonly kind: 'problem'; readonly problem: Problem }

interface Seen {
  readonly row: number
  /** Of everything but the id. */
  readonly digest: number
  readonly quoted: boolean
}

interface SeenContent {
  readonly row: number
  readonly id: string
  readonly golds: string
}

const separator = '\u0001'

/**
 * Lets each row in once, and makes its id unique within the file. The same row again is `exactDuplicate`, another row under the
 * same id `conflictingDuplicate`; both name the row that came first. Ids that a spreadsheet has damaged fall together by
 * no fault of the rows: those are told apart by row number, with a notice. Memory: some 200 bytes a row.
 */
export class Uniqueness {
  private readonly fields: readonly FieldId[]
  private readonly hasIds: boolean
  private readonly byId = new Map<string, Seen>()
  private readonly withoutId = new Map<number, number>()
  private readonly byContent = new Map<number, SeenContent>()
  private readonly goldTexts = new Map<string, string>()
  private generated = 0

  constructor(scheme: Scheme, hasIds: boolean) {
    this.fields = scheme.fields.map(({ id }) => id)
    this.hasIds = hasIds
  }

  admit({ sample, quotedId, notices }: ReadRow, row: SourceRow): Admission {
    const content = fastHash(sample.context, fastHash(sample.text))
    const golds = this.goldsOf(sample.gold)
    const digest = fastHash(this.remainder(sample, golds), content)
    const problem = (code: FindingCode, first: number): Admission => ({
      kind: 'problem',
      problem: { code, row: sample.row, column: null, detail: { row: String(first), id: sample.id }, raw: cutRaw(row.raw()) },
    })
    let findings = notices
    const note = (code: FindingCode, detail: Readonly<Record<string, string>>): void => {
      findings = [...findings, { code, row: sample.row, column: null, detail }]
    }
    let id = sample.id
    if (id === '') {
      const first = this.withoutId.get(digest)
      if (first !== undefined) return problem('exactDuplicate', first)
      this.withoutId.set(digest, sample.row)
      id = this.freeId(`row-${sample.row}`)
      if (this.hasIds || this.generated === 0) note('generatedId', { id, all: String(!this.hasIds) })
      this.generated++
    } else {
      const other = this.byId.get(id)
      if (other && other.quoted !== quotedId) {
        id = quotedId ? `"${id}"` : `number ${id}`
        if (!this.byId.has(id)) note('duplicateId', { id, row: String(other.row) })
      }
      const same = this.byId.get(id)
      if (same) {
        if (same.digest === digest) return problem('exactDuplicate', same.row)
        if (!notices.some(({ code }) => code === 'exponentialId' || code === 'impreciseId')) return problem('conflictingDuplicate', same.row)
        id = this.freeId(`${id}@${sample.row}`)
        note('duplicateId', { id, row: String(same.row) })
      }
    }
    this.byId.set(id, { row: sample.row, digest, quoted: quotedId })
    const alike = this.byContent.get(content)
    if (!alike) this.byContent.set(content, { row: sample.row, id, golds })
    else if (this.disagree(alike.golds, golds)) note('conflictingGold', { row: String(alike.row), id: alike.id })
    return { kind: 'sample', sample: hashed(sample, id), notices: noticesOf(findings, id) }
  }

  private freeId(wanted: string): string {
    let id = wanted
    while (this.byId.has(id)) id += "'"
    return id
  }

  /** The gold as one text. Few combinations occur: each is kept once. */
  private goldsOf(gold: Readonly<Record<FieldId, Gold>>): string {
    let golds = ''
    for (const field of this.fields) {
      const value = gold[field]
      golds += (value === undefined ? '' : value.kind === 'label' ? value.label : `?${value.raw}`) + separator
    }
    const kept = this.goldTexts.get(golds)
    if (kept !== undefined) return kept
    if (this.goldTexts.size < 10_000) this.goldTexts.set(golds, golds)
    return golds
  }

  /** Whatever of a sample is neither its id nor its text and context, as one text. */
  private remainder({ scene, speaker, tier, group, other }: ReadRow['sample'], golds: string): string {
    let text = `${golds}${scene ?? ''}${separator}${speaker ?? ''}${separator}${tier ?? ''}${separator}${group ?? ''}`
    for (const column in other) text += separator + column + separator + other[column]!
    return text
  }

  /** Whether two signatures differ in a field that both have. */
  private disagree(one: string, other: string): boolean {
    if (one === other) return false
    const values = other.split(separator)
    return one.split(separator).some((value, at) => value !== '' && values[at] !== '' && value !== values[at])
  }
}
