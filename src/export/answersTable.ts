import { readPrediction } from '../answer/readPrediction.ts'
import { scoredFields } from '../domain/method.ts'
import type { Run } from '../domain/plan.ts'
import type { Answer } from '../domain/prediction.ts'
import { type FieldId, fieldOf, labelIndex, type Scheme } from '../domain/scheme.ts'
import { jsonLines } from './resultFiles.ts'
import type { RunFileContent } from './runFile.ts'
import type { Cell, Column, Table } from './table.ts'

/**
 * What a run answered, a row for each sample of the plan in plan order: id, for each field the method answers gold (where the data has it), label,
 * what kind of answer it is (`notAsked` for a sample still waiting) and the label's probability (where it was measured).
 * The text only where it is asked for. Under the plan's reading; `readLabelFile` reads the CSV of it back.
 */
export function answersTable({ plan, predictions, priors, samples }: RunFileContent, run: Run, { text = false }: { readonly text?: boolean } = {}): Table {
  const byId = new Map(samples.map((sample) => [sample.id, sample]))
  const own = new Map((predictions.get(run.id) ?? []).map((prediction) => [prediction.sampleId, prediction]))
  const fields = scoredFields(plan.scheme, run.method)
  const columns = ['sample_id', ...(text ? ['text'] : []), ...fields.flatMap((field) => [`gold_${field}`, `predicted_${field}`, `answer_${field}`, `probability_${field}`])]
  return {
    caption: `${plan.dataset.name}: ${run.model.ref.id}, ${run.method.id}`,
    columns: columns.map((header): Column => (header.startsWith('probability_') ? { header, align: 'end', digits: 3 } : { header })),
    rows: plan.sampleIds.map((id): Cell[] => {
      const sample = byId.get(id)
      const prediction = own.get(id)
      const answers = prediction && readPrediction(prediction, plan.scheme, run.method, plan.reading, priors.get(run.id))
      return [
        id,
        ...(text ? [sample?.text ?? null] : []),
        ...fields.flatMap((field): Cell[] => {
          const gold = sample?.gold[field]
          const answer: Answer = answers?.[field] ?? { kind: 'notAsked' }
          return [gold === undefined ? null : gold.kind === 'label' ? gold.label : gold.raw, labelCell(answer), answer.kind, probabilityCell(plan.scheme, field, answer)]
        }),
      ]
    }),
  }
}

/** The same table as JSONL: an object a row, its columns as keys. */
export function tableLines({ columns, rows }: Table): string {
  return jsonLines(rows.map((row) => Object.fromEntries(columns.map(({ header }, at) => [header, row[at] ?? null]))))
}

function labelCell(answer: Answer): Cell {
  if (answer.kind === 'chosen') return answer.label
  return answer.kind === 'outOfScheme' || answer.kind === 'ambiguous' ? (answer.found ?? null) : null
}

function probabilityCell(scheme: Scheme, field: FieldId, answer: Answer): Cell {
  if (answer.kind !== 'chosen') return null
  return answer.probabilities?.[labelIndex(fieldOf(scheme, field), answer.label)] ?? null
}
