import { classification } from '../../metrics/classification.ts'
import { confusion, OUT_OF_SCHEME, UNPARSED, withoutUnparsed } from '../../metrics/confusion.ts'
import type { FieldFigures, RunFigures } from '../../metrics/figures.ts'
import { leaning, leaningOf } from '../../metrics/leaning.ts'
import { ANSWERED, CHOSEN, FAILED, type FieldColumn, isAnswered, NO_GOLD, NOT_ASKED, OUT, type RunColumns, type Status, statuses } from './runColumns.ts'

/**
 * All figures of a run over the samples at `chosen`; fields that the method never asked are not listed. Those that were asked,
 * but behind other answers than this reading chooses, are: `notAsked` says how many samples are in no figure for that.
 */
export function runFigures(columns: RunColumns, chosen: Int32Array): RunFigures {
  let answered = 0
  let failed = 0
  let dropped = 0
  for (const at of chosen) {
    if (columns.state[at] === ANSWERED) answered++
    else if (columns.state[at] === FAILED) failed++
    if (columns.dropped[at]! > 0) dropped++
  }
  return {
    samples: chosen.length,
    answered,
    failed,
    waiting: chosen.length - answered - failed,
    dropped,
    checks: columns.checks,
    fields: columns.fields.filter(({ asked }) => asked).map((column) => fieldFigures(column, chosen)),
  }
}

/** Gold and answer of the chosen records that were asked that field, as the metrics read them. */
export function labelArrays({ gold, label, status }: FieldColumn, chosen: Int32Array): { gold: Int16Array; predicted: Int16Array } {
  const golds = new Int16Array(chosen.length)
  const predicted = new Int16Array(chosen.length)
  let asked = 0
  for (const at of chosen) {
    if (!isAnswered(status[at]!)) continue
    golds[asked] = Math.max(gold[at]!, NO_GOLD)
    predicted[asked] = predictedIndex(label[at]!, status[at]!)
    asked++
  }
  // copies, not views: what is posted to another worker takes its whole buffer along
  return { gold: golds.slice(0, asked), predicted: predicted.slice(0, asked) }
}

/** The metrics' index of an answer: its label's, or what stands for none. */
export function predictedIndex(label: number, status: number): number {
  if (status === CHOSEN) return label
  return status === OUT ? OUT_OF_SCHEME : UNPARSED
}

function fieldFigures(column: FieldColumn, chosen: Int32Array): FieldFigures {
  const { field } = column
  const labels = field.labels.length
  const { gold, predicted } = labelArrays(column, chosen)
  const table = confusion(labels, gold, predicted)
  const named = answersByLabel(column, chosen)
  const golds = new Array<number>(labels).fill(0)
  for (const label of gold) if (label >= 0) golds[label]! += 1
  return {
    field: field.id,
    table,
    all: classification(table),
    parsed: classification(withoutUnparsed(table)),
    byStatus: statusCounts(column, chosen),
    notAsked: chosen.reduce((count, at) => (column.status[at] === NOT_ASKED ? count + 1 : count), 0),
    gold: golds,
    ...named,
    leaning: gold.some((label) => label >= 0) ? leaning(table) : leaningOf(named.answers),
    ...probabilityMeans(column, chosen),
  }
}

function statusCounts({ gold, status }: FieldColumn, chosen: Int32Array): Record<Status, number> {
  const counts = new Array<number>(statuses.length).fill(0)
  for (const at of chosen) if (gold[at]! >= 0) counts[status[at]!]! += 1
  return Object.fromEntries(statuses.map((name, code) => [name, counts[code]!])) as Record<Status, number>
}

function answersByLabel({ field, label, confidence }: FieldColumn, chosen: Int32Array) {
  const answers = new Array<number>(field.labels.length).fill(0)
  const sums = new Array<number>(field.labels.length).fill(0)
  const measured = new Array<number>(field.labels.length).fill(0)
  for (const at of chosen) {
    const named = label[at]!
    if (named < 0) continue
    answers[named]! += 1
    if (Number.isNaN(confidence[at]!)) continue
    sums[named]! += confidence[at]!
    measured[named]! += 1
  }
  return { answers, confidence: sums.map((sum, at) => sum / measured[at]!) }
}

function probabilityMeans({ field, probabilities, confidence }: FieldColumn, chosen: Int32Array) {
  if (!probabilities) return { meanProbabilities: null, measured: 0 }
  const labels = field.labels.length
  const sums = new Float64Array(labels)
  let measured = 0
  for (const at of chosen) {
    // an imported answer may have its own label's alone
    if (Number.isNaN(confidence[at]!) || Number.isNaN(probabilities[at * labels]!)) continue
    measured++
    for (let label = 0; label < labels; label++) sums[label]! += probabilities[at * labels + label]!
  }
  return { meanProbabilities: measured > 0 ? [...sums].map((sum) => sum / measured) : null, measured }
}

/** Confidence and correctness of the chosen records that have gold and a probability, for metrics/calibration.ts. */
export function confidences({ gold, label, confidence }: FieldColumn, chosen: Int32Array): { confidence: Float32Array; correct: Uint8Array } {
  const sure = new Float32Array(chosen.length)
  const correct = new Uint8Array(chosen.length)
  let measured = 0
  for (const at of chosen) {
    const value = confidence[at]!
    if (gold[at]! < 0 || Number.isNaN(value)) continue
    // single precision may end a hair above 1
    sure[measured] = Math.min(1, value)
    correct[measured] = gold[at] === label[at] ? 1 : 0
    measured++
  }
  return { confidence: sure.slice(0, measured), correct: correct.slice(0, measured) }
}
