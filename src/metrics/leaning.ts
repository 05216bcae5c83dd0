import { type Confusion, marginsOf } from './confusion.ts'
import { wilson } from './intervals.ts'

/** How a run's answers are spread over the labels, beside the gold. */
export interface Leaning {
  /** Answers that name a label of the list. */
  readonly answers: number
  /** Share of each label among the answers; undefined without answers. */
  readonly predicted: readonly number[] | undefined
  /** Share of each label among gold; undefined where no record has gold. */
  readonly gold: readonly number[] | undefined
  /** Entropy of the answers in bits: 0 for one label only, log2 K for all alike. Undefined without answers. */
  readonly predictedEntropy: number | undefined
  readonly goldEntropy: number | undefined
  /** Total variation distance, half the sum of |predicted - gold|, 0 to 1: the share of answers that would have to move. */
  readonly distance: number | undefined
  /** Labels with ten or more gold records that were never answered. */
  readonly neverAnswered: readonly number[]
  readonly warning: LeaningWarning | undefined
}

/** One label takes over. */
export interface LeaningWarning {
  readonly label: number
  /** Its share among the answers. */
  readonly share: number
  /** What its share is compared with. */
  readonly reference: number
  /** gold, or, where no record has gold, all labels alike. */
  readonly against: 'gold' | 'uniform'
}

/**
 * The leaning of a run, from a confusion table: shares, entropies and total variation as `Leaning` says, with what is undefined.
 *
 * The warning's rule: the commonest answer takes over where all other labels together get less than half of the share
 * that is theirs, (1 - share) < (1 - reference) / 2, and this is no accident of few answers: the upper end of the 95 %
 * Wilson interval of 1 - share lies below it too. reference is the label's share among gold.
 */
export function leaning(table: Confusion): Leaning {
  const { gold, predicted } = marginsOf(table)
  return leaningOf(predicted, gold)
}

/**
 * The same from counts of answers by label alone, for data without gold: the warning then compares with all labels alike,
 * which skewed data may break rightly.
 */
export function leaningOf(predicted: ArrayLike<number>, gold?: ArrayLike<number>): Leaning {
  const counts = Array.from(predicted)
  const answers = total(counts)
  const answered = answers > 0 ? counts.map((count) => count / answers) : undefined
  const golds = gold ? Array.from(gold) : []
  const reference = total(golds) > 0 ? golds.map((count) => count / total(golds)) : undefined
  return {
    answers,
    predicted: answered,
    gold: reference,
    predictedEntropy: answered && entropy(answered),
    goldEntropy: reference && entropy(reference),
    distance: answered && reference && total(answered.map((share, label) => Math.abs(share - reference[label]!))) / 2,
    neverAnswered: answered ? golds.flatMap((count, label) => (count >= 10 && counts[label] === 0 ? [label] : [])) : [],
    warning: warningOf(counts, answers, reference),
  }
}

/** Shannon's entropy of shares in bits, - sum p log2 p with 0 log 0 = 0: from 0 to log2 of their number. Source: Shannon (1948); equals scipy's entropy(base=2). */
export function entropy(shares: readonly number[]): number {
  return total(shares.map((share) => (share > 0 ? -share * Math.log2(share) : 0)))
}

function warningOf(counts: readonly number[], answers: number, gold: readonly number[] | undefined): LeaningWarning | undefined {
  if (answers === 0 || counts.length < 2) return undefined
  const label = counts.indexOf(Math.max(...counts))
  const reference = gold ? gold[label]! : 1 / counts.length
  const others = wilson(Math.round(answers - counts[label]!), Math.round(answers))
  if (!others || others.high >= (1 - reference) / 2) return undefined
  return { label, share: counts[label]! / answers, reference, against: gold ? 'gold' : 'uniform' }
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
