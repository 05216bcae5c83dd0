import { checkIndices, type LabelIndices } from './confusion.ts'

/** One step of a chain: what was answered beside the gold. */
export interface ChainStep {
  readonly labels: number
  readonly gold: LabelIndices
  readonly predicted: LabelIndices
}

export interface ChainErrors {
  /** Records with gold at every step. */
  readonly records: number
  /** Records left out because a step's gold is missing. */
  readonly leftOut: number
  /** For each step, the records whose first wrong answer it is. */
  readonly firstWrong: readonly (readonly number[])[]
  /** Records right at every step. */
  readonly right: readonly number[]
  /** Records whose last step is right though an earlier one is wrong: the right label by a wrong path. */
  readonly rightByWrongPath: readonly number[]
}

/**
 * Where a chain went wrong first, step by step (explicit, implicit, or later). The records of `firstWrong` and `right`
 * add up to `records`; those of `rightByWrongPath` are among `firstWrong`. An answer that names no label is wrong.
 * @throws without steps, or on steps over different records.
 */
export function chainErrors(steps: readonly ChainStep[]): ChainErrors {
  const length = steps[0]?.gold.length
  const last = steps[steps.length - 1]
  if (length === undefined || !last) throw new RangeError('a chain without steps')
  for (const { labels, gold, predicted } of steps) {
    if (gold.length !== length) throw new RangeError(`steps of ${length} and ${gold.length} records`)
    checkIndices(labels, gold, predicted)
  }
  const firstWrong = steps.map((): number[] => [])
  const right: number[] = []
  const rightByWrongPath: number[] = []
  let leftOut = 0
  for (let record = 0; record < length; record++) {
    if (steps.some(({ gold }) => gold[record]! < 0)) {
      leftOut++
      continue
    }
    const wrong = steps.findIndex(({ gold, predicted }) => gold[record] !== predicted[record])
    if (wrong < 0) right.push(record)
    else firstWrong[wrong]!.push(record)
    if (wrong >= 0 && last.gold[record] === last.predicted[record]) rightByWrongPath.push(record)
  }
  return { records: length - leftOut, leftOut, firstWrong, right, rightByWrongPath }
}

export interface Consistency {
  /** Records for which both the stated label and the one derived from the stated parts are there. */
  readonly records: number
  /** Those on which the two differ. */
  readonly inconsistent: readonly number[]
  /** Share of consistent records, 0 to 1; undefined without records. */
  readonly share: number | undefined
}

/**
 * The stance a run stated against phi of the signs it stated; a negative index means that it is not there.
 *
 * share = records on which the two are one label / records that have both, 0 to 1; undefined without records. It says nothing of right or wrong: a run may be
 * consistently wrong. The project's own figure; its table phi: CUE-Bench.
 */
export function consistency(stated: LabelIndices, derived: LabelIndices): Consistency {
  if (stated.length !== derived.length) throw new RangeError(`${stated.length} stated labels but ${derived.length} derived`)
  const inconsistent: number[] = []
  let records = 0
  for (let record = 0; record < stated.length; record++) {
    if (!(stated[record]! >= 0 && derived[record]! >= 0)) continue
    records++
    if (stated[record] !== derived[record]) inconsistent.push(record)
  }
  return { records, inconsistent, share: records > 0 ? 1 - inconsistent.length / records : undefined }
}
