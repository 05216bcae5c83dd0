import type { Probability } from '../domain/units.ts'
import type { ConditionalTable, Scores } from './conditionalTable.ts'
import type { Joint } from './decision.ts'
import { type MethodLevels, unfold } from './methodLevels.ts'

/** The share of the joint that may be left unasked for probabilities to be told: they are off by no more than this. */
const UNASKED: Probability = 0.005

/** What stands behind the joint levels, summed over their paths. */
export interface MarginalLater {
  /** By level behind the joint ones, in order: the label's index, -1 where too little was asked to tell. */
  readonly labels: readonly number[]
  /** Likewise: over the label list; undefined where more than half a per cent of the joint was not asked it. */
  readonly probabilities: readonly (Float64Array | undefined)[]
  readonly ties: readonly boolean[]
  /** Paths of choices, as option indices, that were not asked and would be needed, the likeliest first; of one level. */
  readonly lacking: readonly (readonly number[])[]
}

/**
 * Chooses the later levels by their probability summed over the paths of the joint levels:
 * P(label) = sum of P(path) P(label | path); the level behind it likewise, given the label that was chosen,
 * P(label | before) = sum of P(path | before) P(label | path, before).
 *
 * Behind some paths it may not have been asked. A label is chosen only where no answer behind those could have made another
 * one likelier: its lead exceeds all that they weigh. Equal sums go to the first in label order, as a tie. Nothing is chosen
 * where the joint itself is not complete.
 */
export function marginalLater(method: MethodLevels, table: ConditionalTable, joint: Joint): MarginalLater {
  const depth = method.levels.length
  const labels: number[] = []
  const probabilities: (Float64Array | undefined)[] = []
  const ties: boolean[] = []
  let lacking: readonly (readonly number[])[] = []
  let spared: readonly (readonly number[])[] = []
  const weights = joint.complete ? Float64Array.from(joint.scores, (score) => Math.exp(score)) : new Float64Array()
  const nodes = Array.from(weights, (_, path) => path)
  // What may lie behind paths that were not asked at a level before: at most what those weighed.
  let lost = 0
  for (let level = method.jointLevels; level < depth; level++) {
    const size = method.levels[level]!.labels.length
    const asked = nodes.map((node, path) => (weights[path]! > 0 ? table.at(level, node) : undefined))
    const { sums, covered, total } = summed(weights, asked, size)
    const open = total - covered + lost
    const { best, lead, tie } = winner(sums)
    const settled = best >= 0 && (lead > open || open <= 1e-12 * total)
    const here = unasked(method, weights, asked, labels)
    if (lacking.length === 0 && total - covered > UNASKED * total) lacking = here
    // what a label hangs on is worth asking, however little it weighs: here, or at the level before
    if (lacking.length === 0 && !settled) lacking = here.length > 0 ? here : spared
    if (here.length > 0) spared = here
    if (!settled) return { labels: filled(labels, depth - method.jointLevels), probabilities, ties, lacking }
    labels.push(best)
    ties.push(tie)
    probabilities.push(open <= UNASKED * (total + lost) ? sums.map((sum) => sum / covered) : undefined)
    for (const [path, scores] of asked.entries()) {
      if (!scores) {
        lost += weights[path]!
        weights[path] = 0
        continue
      }
      weights[path] = weights[path]! * Math.exp(scores[best]!)
      nodes[path] = nodes[path]! * size + best
    }
  }
  return { labels, probabilities, ties, lacking }
}

function summed(weights: Float64Array, asked: readonly (Scores | undefined)[], size: number) {
  const sums = new Float64Array(size)
  let covered = 0
  let total = 0
  for (const [path, scores] of asked.entries()) {
    const weight = weights[path]!
    total += weight
    if (!scores) continue
    covered += weight
    for (let label = 0; label < size; label++) sums[label]! += weight * Math.exp(scores[label]!)
  }
  return { sums, covered, total }
}

/** The largest sum, the first of equals, and how far the next one is behind it; -1 where all are 0. */
function winner(sums: Float64Array): { readonly best: number; readonly lead: number; readonly tie: boolean } {
  let best = -1
  let second = 0
  for (let label = 0; label < sums.length; label++) {
    if (sums[label]! > (best < 0 ? 0 : sums[best]!)) {
      second = best < 0 ? 0 : sums[best]!
      best = label
    } else if (sums[label]! > second) second = sums[label]!
  }
  const lead = best < 0 ? 0 : sums[best]! - second
  return { best, lead, tie: best >= 0 && sums.length > 1 && lead === 0 }
}

function unasked(method: MethodLevels, weights: Float64Array, asked: readonly (Scores | undefined)[], later: readonly number[]): readonly (readonly number[])[] {
  const paths = Array.from(weights.keys()).filter((path) => weights[path]! > 0 && !asked[path])
  paths.sort((one, other) => weights[other]! - weights[one]! || one - other)
  return paths.map((path) => {
    const indices = new Int32Array(method.jointLevels)
    unfold(method.jointFields, path, indices)
    return [...indices, ...later]
  })
}

function filled(labels: readonly number[], length: number): readonly number[] {
  return [...labels, ...new Array<number>(length - labels.length).fill(-1)]
}
