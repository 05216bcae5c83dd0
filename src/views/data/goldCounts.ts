import type { Sample } from '../../domain/dataset.ts'
import type { FieldId, LabelId, Scheme } from '../../domain/scheme.ts'
import type { StanceCell } from '../matrix/StanceMatrix.tsx'

/** What a dataset's gold says of one field. */
export interface GoldCount {
  readonly field: FieldId
  /** Labels in the scheme, derived ones included. */
  readonly labelled: number
  readonly derived: number
  readonly outOfScheme: number
  readonly byLabel: ReadonlyMap<LabelId, number>
}

/** Counted over all samples, field by field in scheme order. */
export function goldCounts(scheme: Scheme, samples: readonly Sample[]): readonly GoldCount[] {
  return scheme.fields.map(({ id }) => {
    let labelled = 0
    let derived = 0
    let outOfScheme = 0
    const byLabel = new Map<LabelId, number>()
    for (const sample of samples) {
      const gold = sample.gold[id]
      if (gold === undefined) continue
      if (gold.kind === 'outOfScheme') {
        outOfScheme += 1
        continue
      }
      labelled += 1
      if (gold.derived) derived += 1
      byLabel.set(gold.label, (byLabel.get(gold.label) ?? 0) + 1)
    }
    return { field: id, labelled, derived, outOfScheme, byLabel }
  })
}

/** A field's counts as cells of the matrix. */
export function matrixCells({ labelled, byLabel }: GoldCount): Readonly<Record<LabelId, StanceCell>> {
  return Object.fromEntries([...byLabel].map(([label, count]) => [label, { count, share: count / labelled }]))
}
