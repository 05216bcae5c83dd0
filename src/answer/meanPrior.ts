import type { Conditional, Prediction, Reading } from '../domain/prediction.ts'
import type { FieldId } from '../domain/scheme.ts'
import type { LogProbability } from '../domain/units.ts'
import { type ChoiceKey, choiceKey } from './choiceKey.ts'

/** Probabilities below this are taken for it: a prior that calls a label impossible could not be subtracted. */
const LEAST: LogProbability = -69

/** Records that must hold a path for its own mean to be a prior: with few, a record's own answer would be what is subtracted from it. */
const ENOUGH = 20

/** What `Conditional.pool` says of a mean over the very records that are read. */
export const BATCH = 'batch'

/** Conditionals of the same choice, averaged as probabilities: log of the mean of P. */
export function meanOf(replies: readonly (readonly Conditional[])[]): readonly Conditional[] {
  return means(replies.flat().map((conditional) => ({ conditional, weight: 1 })), choiceKey).map(({ mean }) => mean)
}

/**
 * The prior that a set of records gives: for each choice the log of the mean probability, over the records that were asked it.
 *
 * A path that neither all records hold nor 20 of them (what stands behind a rare cell) has no mean of its own: for its field a
 * conditional with an empty `given` stands for every such path, the mean over whatever stood before. Every label's prior is
 * at least e^-69. Empty without records.
 * Source: the mean over unlabelled inputs as a prior, Zhou et al. (2024), "Batch Calibration"; per step and path, and the
 * fallback, are ours.
 * @param records each record's conditionals, as asked. @param pool what the conditionals are marked as.
 * @param weights how often each record counts (a resample); once where absent.
 */
export function recordsPrior(records: readonly (readonly Conditional[])[], pool: string, weights?: ArrayLike<number>): readonly Conditional[] {
  const all = records.flatMap((conditionals, at) => (weights?.[at] === 0 ? [] : conditionals.map((conditional): Weighted => ({ conditional, weight: weights?.[at] ?? 1 }))))
  const size = weights ? Array.from(weights).reduce((sum, weight) => sum + weight, 0) : records.length
  const own = means(all, choiceKey).filter(({ mean, count }) => isFirst(mean) || count >= Math.min(ENOUGH, size))
  const behind = means(all.filter(({ conditional }) => !isFirst(conditional)), ({ field }: Conditional): FieldId => field)
  return [...own.map(({ mean }) => ({ ...mean, pool })), ...behind.map(({ mean }) => ({ ...mean, given: {}, pool }))]
}

/**
 * `recordsPrior` of the same records under one set of weights after another (resamples): the same numbers, but what does not depend on the
 * weights is worked out once.
 */
export function recordsPriorOver(records: readonly (readonly Conditional[])[], pool: string): (weights: ArrayLike<number>) => readonly Conditional[] {
  const own = tallies(records, choiceKey)
  const behind = tallies(records.map((conditionals) => conditionals.filter((conditional) => !isFirst(conditional))), ({ field }: Conditional): FieldId => field)
  return (weights) => {
    let size = 0
    for (let at = 0; at < records.length; at++) size += weights[at]!
    const means = own.flatMap((tally) => tallied(tally, weights) ?? []).filter(({ mean, count }) => isFirst(mean) || count >= Math.min(ENOUGH, size))
    return [...means.map(({ mean }) => ({ ...mean, pool })), ...behind.flatMap((tally) => tallied(tally, weights) ?? []).map(({ mean }) => ({ ...mean, given: {}, pool }))]
  }
}

/** One choice: the records that hold it, and their probabilities one after the other. */
interface Tally {
  readonly conditional: Conditional
  readonly records: readonly number[]
  readonly probabilities: Float64Array
}

function tallies(records: readonly (readonly Conditional[])[], keyOf: (conditional: Conditional) => ChoiceKey): readonly Tally[] {
  const found = new Map<ChoiceKey, { readonly conditional: Conditional; readonly records: number[]; readonly all: Conditional[] }>()
  records.forEach((conditionals, record) => {
    for (const conditional of conditionals) {
      const key = keyOf(conditional)
      const tally = found.get(key) ?? { conditional, records: [], all: [] }
      tally.records.push(record)
      tally.all.push(conditional)
      found.set(key, tally)
    }
  })
  return [...found.values()].map(({ conditional, records: held, all }) => ({
    conditional, records: held,
    probabilities: Float64Array.from(all.flatMap(({ logProbabilities }) => Array.from(logProbabilities, Math.exp))),
  }))
}

/** Undefined where no record that holds it was drawn. */
function tallied({ conditional, records, probabilities }: Tally, weights: ArrayLike<number>): Mean | undefined {
  const length = conditional.logProbabilities.length
  const sum = new Float64Array(length)
  let count = 0
  records.forEach((record, entry) => {
    const weight = weights[record]!
    if (weight === 0) return
    count += weight
    for (let at = 0; at < length; at++) sum[at]! += weight * probabilities[entry * length + at]!
  })
  return count === 0 ? undefined : { mean: meanOver(conditional, sum, count), count }
}

/**
 * What a reading subtracts, out of what is kept of a run: under prior `batch` with the mean over the records that are read.
 * @param predictions of the run. @param sampleIds the plan's: they, and no others, make the batch.
 */
export function priorsOf(reading: Reading, kept: readonly Conditional[] | undefined, predictions: readonly Prediction[], sampleIds: readonly string[]): readonly Conditional[] | undefined {
  if (reading.prior !== 'batch') return kept
  const drawn = new Set(sampleIds)
  return recordsPrior(predictions.flatMap(({ sampleId, outcome }) => (drawn.has(sampleId) && 'conditionals' in outcome ? [outcome.conditionals] : [])), BATCH)
}

/** Of what is kept of a run, what a reading's prior is: none for `none`, or where it was not measured. */
export function priorEntries({ prior, pool }: Reading, kept: readonly Conditional[]): readonly Conditional[] {
  switch (prior) {
    case 'none':
      return []
    case 'contentFree':
      return kept.filter((conditional) => conditional.pool === undefined)
    case 'pool':
      return kept.filter((conditional) => conditional.pool !== undefined && conditional.pool === pool)
    case 'batch':
      return kept.filter((conditional) => conditional.pool === BATCH)
  }
}

interface Weighted {
  readonly conditional: Conditional
  readonly weight: number
}

interface Mean {
  readonly mean: Conditional
  readonly count: number
}

function means(conditionals: readonly Weighted[], keyOf: (conditional: Conditional) => ChoiceKey): readonly Mean[] {
  const sums = new Map<ChoiceKey, { readonly conditional: Conditional; readonly sum: Float64Array; count: number }>()
  for (const { conditional, weight } of conditionals) {
    const key = keyOf(conditional)
    const { logProbabilities } = conditional
    const entry = sums.get(key) ?? { conditional, sum: new Float64Array(logProbabilities.length), count: 0 }
    for (let at = 0; at < logProbabilities.length; at++) entry.sum[at]! += weight * Math.exp(logProbabilities[at]!)
    entry.count += weight
    sums.set(key, entry)
  }
  return [...sums.values()].map(({ conditional, sum, count }) => ({
    mean: meanOver(conditional, sum, count),
    count,
  }))
}

function meanOver(conditional: Conditional, sum: Float64Array, count: number): Conditional {
  return { ...conditional, logProbabilities: Float32Array.from(sum, (value) => Math.max(Math.log(value / count), LEAST)) }
}

function isFirst({ given }: Conditional): boolean {
  return Object.keys(given).length === 0
}
