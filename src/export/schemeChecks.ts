import type { DerivedField, Field, Scheme } from '../domain/scheme.ts'
import type { FileProblem, ShapeCode } from './ownFile.ts'

export type SchemeProblemCode =
  | ShapeCode
  | 'notScheme'
  | 'reservedInName'
  | 'fieldId'
  | 'schemeId'
  /** Another scheme has that id. */
  | 'taken'
  /** The word means something else in prompts or in the program. */
  | 'reservedWord'
  | 'repeated'
  /** Two labels of a field, or two fields, are spelled alike once case, width and punctuation are put aside. */
  | 'ambiguous'
  /** Nothing but punctuation: not to be found in any answer. */
  | 'unreadable'
  | 'noField'
  | 'notChosen'
  | 'rowLength'
  | 'noLabel'
  | 'tableHole'
  | 'matrixNotDerived'
  | 'matrixParts'
  /** A cell is known by its label: two cells of one label could not be told apart. */
  | 'matrixRepeats'

/** What is wrong with a scheme file. */
export type SchemeProblem = FileProblem<SchemeProblemCode>

/** What prompt files write for a sample, and what columns of every data file are called. */
const placeholders: ReadonlySet<string> = new Set(['text', 'context', 'scenario_type', 'id'])
/** Missing combinations that are told one by one. */
const shownHoles = 5

/**
 * What a JSON Schema cannot say: that the parts of a scheme belong together and that no word of it means two things.
 * @param normalise a spelling as labels are compared. @returns none where the scheme can be used.
 */
export function schemeProblems(scheme: Scheme, taken: ReadonlySet<string>, normalise: (spelling: string) => string): readonly SchemeProblem[] {
  const found: SchemeProblem[] = []
  const add = (path: string, code: SchemeProblemCode, detail: SchemeProblem['detail'] = {}): void => void found.push({ path: `scheme.${path}`, code, detail })
  if (taken.has(scheme.id)) add('id', 'taken', { value: scheme.id })
  const fields = new Map<string, Field>()
  const headings = new Map<string, string>()
  for (const [at, field] of scheme.fields.entries()) {
    const path = `fields[${at}]`
    if (fields.has(field.id)) add(`${path}.id`, 'repeated', { value: field.id })
    else fields.set(field.id, field)
    if (isReserved(field.id) || field.id.startsWith('sham-')) add(`${path}.id`, 'reservedWord', { value: field.id })
    for (const [where, spelling] of headingsOf(field)) {
      const key = spelling.toLowerCase()
      const other = headings.get(key)
      if (placeholders.has(key)) add(`${path}.${where}`, 'reservedWord', { value: spelling })
      else if (other !== undefined && other !== field.id) add(`${path}.${where}`, 'ambiguous', { value: spelling, other })
      else headings.set(key, field.id)
    }
    checkLabels(field, path, normalise, add)
  }
  for (const [at, field] of scheme.fields.entries()) if (field.kind === 'derived') checkTable(field, `fields[${at}]`, fields, add)
  checkMatrix(scheme, fields, add)
  return found
}

type Add = (path: string, code: SchemeProblemCode, detail?: SchemeProblem['detail']) => void

/** A key that every object has would be found in each record of labels. */
function isReserved(id: string): boolean {
  return id in Object.prototype
}

function headingsOf({ id, name, columns }: Field): readonly (readonly [string, string])[] {
  return [['id', id], ['name.zh', name.zh], ['name.en', name.en], ...columns.map((column, at) => [`columns[${at}]`, column] as const)]
}

function checkLabels(field: Field, path: string, normalise: (spelling: string) => string, add: Add): void {
  const owners = new Map<string, string>()
  const ids = new Set<string>()
  for (const [at, label] of field.labels.entries()) {
    const place = `${path}.labels[${at}]`
    if (ids.has(label.id)) {
      add(`${place}.id`, 'repeated', { value: label.id })
      continue
    }
    ids.add(label.id)
    if (isReserved(label.id)) add(`${place}.id`, 'reservedWord', { value: label.id })
    const spellings = [['id', label.id], ['name.zh', label.name.zh], ['name.en', label.name.en], ...label.aliases.map((alias, index) => [`aliases[${index}]`, alias] as const)] as const
    for (const [where, spelling] of spellings) {
      const key = normalise(spelling)
      const other = owners.get(key)
      if (key === '') add(`${place}.${where}`, 'unreadable', { value: spelling })
      else if (other !== undefined && other !== label.id) add(`${place}.${where}`, 'ambiguous', { value: spelling, other })
      else owners.set(key, label.id)
    }
  }
}

function checkTable(field: DerivedField, path: string, fields: ReadonlyMap<string, Field>, add: Add): void {
  const parts: Field[] = []
  const seen = new Set<string>()
  for (const [at, id] of field.from.entries()) {
    const part = fields.get(id)
    if (seen.has(id)) add(`${path}.from[${at}]`, 'repeated', { value: id })
    else if (!part) add(`${path}.from[${at}]`, 'noField', { value: id, fields: [...fields.keys()].join(', ') })
    else if (part.kind !== 'chosen') add(`${path}.from[${at}]`, 'notChosen', { value: id })
    else parts.push(part)
    seen.add(id)
  }
  // rows over fields that are not there say nothing more
  if (parts.length < field.from.length) return
  const rows = new Set<string>()
  for (const [at, { given, label }] of field.table.entries()) {
    const row = `${path}.table[${at}]`
    if (!has(field, label)) add(`${row}.label`, 'noLabel', { value: label, field: field.id })
    if (given.length !== parts.length) {
      add(`${row}.given`, 'rowLength', { expected: String(parts.length), found: String(given.length) })
      continue
    }
    for (const [index, id] of given.entries()) if (!has(parts[index]!, id)) add(`${row}.given[${index}]`, 'noLabel', { value: id, field: parts[index]!.id })
    const key = JSON.stringify(given)
    if (rows.has(key)) add(row, 'repeated', { value: given.join(' + ') })
    rows.add(key)
  }
  const wanted = parts.reduce((product, { labels }) => product * labels.length, 1)
  if (wanted > 1_024) {
    add(`${path}.from`, 'tooMany', { most: '1024' })
    return
  }
  const holes = combinations(parts).filter((given) => !rows.has(JSON.stringify(given)))
  if (holes.length > 0) add(`${path}.table`, 'tableHole', { count: String(holes.length), examples: holes.slice(0, shownHoles).map((given) => given.join(' + ')).join('; ') })
}

function combinations(parts: readonly Field[]): readonly (readonly string[])[] {
  return parts.reduce<readonly (readonly string[])[]>((rows, { labels }) => rows.flatMap((row) => labels.map(({ id }) => [...row, id])), [[]])
}

function has(field: Field, label: string): boolean {
  return field.labels.some(({ id }) => id === label)
}

function checkMatrix(scheme: Scheme, fields: ReadonlyMap<string, Field>, add: Add): void {
  const { matrix } = scheme
  if (matrix === undefined) return
  const field = fields.get(matrix)
  const at = field ? scheme.fields.indexOf(field) : -1
  if (!field) add('matrix', 'noField', { value: matrix, fields: [...fields.keys()].join(', ') })
  else if (field.kind !== 'derived') add('matrix', 'matrixNotDerived', { value: matrix })
  else if (field.from.length !== 2) add('matrix', 'matrixParts', { value: matrix, found: String(field.from.length) })
  else {
    const cells = new Map<string, string>()
    for (const [row, { given, label }] of field.table.entries()) {
      const cell = JSON.stringify(given)
      if ((cells.get(label) ?? cell) !== cell) add(`fields[${at}].table[${row}].label`, 'matrixRepeats', { value: label })
      cells.set(label, cell)
    }
  }
}
