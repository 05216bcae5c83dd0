import type { Random } from '../domain/random.ts'
import { type Interval, LEVEL, quantileOfSorted, wilson } from './intervals.ts'

/**
 * Answers with the probability that each was given, and whether it was right. Answers without a probability (written,
 * unparsed) and records without gold are the caller's to leave out, and to count.
 */
export interface Confidences {
  /** 0 to 1. */
  readonly confidence: ArrayLike<number>
  /** 1 or true where the answer was right. */
  readonly correct: ArrayLike<number | boolean>
}

export interface ReliabilityBin {
  readonly records: number
  /** Lowest and highest confidence in the bin. */
  readonly low: number
  readonly high: number
  /** Mean confidence. */
  readonly confidence: number
  readonly accuracy: number
  /** For the accuracy: Wilson's, or Wilson's for groups. */
  readonly interval: Interval | undefined
}

export interface Reliability {
  readonly records: number
  /** In order of confidence; none without records. */
  readonly bins: readonly ReliabilityBin[]
  /** Expected calibration error, 0 to 1; undefined without records. Never to be read without `calibrationBand`. */
  readonly ece: number | undefined
}

/** Bins of a reliability diagram. */
const BINS = 10

/**
 * The reliability diagram over bins of equal mass, and ECE = sum over bins of (records / all) |accuracy - confidence|.
 *
 * Records in order of confidence are cut at every n/bins-th; records with the same confidence stay together (in the bin
 * where the first of them falls), so the result does not depend on the records' order, and there may be fewer bins.
 * @throws on a confidence that is NaN or outside 0 to 1.
 * Source: Nguyen and O'Connor (2015), equal-mass bins; ECE: Naeini et al. (2015).
 */
export function reliability(answers: Confidences, bins = BINS): Reliability {
  const sorted = sortByConfidence(answers)
  const ends = binEnds(sorted.confidence, bins)
  return {
    records: sorted.confidence.length,
    ece: eceOf(sorted.confidence, sorted.correct, ends),
    bins: ends.map((end, bin) => {
      const start = ends[bin - 1] ?? 0
      const records = end - start
      const right = sumOf(sorted.correct, start, end)
      return {
        records,
        low: sorted.confidence[start]!,
        high: sorted.confidence[end - 1]!,
        confidence: sumOf(sorted.confidence, start, end) / records,
        accuracy: right / records,
        interval: wilson(right, records),
      }
    }),
  }
}

/** What ECE would be for a perfectly calibrated model with the same confidences, at the same n and bins. */
export interface CalibrationBand {
  readonly low: number
  readonly median: number
  readonly high: number
  readonly level: number
  /** One-sided p of perfect calibration: (1 + simulated ECEs at least as large) / (1 + simulations). */
  readonly p: number
  readonly simulations: number
}

/**
 * The band of ECE under perfect calibration: each simulation lets every answer be right with exactly its confidence and
 * computes ECE on the same bins; the band holds the middle `level` of 1,000 such values. ECE is never 0 at finite n, and
 * only what lies above the band speaks against calibration.
 *
 * Undefined without records. @throws as `reliability` does.
 * Source: Bröcker and Smith (2007), consistency resampling.
 */
export function calibrationBand(
  answers: Confidences,
  { random, bins = BINS, simulations = 1_000, level = LEVEL }: { random: Random; bins?: number; simulations?: number; level?: number },
): CalibrationBand | undefined {
  const { confidence, correct } = sortByConfidence(answers)
  const ends = binEnds(confidence, bins)
  const observed = eceOf(confidence, correct, ends)
  if (observed === undefined) return undefined
  const simulated = new Float64Array(confidence.length)
  const eces = new Float64Array(simulations)
  for (let at = 0; at < simulations; at++) {
    for (let record = 0; record < confidence.length; record++) {
      simulated[record] = random.uniform() < confidence[record]! ? 1 : 0
    }
    eces[at] = eceOf(confidence, simulated, ends) ?? 0
  }
  const larger = eces.filter((ece) => ece >= observed - 1e-12).length
  eces.sort()
  return {
    low: quantileOfSorted(eces, (1 - level) / 2),
    median: quantileOfSorted(eces, 0.5),
    high: quantileOfSorted(eces, (1 + level) / 2),
    level,
    p: (1 + larger) / (1 + simulations),
    simulations,
  }
}

/**
 * Brier score of the answers' own confidence: mean of (confidence - correct)^2. 0 (best) to 1; undefined without
 * records. Equals scikit-learn's brier_score_loss. @throws as `reliability` does.
 * Source: Brier (1950).
 */
export function brierOfAnswer(answers: Confidences): number | undefined {
  const { confidence, correct } = sortByConfidence(answers)
  return confidence.length > 0
    ? sumOf(confidence.map((value, at) => (value - correct[at]!) ** 2), 0, confidence.length) / confidence.length
    : undefined
}

export interface RiskCoverage {
  /** From the surest answers alone to all; one for each different confidence. */
  readonly points: readonly RiskCoveragePoint[]
  /** Area under the curve, 0 (best) to 1: mean over k = 1 .. n of the risk of the k surest answers. Undefined without records. */
  readonly area: number | undefined
}

export interface RiskCoveragePoint {
  /** Answers at least this sure are kept. */
  readonly threshold: number
  readonly records: number
  /** Share of answers kept, above 0 to 1. */
  readonly coverage: number
  /** Share of errors among them, 0 to 1. */
  readonly risk: number
}

/**
 * The risk-coverage curve: how many errors remain when only the surest answers are kept. Equally sure answers come and go
 * together, and count in the area with their mean error, so the result does not depend on the records' order.
 * @throws as `reliability` does.
 * Source: El-Yaniv and Wiener (2010); area: Geifman, Uziel and El-Yaniv (2019), AURC.
 */
export function riskCoverage(answers: Confidences): RiskCoverage {
  const { confidence, correct } = sortByConfidence(answers)
  const all = confidence.length
  const points: RiskCoveragePoint[] = []
  let errors = 0
  let area = 0
  for (let end = all; end > 0; ) {
    let start = end - 1
    while (start > 0 && confidence[start - 1] === confidence[end - 1]) start--
    const tied = end - start
    const wrong = tied - sumOf(correct, start, end)
    for (let one = 1; one <= tied; one++) area += (errors + (wrong * one) / tied) / (all - end + one)
    errors += wrong
    const records = all - start
    points.push({ threshold: confidence[start]!, records, coverage: records / all, risk: errors / records })
    end = start
  }
  return { points, area: all > 0 ? area / all : undefined }
}

interface Sorted {
  readonly confidence: Float64Array
  /** 0 or 1. */
  readonly correct: Float64Array
}

function sortByConfidence({ confidence, correct }: Confidences): Sorted {
  if (confidence.length !== correct.length) {
    throw new RangeError(`${confidence.length} confidences but ${correct.length} answers`)
  }
  const order = Uint32Array.from({ length: confidence.length }, (_, record) => record)
  for (const record of order) checkedProbability(confidence[record]!, record)
  order.sort((one, other) => confidence[one]! - confidence[other]!)
  return {
    confidence: Float64Array.from(order, (record) => confidence[record]!),
    correct: Float64Array.from(order, (record) => Number(correct[record])),
  }
}

/** Where each bin ends (exclusive) among records in order of confidence. */
function binEnds(confidence: Float64Array, bins: number): number[] {
  if (!Number.isInteger(bins) || bins < 1) throw new RangeError(`${bins} bins`)
  const ends: number[] = []
  for (let bin = 1; bin <= bins; bin++) {
    let end = Math.round((bin * confidence.length) / bins)
    while (end > 0 && end < confidence.length && confidence[end] === confidence[end - 1]) end++
    if (end > (ends.at(-1) ?? 0)) ends.push(end)
  }
  return ends
}

function eceOf(confidence: Float64Array, correct: Float64Array, ends: readonly number[]): number | undefined {
  if (confidence.length === 0) return undefined
  let gaps = 0
  let start = 0
  for (const end of ends) {
    let gap = 0
    for (let record = start; record < end; record++) gap += correct[record]! - confidence[record]!
    gaps += Math.abs(gap)
    start = end
  }
  return gaps / confidence.length
}

function sumOf(values: Float64Array, start: number, end: number): number {
  let sum = 0
  for (let at = start; at < end; at++) sum += values[at]!
  return sum
}

function checkedProbability(value: number, record: number): number {
  if (!(value >= 0 && value <= 1)) throw new RangeError(`record ${record}: probability ${value}`)
  return value
}
