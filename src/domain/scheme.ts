/**
 * A scheme: the fields a sample is labelled with. Everything that knows labels knows them through here; only the
 * built-in scheme's own file names the nine stances.
 */

export type FieldId = string
export type LabelId = string

/** A text in both languages of the interface. */
export interface Bilingual {
  readonly zh: string
  readonly en: string
}

export interface Label {
  /** Unique within its field; what files, predictions and metrics carry. */
  readonly id: LabelId
  readonly name: Bilingual
  /** Further spellings accepted when gold or an answer is read, in any language. */
  readonly aliases: readonly string[]
  readonly definition: Bilingual
  /** A heading under which the field's labels are shown together. */
  readonly group?: Bilingual
  /** Why its gold labels are in doubt: where performance is told per label it stands first, with this beside it. */
  readonly doubt?: Bilingual
}

interface FieldBase {
  readonly id: FieldId
  readonly name: Bilingual
  readonly definition: Bilingual
  /** Closed and ordered: the order of every table, chart and tie. */
  readonly labels: readonly Label[]
  /** Column names under which the field is found in files, beside its id and names. */
  readonly columns: readonly string[]
  /** The labels stand on a line (polarity); agreement may use their distance. */
  readonly ordinal?: boolean
}

export interface ChosenField extends FieldBase {
  readonly kind: 'chosen'
}

/** A field that is a function of others: asking it costs nothing. */
export interface DerivedField extends FieldBase {
  readonly kind: 'derived'
  /** The fields it is derived from, in the order of the table's keys. */
  readonly from: readonly FieldId[]
  /** One row for each combination of labels of `from`. */
  readonly table: readonly DerivationRow[]
}

export interface DerivationRow {
  readonly given: readonly LabelId[]
  readonly label: LabelId
}

export type Field = ChosenField | DerivedField

export interface Scheme {
  readonly id: string
  readonly version: number
  readonly name: Bilingual
  readonly fields: readonly Field[]
  /** The derived field over exactly two fields that is drawn as the matrix: rows are the first, columns the second. */
  readonly matrix?: FieldId
}

/** The field of that id. @throws when the scheme has none: a caller's mistake, never the user's. */
export function fieldOf(scheme: Scheme, id: FieldId): Field {
  const field = scheme.fields.find((candidate) => candidate.id === id)
  if (!field) throw new Error(`scheme ${scheme.id} has no field ${id}`)
  return field
}

/** The field of that id, name or column name, whatever the case; undefined where the scheme has none. */
export function fieldNamed(scheme: Scheme, name: string): FieldId | undefined {
  const wanted = name.toLowerCase()
  return scheme.fields.find(({ id, name: { zh, en }, columns }) => [id, en, zh, ...columns].some((form) => form.toLowerCase() === wanted))?.id
}

/** Whether answers under one scheme are answers under the other: the same fields with the same labels and tables. Wording may differ. */
export function sameLabels(one: Scheme, other: Scheme): boolean {
  return one.id === other.id && shapeOf(one) === shapeOf(other)
}

function shapeOf({ fields, matrix }: Scheme): string {
  return JSON.stringify([matrix, fields.map((field) => [field.id, field.labels.map(({ id }) => id), field.kind === 'derived' ? [field.from, field.table.map(({ given, label }) => [given, label])] : null])])
}

/** The label of that id within a field, or undefined where the id is outside the list. */
export function labelOf(field: Field, id: LabelId): Label | undefined {
  return field.labels.find((label) => label.id === id)
}

/** What a label is called; the id itself where the field has no such label. */
export function labelName(field: Field, id: LabelId, language: keyof Bilingual): string {
  return labelOf(field, id)?.name[language] ?? id
}

/** The index of a label in its field's order, or -1. */
export function labelIndex(field: Field, id: LabelId): number {
  return field.labels.findIndex((label) => label.id === id)
}

/**
 * The label of a derived field, given labels of the fields it is derived from.
 * Undefined where one of them is missing or the table has no such row.
 */
export function derive(field: DerivedField, labels: Readonly<Record<FieldId, LabelId | undefined>>): LabelId | undefined {
  return field.table.find((row) => row.given.every((given, at) => labels[field.from[at] as FieldId] === given))?.label
}
