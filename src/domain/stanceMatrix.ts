import { builtInScheme } from './builtInScheme.ts'
import { type DerivedField, type Field, fieldOf, type LabelId, type Scheme } from './scheme.ts'

/** The Explicit-Implicit Stance Matrix of a scheme: what is said (rows) against what is meant (columns). */
export interface StanceMatrix {
  /** Rows: what is said. */
  readonly explicit: Field
  /** Columns: what is meant. */
  readonly implicit: Field
  /** What each cell is called. */
  readonly stance: DerivedField
  /** `cells[row][column]` is the stance's label id. */
  readonly cells: readonly (readonly LabelId[])[]
}

/** The matrix a scheme declares, or undefined where it declares none. @throws when its table has a hole. */
export function stanceMatrix(scheme: Scheme): StanceMatrix | undefined {
  if (scheme.matrix === undefined) return undefined
  const stance = fieldOf(scheme, scheme.matrix)
  if (stance.kind !== 'derived' || stance.from.length !== 2) {
    throw new Error(`scheme ${scheme.id}: the matrix must be derived from exactly two fields`)
  }
  const [explicit, implicit] = stance.from.map((id) => fieldOf(scheme, id)) as [Field, Field]
  const cells = explicit.labels.map((row) =>
    implicit.labels.map((column) => {
      const cell = stance.table.find(({ given }) => given[0] === row.id && given[1] === column.id)
      if (!cell) throw new Error(`scheme ${scheme.id}: no stance for ${row.id} | ${column.id}`)
      return cell.label
    }),
  )
  return { explicit, implicit, stance, cells }
}

/** Whether it is the built-in scheme's: over the same three fields. Its rows are what is said and its columns what is meant; another's are what its fields say. */
export function isBuiltInMatrix({ explicit, implicit, stance }: StanceMatrix): boolean {
  const own = builtInScheme.fields.find(({ id }) => id === builtInScheme.matrix)
  return own?.kind === 'derived' && stance.id === own.id && explicit.id === own.from[0] && implicit.id === own.from[1]
}

/** Which of the three colours a row or column has: the outer ones at its ends, those between shared out evenly; of three each its own. */
export function toneOf(at: number, labels: number): 0 | 1 | 2 {
  const place = labels < 2 ? 0 : (at * 2) / (labels - 1)
  return place < 0.5 ? 0 : place > 1.5 ? 2 : 1
}
