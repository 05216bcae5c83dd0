import { derive, type DerivedField, type FieldId } from '../../domain/scheme.ts'
import { CHOSEN, columnOfField, type FieldColumn, isAnswered, PENDING, type RunColumns } from './runColumns.ts'
import type { RunFilter } from './runFilter.ts'

/**
 * How a run's answers stand beside those of others. By right and wrong (samples with gold that both runs answered): won is right here and
 * wrong there, lost the other way round, flipped either. By label (samples that both gave a label of the list): both, same, differ. Of any
 * number of raters, this run among them: rated is two labels or more, split that they are not all one.
 */
export const relations = ['won', 'lost', 'flipped', 'both', 'same', 'differ', 'rated', 'split'] as const
export type Relation = (typeof relations)[number]

/** A rater that is no run: what the file says. */
export const GOLD = 'gold'

/** One field of another run, over the samples of the one that is filtered, in their order. */
export interface OtherAnswers {
  /** Label's index, -1 where there is none. */
  readonly label: Int16Array
  readonly status: Uint8Array
  /** 1 where that run planned the sample. */
  readonly planned: Uint8Array
  /** The run's answers to this field count: it was asked, and not told it. */
  readonly asked: boolean
}

/** What a filter needs of other runs, each under the reference that the filter has of it. */
export type Others = (reference: string, field: FieldId) => OtherAnswers

/** The runs, and fields of them, that a filter looks at besides its own. */
export function othersOf(filter: RunFilter): readonly { readonly reference: string; readonly field: FieldId }[] {
  const beside = references(filter.beside).filter((reference) => reference !== GOLD)
  const fields = [...new Set([filter.field, ...(filter.equal === undefined ? [] : [filter.equal]), ...(filter.unequal === undefined ? [] : [filter.unequal])])]
  return [
    ...(filter.relation === undefined ? [] : beside.flatMap((reference) => fields.map((field) => ({ reference, field })))),
    ...[filter.together, filter.planned].flatMap(references).map((reference) => ({ reference, field: filter.field })),
  ]
}

/** A list of references as it stands in the address. */
export function references(listed: string | undefined): readonly string[] {
  return (listed ?? '').split(' ').filter((reference) => reference !== '')
}

type Test = (at: number) => boolean

/** The tests of a filter that set the run beside others. */
export function besideTests(columns: RunColumns, filter: RunFilter, others: Others): Test[] {
  const column = columnOfField(columns, filter.field)
  const tests: Test[] = []
  for (const reference of references(filter.together)) {
    const { planned, asked, status } = others(reference, filter.field)
    tests.push((at) => planned[at] === 1 && (!asked || isAnswered(status[at]!)))
  }
  for (const reference of references(filter.planned)) {
    const { planned } = others(reference, filter.field)
    tests.push((at) => planned[at] === 1)
  }
  const raters = references(filter.beside)
  const [first] = raters
  if (filter.relation === undefined || first === undefined) return tests
  const labelsOf = (reference: string, field: FieldId): Int16Array => (reference === GOLD ? columnOfField(columns, field).gold : others(reference, field).label)
  tests.push(relationTest(column, filter.relation, raters.map((reference) => labelsOf(reference, filter.field)), first === GOLD ? null : others(first, filter.field).status))
  for (const [field, wanted] of [[filter.equal, true], [filter.unequal, false]] as const) {
    if (field === undefined) continue
    const { label } = columnOfField(columns, field)
    const other = labelsOf(first, field)
    tests.push((at) => label[at]! >= 0 && other[at]! >= 0 && (label[at] === other[at]) === wanted)
  }
  return tests
}

/** @param status of the first of the raters; null where that is the gold. */
function relationTest({ gold, label, status: own }: FieldColumn, relation: Relation, raters: readonly Int16Array[], status: Uint8Array | null): Test {
  const [other] = raters
  const right = (labels: Int16Array, at: number): boolean => gold[at]! >= 0 && labels[at] === gold[at]
  const answered = (at: number): boolean => status !== null && gold[at]! >= 0 && isAnswered(own[at]!) && isAnswered(status[at]!)
  const labelled = (at: number): boolean => label[at]! >= 0 && other![at]! >= 0
  const given = (at: number): number[] => [label, ...raters].map((labels) => labels[at]!).filter((each) => each >= 0)
  switch (relation) {
    case 'won':
      return (at) => answered(at) && right(label, at) && !right(other!, at)
    case 'lost':
      return (at) => answered(at) && !right(label, at) && right(other!, at)
    case 'flipped':
      return (at) => answered(at) && right(label, at) !== right(other!, at)
    case 'both':
      return labelled
    case 'same':
      return (at) => labelled(at) && label[at] === other![at]
    case 'differ':
      return (at) => labelled(at) && label[at] !== other![at]
    case 'rated':
      return (at) => given(at).length > 1
    case 'split':
      return (at) => new Set(given(at)).size > 1
  }
}

/**
 * How a chain is written in the address: the derived field whose parts are its first steps, and a step's field (first wrong there) or what became
 * of it. all: gold and an answer at every step; right at every step; wrongPath: right at the end though not before. Of what is stated, stated:
 * the label and its parts; inconsistent: the label is not that of the parts.
 */
export function pathName(derived: FieldId, place: string): string {
  return `${derived}:${place}`
}

/** The test of where the chain to the filter's field went; passes nothing where its parts are not there. */
export function pathTest(columns: RunColumns, { field, path }: RunFilter): Test | null {
  if (path === undefined) return null
  const [name, place] = path.split(':')
  const derived = columns.fields.find((column) => column.field.id === name)?.field
  if (derived?.kind !== 'derived' || place === undefined) return () => false
  if (place === 'stated' || place === 'inconsistent') return statementTest(columns, derived, place === 'inconsistent')
  const steps = [...derived.from, ...(derived.from.includes(field) ? [] : [field])].map((id) => columnOfField(columns, id))
  const last = steps.at(-1)!
  const counts: Test = (at) => steps.every(({ gold, status }) => gold[at]! >= 0 && isAnswered(status[at]!))
  const right = ({ gold, label }: FieldColumn, at: number): boolean => gold[at] === label[at]
  const firstWrong = (at: number): FieldColumn | undefined => steps.find((step) => !right(step, at))
  switch (place) {
    case 'all':
      return counts
    case 'right':
      return (at) => counts(at) && firstWrong(at) === undefined
    case 'wrongPath':
      return (at) => counts(at) && firstWrong(at) !== undefined && right(last, at)
    default:
      return (at) => counts(at) && firstWrong(at)?.field.id === place
  }
}

function statementTest(columns: RunColumns, derived: DerivedField, inconsistent: boolean): Test {
  const stated = columnOfField(columns, derived.id)
  const parts = derived.from.map((id) => columnOfField(columns, id))
  const byTable = (at: number): number => {
    const label = derive(derived, Object.fromEntries(parts.map(({ field, label: given }) => [field.id, field.labels[given[at]!]?.id])))
    return label === undefined ? -1 : derived.labels.findIndex(({ id }) => id === label)
  }
  return (at) => {
    if (stated.status[at] !== CHOSEN || parts.some(({ status }) => status[at] !== CHOSEN)) return false
    const label = byTable(at)
    return label >= 0 && (!inconsistent || label !== stated.label[at])
  }
}

/** Answers of a run that has none: what a reference that leads nowhere is read as. */
export function noAnswers(count: number): OtherAnswers {
  return { label: new Int16Array(count).fill(-1), status: new Uint8Array(count).fill(PENDING), planned: new Uint8Array(count), asked: true }
}
