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
    mean: { ...conditional, logProbabilities: Float32Array.from(sum, (value) => Math.max(Math.log(value / count), LEAST)) },
    count,
  }))
}

function isFirst({ given }: Conditional): boolean {
  return Object.keys(given).length === 0
}
