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
  for (let one = 0; one < chosen.length; one++) {
    const at = chosen[one]!
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
  for (let one = 0; one < chosen.length; one++) {
    const at = chosen[one]!
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
  const golds = new Array<number>(labels).fill(0)
  for (const label of gold) if (label >= 0) golds[label]! += 1
  const counts = countsOf(column, chosen)
  return {
    field: field.id,
    table,
    all: classification(table),
    parsed: classification(withoutUnparsed(table)),
    gold: golds,
    ...counts,
    leaning: gold.some((label) => label >= 0) ? leaning(table) : leaningOf(counts.answers),
  }
}

/** What is counted record by record, in one going over: there may be tens of thousands. */
function countsOf({ field, gold, label, status, confidence, probabilities }: FieldColumn, chosen: Int32Array) {
  const labels = field.labels.length
  const byStatus = new Float64Array(statuses.length)
  const answers = new Float64Array(labels)
  const sure = new Float64Array(labels)
  const surely = new Float64Array(labels)
  const sums = new Float64Array(labels)
  let notAsked = 0
  let measured = 0
  for (let one = 0; one < chosen.length; one++) {
    const at = chosen[one]!
    if (status[at] === NOT_ASKED) notAsked++
    if (gold[at]! >= 0) byStatus[status[at]!]! += 1
    const named = label[at]!
    const own = confidence[at]!
    if (named >= 0) answers[named]! += 1
    if (Number.isNaN(own)) continue
    if (named >= 0) {
      sure[named]! += own
      surely[named]! += 1
    }
    // an imported answer may have its own label's alone
    if (!probabilities || Number.isNaN(probabilities[at * labels]!)) continue
    measured++
    for (let of = 0; of < labels; of++) sums[of]! += probabilities[at * labels + of]!
  }
  return {
    byStatus: Object.fromEntries(statuses.map((name, code) => [name, byStatus[code]!])) as Record<Status, number>,
    notAsked,
    answers: [...answers],
    confidence: Array.from(sure, (sum, at) => sum / surely[at]!),
    meanProbabilities: measured > 0 ? Array.from(sums, (sum) => sum / measured) : null,
    measured,
  }
}

/** Confidence and correctness of the chosen records that have gold and a probability, for metrics/calibration.ts, and what they are resampled with. */
export function confidences({ gold, label, confidence }: FieldColumn, chosen: Int32Array, groups: Int32Array | null): { confidence: Float32Array; correct: Uint8Array; groups: Int32Array | null } {
  const sure = new Float32Array(chosen.length)
  const correct = new Uint8Array(chosen.length)
  const together = new Int32Array(groups ? chosen.length : 0)
  let measured = 0
  for (let one = 0; one < chosen.length; one++) {
    const at = chosen[one]!
    const value = confidence[at]!
    if (gold[at]! < 0 || Number.isNaN(value)) continue
    // single precision may end a hair above 1
    sure[measured] = Math.min(1, value)
    correct[measured] = gold[at] === label[at] ? 1 : 0
    if (groups) together[measured] = groups[at]!
    measured++
  }
  return { confidence: sure.slice(0, measured), correct: correct.slice(0, measured), groups: groups && together.slice(0, measured) }
}
