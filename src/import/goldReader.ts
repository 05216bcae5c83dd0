import { matchLabel } from '../answer/labelMatch.ts'
import type { FindingCode, Gold } from '../domain/dataset.ts'
import { derive, type DerivedField, type Field, type FieldId, type LabelId, type Scheme } from '../domain/scheme.ts'
import { labelCode } from './labelCodes.ts'

export interface ReadGold {
  /** Undefined where the cell says that there is no label. */
  readonly gold: Gold | undefined
  readonly notice?: { readonly code: Extract<FindingCode, 'outOfScheme' | 'ambiguousLabel'>; readonly detail: Readonly<Record<string, string>> }
}

/** Reads the gold cells of one column; equal cells are read once. */
export function goldReader(field: Field, codes: Readonly<Record<string, LabelId>> = {}): (raw: string) => ReadGold {
  const known = new Map<string, ReadGold>()
  return (raw) => {
    const seen = known.get(raw)
    if (seen) return seen
    const read = readGold(raw, field, codes)
    // A column of free text mapped by mistake must not fill the memory.
    if (known.size < 10_000) known.set(raw, read)
    return read
  }
}

/** What tables and data frames write for nothing. Asked only after the labels: a scheme may have a label of that name. */
const nothing = /^(?:nan|null|none|n\/?a|nil|-+|—+|\\n)?$/i

function readGold(raw: string, field: Field, codes: Readonly<Record<string, LabelId>>): ReadGold {
  const code = labelCode(raw)
  const coded = code === undefined ? undefined : codes[code]
  if (coded !== undefined) return { gold: { kind: 'label', label: coded } }
  const match = matchLabel(raw, field)
  if (match.kind === 'label') return { gold: { kind: 'label', label: match.id } }
  if (nothing.test(raw.trim())) return { gold: undefined }
  const gold: Gold = { kind: 'outOfScheme', raw }
  if (match.kind === 'ambiguous') return { gold, notice: { code: 'ambiguousLabel', detail: { value: raw, labels: match.ids.join(' | ') } } }
  return { gold, notice: { code: 'outOfScheme', detail: { value: raw } } }
}

/** Gold that contradicts its field's table. */
export interface Inconsistency {
  readonly field: FieldId
  readonly found: LabelId
  /** What the table says; where parts are missing, all that it allows, separated by ` | `. */
  readonly expected: string
}

/**
 * Fills what follows from the rest, in place: a derived field from its parts, and parts from a derived label that only one row of the
 * table can have given. What the file says stays; where it contradicts the table it is reported.
 */
export function deriveGold(scheme: Scheme, gold: Record<FieldId, Gold>): readonly Inconsistency[] {
  let inconsistencies: Inconsistency[] | undefined
  for (const field of scheme.fields) {
    if (field.kind !== 'derived') continue
    const stated = gold[field.id]
    if (!stated) {
      const label = derive(field, labelsOf(field, gold))
      if (label !== undefined) gold[field.id] = { kind: 'label', label, derived: true }
    } else if (stated.kind === 'label') {
      const labels = labelsOf(field, gold)
      let expected: string | undefined = derive(field, labels)
      if (expected === undefined) {
        const allowed = field.table.filter((row) => agrees(field, row.given, labels))
        if (allowed.some(({ label }) => label === stated.label)) invert(field, stated.label, gold)
        else expected = allowed.map(({ label }) => label).join(' | ')
      }
      if (expected !== undefined && expected !== stated.label) {
        inconsistencies ??= []
        inconsistencies.push({ field: field.id, found: stated.label, expected })
      }
    }
  }
  return inconsistencies ?? []
}

function labelsOf(field: DerivedField, gold: Readonly<Record<FieldId, Gold>>): Record<FieldId, LabelId | undefined> {
  const labels: Record<FieldId, LabelId | undefined> = {}
  for (const id of field.from) {
    const part = gold[id]
    labels[id] = part?.kind === 'label' ? part.label : undefined
  }
  return labels
}

/** Whether the parts that are there are those of a row of the table. */
function agrees(field: DerivedField, given: readonly LabelId[], labels: Readonly<Record<FieldId, LabelId | undefined>>): boolean {
  return given.every((label, at) => (labels[field.from[at]!] ?? label) === label)
}

/** The parts that are absent, where exactly one row of the table agrees with the label and the parts that are there. */
function invert(field: DerivedField, label: LabelId, gold: Record<FieldId, Gold>): void {
  const labels = labelsOf(field, gold)
  const rows = field.table.filter((row) => row.label === label && agrees(field, row.given, labels))
  const [row] = rows
  if (!row || rows.length > 1) return
  field.from.forEach((id, at) => {
    if (!gold[id]) gold[id] = { kind: 'label', label: row.given[at]!, derived: true }
  })
}
