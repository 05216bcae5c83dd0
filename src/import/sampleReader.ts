import { contentHash } from '../domain/contentHash.ts'
import type { ColumnMapping, ColumnRole, Finding, Gold, Notice, Problem, Sample, Scene } from '../domain/dataset.ts'
import { fieldOf, type FieldId, type LabelId, type Scheme } from '../domain/scheme.ts'
import { cellText } from './cellText.ts'
import { conversationText } from './conversation.ts'
import { deriveGold, goldReader, type ReadGold } from './goldReader.ts'
import type { LabelCodes } from './inspection.ts'
import { isBlank, oddCharacters } from './oddCharacters.ts'
import { idDamage } from './sampleId.ts'
import { readScene } from './scenes.ts'
import { flagOf } from './spreadLabels.ts'
import { cutRaw, type SourceRow } from './sourceRow.ts'

/** A row read by its mapping. The id is not yet known to be unique, nor the row to be new: that is `Uniqueness`'s to say. */
export interface ReadRow {
  readonly sample: Omit<Sample, 'hash'>
  /** The id was a text in a format that knows numbers (JSON): `"7"` is not 7. */
  readonly quotedId: boolean
  readonly notices: readonly Finding[]
}

export type RowReading = { readonly kind: 'sample'; readonly read: ReadRow } | { readonly kind: 'problem'; readonly problem: Problem }

type Simple = Exclude<ColumnRole['kind'], 'gold' | 'oneHot' | 'other'>

/** What is to be done with one column, looked up once for a file. */
interface Handling {
  readonly column: string
  readonly role: ColumnRole
  readonly gold?: { readonly field: FieldId; readonly read: (raw: string) => ReadGold }
}

/** Beyond this many UTF-16 units a cell is no sentence but a file that was taken apart wrongly. */
const longestText = 100_000

/** Reads rows one by one; holds nothing of them. */
export class SampleReader {
  private readonly scheme: Scheme
  private readonly handlings = new Map<string, Handling>()
  private readonly columnOf = new Map<Simple, string>()
  /** Fields whose labels have a column each. */
  private readonly spread = new Map<FieldId, { readonly column: string; readonly label: LabelId }[]>()
  /** The file has an id column at all; otherwise generated ids are not worth a notice each. */
  readonly hasIds: boolean

  constructor(scheme: Scheme, mapping: ColumnMapping, labelCodes: LabelCodes) {
    this.scheme = scheme
    for (const [column, role] of Object.entries(mapping)) {
      const codes = Object.hasOwn(labelCodes, column) ? labelCodes[column] : undefined
      const gold = role.kind === 'gold' ? { field: role.field, read: goldReader(fieldOf(scheme, role.field), codes) } : undefined
      this.handlings.set(column, gold ? { column, role, gold } : { column, role })
      if (role.kind === 'oneHot') this.spread.set(role.field, [...(this.spread.get(role.field) ?? []), { column, label: role.label }])
      if (role.kind !== 'gold' && role.kind !== 'oneHot' && role.kind !== 'other' && !this.columnOf.has(role.kind)) this.columnOf.set(role.kind, column)
    }
    this.hasIds = this.columnOf.has('id')
  }

  read(row: SourceRow): RowReading {
    const { values } = row
    const missing = row.missing?.find((column) => {
      const kind = this.handlings.get(column)?.role.kind
      return kind === 'gold' || kind === 'oneHot' || kind === 'text' || kind === 'id'
    })
    if (missing !== undefined) return problem(row, 'raggedRow', missing, { missing: String(row.missing!.length) })
    const textColumn = this.columnOf.get('text')
    const textValue = textColumn === undefined ? undefined : own(values, textColumn)
    if (textValue === undefined || textValue === null) return problem(row, 'missingText', textColumn ?? null, {})
    const notices: Finding[] = []
    if (row.missing) notices.push({ code: 'raggedRow', row: row.row, column: row.missing[0] ?? null, detail: { missing: String(row.missing.length) } })
    for (const { from, to } of row.renamed ?? []) notices.push({ code: 'renamedColumn', row: row.row, column: to, detail: { from } })
    const text = this.readText(row, textColumn!, conversationText(textValue), notices)
    if (isBlank(text)) return problem(row, 'emptyText', textColumn!, {})
    if (text.length > longestText) return problem(row, 'tooLarge', textColumn!, { length: String(text.length), most: String(longestText) })
    const { id, quotedId } = this.readId(row, notices)
    const gold: Record<FieldId, Gold> = {}
    const other: Record<string, string> = {}
    for (const column in values) {
      const handling = this.handlings.get(column)
      if (handling?.gold) this.readGold(row, handling, gold, notices)
      else if (!handling || handling.role.kind === 'other') define(other, column, this.exactText(row, column))
    }
    this.readSpread(row, gold, notices)
    for (const { field, found, expected } of deriveGold(this.scheme, gold)) {
      notices.push({ code: 'inconsistentStance', row: row.row, column: this.goldColumn(field), detail: { field, found, expected } })
    }
    const sample = {
      id,
      text,
      context: this.readContext(row, notices),
      scene: this.readSceneOf(row, notices),
      speaker: this.plain(row, 'speaker'),
      gold,
      tier: this.plain(row, 'tier'),
      group: this.plain(row, 'group'),
      row: row.row,
      other,
    }
    return { kind: 'sample', read: { sample, quotedId, notices } }
  }

  private readText(row: SourceRow, column: string, raw: string, notices: Finding[]): string {
    for (const { code, characters } of oddCharacters(raw)) notices.push({ code, row: row.row, column, detail: { characters } })
    // A byte order mark is never part of what somebody said; other invisible characters may be, and stay.
    return raw.includes('\ufeff') ? raw.replaceAll('\ufeff', '') : raw
  }

  private readContext(row: SourceRow, notices: Finding[]): string {
    const column = this.columnOf.get('context')
    const value = column === undefined ? undefined : own(row.values, column)
    if (value === undefined || value === null) return ''
    const text = this.readText(row, column!, conversationText(value), notices)
    return isBlank(text) ? '' : text
  }

  private readId(row: SourceRow, notices: Finding[]): { id: string; quotedId: boolean } {
    const column = this.columnOf.get('id')
    if (column === undefined) return { id: '', quotedId: false }
    const value = own(row.values, column)
    const id = clean(typeof value === 'string' ? value : this.exactText(row, column))
    for (const { code, characters } of oddCharacters(id)) notices.push({ code, row: row.row, column, detail: { characters } })
    const damage = idDamage(id)
    if (damage) notices.push({ code: damage, row: row.row, column, detail: { value: id } })
    return { id, quotedId: typeof value === 'string' }
  }

  private readGold(row: SourceRow, { column, gold }: Handling, into: Record<FieldId, Gold>, notices: Finding[]): void {
    const { field, read } = gold!
    const raw = cellText(own(row.values, column))
    if (raw === '' || Object.hasOwn(into, field)) return
    const reading = read(raw)
    if (reading.gold) into[field] = reading.gold
    if (reading.notice) notices.push({ ...reading.notice, row: row.row, column })
  }

  /** Of fields whose labels have a column each: the one that says yes. */
  private readSpread(row: SourceRow, into: Record<FieldId, Gold>, notices: Finding[]): void {
    for (const [field, columns] of this.spread) {
      if (Object.hasOwn(into, field)) continue
      const cells = columns.map(({ column, label }) => ({ column, label, raw: cellText(own(row.values, column)) }))
      const odd = cells.filter(({ raw }) => flagOf(raw) === undefined)
      const yes = cells.filter(({ raw }) => flagOf(raw) === true)
      if (odd.length === 0 && yes.length === 1) into[field] = { kind: 'label', label: yes[0]!.label }
      else if (odd.length > 0 || yes.length > 1) {
        const raw = (odd.length > 0 ? odd.map((cell) => `${cell.column}=${cell.raw}`) : yes.map(({ column }) => column)).join(' | ')
        into[field] = { kind: 'outOfScheme', raw }
        const [first] = odd.length > 0 ? odd : yes
        notices.push(odd.length > 0
          ? { code: 'outOfScheme', row: row.row, column: first!.column, detail: { value: raw } }
          : { code: 'ambiguousLabel', row: row.row, column: first!.column, detail: { value: raw, labels: yes.map(({ label }) => label).join(' | ') } })
      }
    }
  }

  private readSceneOf(row: SourceRow, notices: Finding[]): Scene | null {
    const raw = this.plain(row, 'scene')
    if (raw === null) return null
    const scene = readScene(raw)
    if (!scene) notices.push({ code: 'unknownScene', row: row.row, column: this.columnOf.get('scene')!, detail: { value: raw } })
    return scene ?? null
  }

  private goldColumn(field: FieldId): string | null {
    for (const { column, gold } of this.handlings.values()) if (gold?.field === field) return column
    return this.spread.get(field)?.[0]?.column ?? null
  }

  /** A cell of a plain role: trimmed text, or null where there is none. */
  private plain(row: SourceRow, kind: Simple): string | null {
    const column = this.columnOf.get(kind)
    if (column === undefined) return null
    const text = clean(this.exactText(row, column))
    return text === '' ? null : text
  }

  /** A cell as text; of JSON numbers that JavaScript cannot hold, and of ids, the text in the file. */
  private exactText(row: SourceRow, column: string): string {
    const value = own(row.values, column)
    if (typeof value !== 'number') return cellText(value)
    const exact = Number.isSafeInteger(value) && this.columnOf.get('id') !== column
    return exact ? String(value) : (row.numberSource?.(column) ?? cellText(value))
  }
}

/** Plain assignment, but for the one name that would set a prototype. */
function define(texts: Record<string, string>, column: string, text: string): void {
  if (column === '__proto__') Object.defineProperty(texts, column, { value: text, enumerable: true, configurable: true, writable: true })
  else texts[column] = text
}

function own(values: Readonly<Record<string, unknown>>, column: string): unknown {
  return Object.hasOwn(values, column) ? values[column] : undefined
}

function clean(text: string): string {
  return text.includes('\ufeff') ? text.replaceAll('\ufeff', '').trim() : text.trim()
}

function problem(row: SourceRow, code: Problem['code'], column: string | null, detail: Readonly<Record<string, string>>): RowReading {
  return { kind: 'problem', problem: { code, row: row.row, column, detail, raw: cutRaw(row.raw()) } }
}

/** A sample under its final id, with its content hash: of id, text, context, scene and speaker. */
export function hashed(sample: Omit<Sample, 'hash'>, id: string): Sample {
  const { text, context, scene, speaker, gold, tier, group, row, other } = sample
  const hash = contentHash([id, text, context, scene ?? '', speaker ?? ''])
  return { id, hash, text, context, scene, speaker, gold, tier, group, row, other }
}

const none: readonly Notice[] = []

export function noticesOf(findings: readonly Finding[], sampleId: string): readonly Notice[] {
  return findings.length === 0 ? none : findings.map((finding) => ({ ...finding, sampleId }))
}
