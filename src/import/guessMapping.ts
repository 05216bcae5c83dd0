import { matchLabel } from '../answer/labelMatch.ts'
import type { ColumnMapping, ColumnRole } from '../domain/dataset.ts'
import { partRole } from '../domain/roles.ts'
import { type Field, type FieldId, fieldOf, type LabelId, type Scheme } from '../domain/scheme.ts'
import { columnKey, fieldKey, isAnswer, labelWords, type PlainRole, roleByName } from './columnWords.ts'
import { guessCodes, type GuessedCodes, labelCode, namedCodes } from './labelCodes.ts'
import { guessSpread } from './spreadLabels.ts'

/** The first values of a column, as text, blank ones left out. */
export type ColumnValues = ReadonlyMap<string, readonly string[]>

/** The first cells of each column, row by row, trimmed, blank ones among them. */
export type ColumnCells = ReadonlyMap<string, readonly string[]>

/** The cells that hold something. */
export function filledValues(cells: ColumnCells): Map<string, readonly string[]> {
  return new Map([...cells].map(([column, texts]) => [column, texts.filter((text) => text !== '')]))
}

export interface GuessedMapping {
  readonly mapping: ColumnMapping
  /** Gold columns that hold codes: what they stand for. */
  readonly labelCodes: Readonly<Record<string, Readonly<Record<string, LabelId>>>>
  /** Columns whose codes were guessed though the file says nothing about them. */
  readonly guessedCodes: readonly string[]
  /** Everything was found by name; nothing rests on what stood in the cells. */
  readonly certain: boolean
}

/** Which column is what: by names first, by what stands in them second. Each role but `other` is given once. */
export function guessMapping(columns: readonly string[], cells: ColumnCells, scheme: Scheme, classNames: ClassNames = {}): GuessedMapping {
  const values = filledValues(cells)
  // Columns whose codes the file explains are judged by what the codes mean.
  const named = new Map(values)
  for (const [column, names] of Object.entries(classNames)) {
    named.set(column, (values.get(column) ?? []).map((value) => names[Number(value)] ?? value))
  }
  return new Guess(columns, cells, named, scheme, classNames).make()
}

/** What coded labels stand for under a mapping that is settled already. */
export function codesUnder(mapping: ColumnMapping, values: ColumnValues, scheme: Scheme, classNames: ClassNames = {}): Omit<GuessedMapping, 'certain'> {
  const labelCodes: Record<string, Readonly<Record<string, LabelId>>> = {}
  const guessedCodes: string[] = []
  for (const [column, role] of Object.entries(mapping)) {
    if (role.kind !== 'gold') continue
    const codes = codesOf(column, values.get(column) ?? [], fieldOf(scheme, role.field), classNames)
    if (!codes) continue
    labelCodes[column] = codes.codes
    if (!codes.certain) guessedCodes.push(column)
  }
  return { mapping, labelCodes, guessedCodes }
}

/** What 0, 1, 2 … stand for, by column, where the file itself says so. */
export type ClassNames = Readonly<Record<string, readonly string[]>>

/** The least share of a column's values that must be labels of a field for it to be taken for one. */
const enough = 0.6

class Guess {
  private readonly all: readonly string[]
  /** Those that may have a role. */
  private readonly columns: readonly string[]
  private readonly cells: ColumnCells
  private readonly values: ColumnValues
  private readonly scheme: Scheme
  private readonly mapping = new Map<string, ColumnRole>()
  private certain = true
  private readonly classNames: ClassNames

  constructor(columns: readonly string[], cells: ColumnCells, values: ColumnValues, scheme: Scheme, classNames: ClassNames) {
    this.cells = cells
    this.classNames = classNames
    this.all = columns
    this.values = values
    this.scheme = scheme
    this.columns = columns.filter((column) => !isAnswer(column) && !this.namesParts(column))
    // a name that says otherwise than what stands under it
    if (columns.some((column) => this.namesParts(column) && roleByName(column))) this.certain = false
  }

  /** Dev, test and the like are no speakers and no groups; labels that are called so are labels. */
  private namesParts(column: string): boolean {
    const values = this.values.get(column) ?? []
    return areParts(values) && !this.scheme.fields.some((field) => labelShare(values, field) >= enough)
  }

  make(): GuessedMapping {
    this.takeNamedFields()
    this.takeNamedRoles()
    this.takeLabelColumns((column) => labelWords.has(columnKey(column)) && !this.isCoded(column))
    this.takeSpreadLabels()
    this.takeLabelColumns(() => true)
    if (!this.has('text')) this.takeLongestText()
    if (!this.has('id')) this.takeDistinct()
    const mapping = Object.fromEntries(this.all.map((column) => [column, this.mapping.get(column) ?? { kind: 'other' as const }]))
    return { ...codesUnder(mapping, this.values, this.scheme, this.classNames), certain: this.certain }
  }

  private takeNamedFields(): void {
    for (const field of this.scheme.fields) {
      const names = namesOf(field)
      // the name itself before one that only says in other words that it holds labels
      const rank = (column: string): number => [columnKey(column), fieldKey(column)].map((key) => names.indexOf(key)).find((at) => at >= 0) ?? -1
      const fitting = this.columns.filter((column) => !this.mapping.has(column) && rank(column) >= 0 && this.couldBe(column, field))
      fitting.sort((a, b) => Number(!names.includes(columnKey(a))) - Number(!names.includes(columnKey(b))) || rank(a) - rank(b))
      const [column] = fitting
      if (column !== undefined) this.takeGold(column, field)
    }
  }

  private takeNamedRoles(): void {
    const best = new Map<PlainRole, readonly [string, number]>()
    for (const column of this.columns) {
      if (this.mapping.has(column)) continue
      const named = roleByName(column)
      if (!named) continue
      const [role, rank] = named
      const other = best.get(role)
      if (!other || rank < other[1]) best.set(role, [column, rank])
    }
    // `评论` beside `内容` may be either; what holds only labels is neither.
    for (const [role, [column]] of best) {
      if (role === 'text' && this.bestField(column)) continue
      this.mapping.set(column, { kind: role })
    }
  }

  /** One field after the other, as long as there is one whose labels have columns of their own. */
  private takeSpreadLabels(): void {
    for (;;) {
      const open = this.openFields()
      const found = guessSpread(this.columns.filter((column) => !this.mapping.has(column)), this.cells, open, this.scheme.fields.filter((field) => !open.includes(field)))
      if (found.length === 0) return
      this.certain = false
      for (const { column, field, label } of found) this.mapping.set(column, { kind: 'oneHot', field, label })
    }
  }

  /** @param of which columns are looked at: a label in words goes before columns that say yes or no, a number behind them. */
  private takeLabelColumns(of: (column: string) => boolean): void {
    const named = (column: string): number => (labelWords.has(columnKey(column)) ? 0 : 1)
    // A label in words says what it is; a number (`score`) may be one.
    const coded = (column: string): number => (this.isCoded(column) ? 1 : 0)
    const open = this.columns.filter((column) => !this.mapping.has(column) && of(column))
    for (const column of open.toSorted((a, b) => named(a) - named(b) || coded(a) - coded(b))) {
      const field = this.bestField(column) ?? (named(column) === 0 ? this.bestCodedField(column) : undefined)
      if (!field) continue
      this.certain = false
      this.takeGold(column, field)
    }
  }

  /**
   * The field not yet found whose labels stand in the column; of two that fit alike, what is meant before what is said. None where a
   * field that is found fits as well: two columns of 正面/负面 are two annotators sooner than what is said and what is meant.
   */
  private bestField(column: string): Field | undefined {
    const values = this.values.get(column) ?? []
    let best: Field | undefined
    let bestShare = enough
    const open = this.openFields()
    for (const field of this.scheme.fields) {
      if (!open.includes(field)) bestShare = Math.max(bestShare, labelShare(values, field) + Number.EPSILON)
    }
    for (const field of open) {
      const share = labelShare(values, field)
      if (share > bestShare || (share === bestShare && !best)) {
        best = field
        bestShare = share
      }
    }
    return best
  }

  /**
   * The first that the codes fit: what is meant, then whatever goes by the column's name (`情绪`), then the others. None where they fit a
   * field that is found, too: a score beside a label says the same again.
   */
  private bestCodedField(column: string): Field | undefined {
    const open = this.openFields()
    const [meant, ...others] = open
    if (this.scheme.fields.some((field) => !open.includes(field) && this.codesFor(column, field) !== undefined)) return undefined
    const key = columnKey(column)
    const named = others.filter((field) => namesOf(field).includes(key))
    return [meant, ...named, ...others].find((field) => field && this.codesFor(column, field) !== undefined)
  }

  /** Plain sentiment is what is meant: the second part of the matrix first, then the rest in order. */
  private openFields(): readonly Field[] {
    const taken = new Set<FieldId>()
    for (const role of this.mapping.values()) if (role.kind === 'gold' || role.kind === 'oneHot') taken.add(role.field)
    const matrix = this.scheme.fields.find(({ id }) => id === this.scheme.matrix)
    const meant = matrix?.kind === 'derived' ? matrix.from[1] : undefined
    const open = this.scheme.fields.filter(({ id }) => !taken.has(id))
    return [...open.filter(({ id }) => id === meant), ...open.filter(({ id }) => id !== meant)]
  }

  /** A column named after a field is taken for it unless another field's labels stand in it. */
  private couldBe(column: string, field: Field): boolean {
    const values = this.values.get(column) ?? []
    if (values.length === 0) return true
    if (values.every((value) => labelCode(value) !== undefined)) return !labelWords.has(columnKey(column)) && this.codesFor(column, field) !== undefined
    const share = labelShare(values, field)
    const others = Math.max(...this.scheme.fields.filter((other) => other !== field).map((other) => labelShare(values, other)))
    return share > 0 ? share >= others : others < enough && !labelWords.has(columnKey(column))
  }

  private isCoded(column: string): boolean {
    return (this.values.get(column) ?? []).every((value) => labelCode(value) !== undefined)
  }

  private codesFor(column: string, field: Field): GuessedCodes | undefined {
    return codesOf(column, this.values.get(column) ?? [], field, this.classNames)
  }

  private takeGold(column: string, field: Field): void {
    this.mapping.set(column, { kind: 'gold', field: field.id })
  }

  private takeLongestText(): void {
    let best: string | undefined
    let bestLength = 0
    for (const column of this.columns) {
      if (this.mapping.has(column)) continue
      const values = this.values.get(column) ?? []
      const worded = values.filter((value) => /\p{Script=Han}|\p{L}{2}/u.test(value))
      if (worded.length === 0 || worded.length < values.length / 2) continue
      // A column of labels that another one went before (an annotator's) is no sentence.
      if (this.scheme.fields.some((field) => labelShare(values, field) >= enough)) continue
      // A word that stands in every row is longer than many a sentence.
      const variety = new Set(values).size / values.length
      const length = (variety * values.reduce((sum, value) => sum + Math.min(value.length, 500), 0)) / values.length
      if (length > bestLength) {
        best = column
        bestLength = length
      }
    }
    if (best === undefined) return
    this.certain = this.certain && this.columns.length === 1
    this.mapping.set(best, { kind: 'text' })
  }

  /** A first column of short values that never repeat is an id, whatever it is called. */
  private takeDistinct(): void {
    const column = this.columns[0]
    if (column === undefined || this.mapping.has(column)) return
    const values = this.values.get(column) ?? []
    if (values.length < 3 || new Set(values).size < values.length) return
    if (values.every((value) => /^[\w:.@#/-]{1,64}$/.test(value))) this.mapping.set(column, { kind: 'id' })
  }

  private has(kind: PlainRole): boolean {
    return [...this.mapping.values()].some((role) => role.kind === kind)
  }
}

/** Whether all values of a column name parts of a data set: which samples are for development, and which for the test. */
export function areParts(values: readonly string[]): boolean {
  return values.length > 0 && values.every((value) => partRole(value) !== undefined)
}

function namesOf(field: Field): readonly string[] {
  return [...field.columns, field.id, field.name.zh, field.name.en].map(columnKey)
}

function codesOf(column: string, values: readonly string[], field: Field, classNames: ClassNames): GuessedCodes | undefined {
  const names = Object.hasOwn(classNames, column) ? classNames[column] : undefined
  if (names) return namedCodes(names, field)
  const codes = values.map(labelCode).filter((code) => code !== undefined)
  return codes.length > values.length / 2 ? guessCodes(column, codes, field) : undefined
}

function labelShare(values: readonly string[], field: Field): number {
  if (values.length === 0) return 0
  return values.filter((value) => value.length <= 40 && matchLabel(value, field).kind === 'label').length / values.length
}
