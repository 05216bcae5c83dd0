import type { GivenFrom, Method } from '../domain/method.ts'
import { type FieldId, fieldOf, type LabelId, type Scheme } from '../domain/scheme.ts'

/** What two prompts side by side do not show of a method. */
export type PromptNote =
  /** A field's label is told with the sample; the prompt shows any one in its place. */
  | { readonly kind: 'told'; readonly field: FieldId; readonly from: GivenFrom }
  /** Its fields and definitions are fillers as long as the true ones. */
  | { readonly kind: 'arbitrary' }
  /** The words are the true matrix's; what is stated is another cell's name: of each cell of the matrix, in table order. */
  | { readonly kind: 'permuted'; readonly cells: readonly { readonly cell: LabelId; readonly stated: LabelId }[] }

/** The notes that a method's prompt needs to be read rightly; none where it says all. */
export function promptNotes(scheme: Scheme, method: Method): readonly PromptNote[] {
  const told = method.steps.flatMap((step): PromptNote[] => (step.kind === 'give' ? [{ kind: 'told', field: step.field, from: step.from }] : []))
  if (method.control?.kind === 'arbitrary') return [...told, { kind: 'arbitrary' }]
  const cells = method.control?.kind === 'permuted' ? permutedCells(scheme, method) : []
  return cells.length > 0 ? [...told, { kind: 'permuted', cells }] : told
}

function permutedCells({ fields, matrix }: Scheme, { scheme: own }: Method) {
  const cell = fields.find(({ id }) => id === matrix)
  const stated = own?.matrix === undefined ? undefined : fieldOf(own, own.matrix)
  if (cell?.kind !== 'derived' || stated?.kind !== 'derived') return []
  const same = (one: readonly LabelId[], other: readonly LabelId[]): boolean => one.every((label, at) => label === other[at])
  return cell.table.flatMap(({ given, label }) => stated.table.filter((row) => same(given, row.given)).map((row) => ({ cell: label, stated: row.label })))
}
