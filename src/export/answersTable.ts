import { priorsOf } from '../answer/meanPrior.ts'
import { readPrediction } from '../answer/readPrediction.ts'
import { scoredFields } from '../domain/method.ts'
import type { Run } from '../domain/plan.ts'
import type { Answer, Reading } from '../domain/prediction.ts'
import { type FieldId, fieldOf, labelIndex, type Scheme } from '../domain/scheme.ts'
import type { RunFileContent } from './runFile.ts'
import type { Cell, Column, Table } from './table.ts'

export interface AnswersTableOptions {
  /** The samples' texts, which may be private: only where they are asked for. */
  readonly text?: boolean
  /** The plan's own where absent. */
  readonly reading?: Reading
  /** Ids of the samples that are wanted; all of the plan's where absent. */
  readonly only?: ReadonlySet<string>
  /** Where each sample also stands (examples, dev, training texts), by id; without it there is no such column. */
  readonly overlaps?: ReadonlyMap<string, readonly string[]>
}

/**
 * What a run answered, a row for each sample in plan order: id, for each field the method answers gold (where the data has it), label,
 * what kind of answer it is (`pending` for a sample still waiting, `notAsked` where a field was not asked behind what the reading chooses)
 * and the label's probability (where it was measured). `overlap` names where the sample also stands, joined by `+`, empty where nowhere. The caption names the reading; `readAnswers` reads the CSV back.
 */
export function answersTable(content: RunFileContent, run: Run, { text = false, reading = content.plan.reading, only, overlaps }: AnswersTableOptions = {}): Table {
  const { plan, predictions, samples } = content
  const priors = priorsOf(reading, content.priors.get(run.id), predictions.get(run.id) ?? [], plan.sampleIds)
  const byId = new Map(samples.map((sample) => [sample.id, sample]))
  const own = new Map((predictions.get(run.id) ?? []).map((prediction) => [prediction.sampleId, prediction]))
  const fields = scoredFields(plan.scheme, run.method)
  const columns = ['sample_id', ...(text ? ['text'] : []), ...(overlaps ? ['overlap'] : []), ...fields.flatMap((field) => [`gold_${field}`, `predicted_${field}`, `answer_${field}`, `probability_${field}`])]
  return {
    caption: `${plan.dataset.name}: ${run.model.ref.id}, ${run.method.id}; prior ${reading.prior}${reading.prior === 'batch' ? ' (transductive)' : ''}, rule ${reading.rule}${reading.later === 'marginal' ? ', later fields marginalised' : ''}`,
    columns: columns.map((header): Column => (header.startsWith('probability_') ? { header, align: 'end', digits: 3 } : { header })),
    rows: plan.sampleIds.filter((id) => only?.has(id) !== false).map((id): Cell[] => {
      const sample = byId.get(id)
      const prediction = own.get(id)
      const answers = prediction && readPrediction(prediction, plan.scheme, run.method, reading, priors)
      return [
        id,
        ...(text ? [sample?.text ?? null] : []),
        ...(overlaps ? [overlaps.get(id)?.join('+') ?? null] : []),
        ...fields.flatMap((field): Cell[] => {
          const gold = sample?.gold[field]
          const answer = answers ? (answers[field] ?? notAsked) : null
          return [gold === undefined ? null : gold.kind === 'label' ? gold.label : gold.raw, answer && labelCell(answer), answer?.kind ?? 'pending', answer && probabilityCell(plan.scheme, field, answer)]
        }),
      ]
    }),
  }
}

const notAsked: Answer = { kind: 'notAsked' }

function labelCell(answer: Answer): Cell {
  if (answer.kind === 'chosen') return answer.label
  return answer.kind === 'outOfScheme' || answer.kind === 'ambiguous' ? (answer.found ?? null) : null
}

function probabilityCell(scheme: Scheme, field: FieldId, answer: Answer): Cell {
  if (answer.kind !== 'chosen') return null
  return answer.probabilities?.[labelIndex(fieldOf(scheme, field), answer.label)] ?? answer.probability ?? null
}
