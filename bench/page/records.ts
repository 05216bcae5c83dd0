/** Real records as the arms are asked them. */
import { matchLabel } from '../../src/answer/labelMatch.ts'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import type { Sample } from '../../src/domain/dataset.ts'
import type { FieldId, LabelId } from '../../src/domain/scheme.ts'
import type { Shot } from '../../src/prompt/shotMessages.ts'

/** A line of the benchmark's file. */
export interface Line {
  readonly sample_id: string
  readonly text: string
  readonly context: string
  readonly scenario_type: Sample['scene']
  readonly [column: string]: string | null
}

export function sampleOf({ sample_id: id, text, context, scenario_type: scene }: Line): Sample {
  return { id, hash: '', text, context, scene, speaker: null, gold: {}, tier: null, group: null, row: 0, other: {} }
}

/** A record as an example: its own labels, the first of a field's where the file has none that the scheme knows. */
export function shotOf(line: Line): Shot {
  const labels: Record<FieldId, LabelId> = {}
  for (const field of builtInScheme.fields) {
    const raw = field.columns.map((column) => line[column]).find((value) => typeof value === 'string') ?? ''
    const match = matchLabel(raw, field)
    labels[field.id] = match.kind === 'label' ? match.id : field.labels[0]!.id
  }
  return { sample: sampleOf(line), labels }
}
