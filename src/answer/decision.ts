import type { Reading } from '../domain/prediction.ts'
import type { LogProbability } from '../domain/units.ts'
import type { ConditionalTable, Scores } from './conditionalTable.ts'
import { type MarginalLater, marginalLater } from './marginalLater.ts'
import { type MethodLevels, unfold } from './methodLevels.ts'

/** The joint distribution over the paths of a method's joint levels. */
export interface Joint {
  /** One for each path: its label indices in mixed radix (row-major for a matrix). NaN where a choice on it was not asked. */
  readonly scores: Float64Array
  /** Every path was asked. */
  readonly complete: boolean
}

/** Which labels an answer chooses. */
export interface Decision {
  /** Label index by level; -1 where it was not asked. */
  readonly labels: Int32Array
  /** By level: another label had exactly the same score. */
  readonly ties: Uint8Array
  /** Paths of the joint levels that had exactly the winner's score, the winner first; empty under rule `path`. */
  readonly bestPaths: readonly number[]
  /** Where later levels are summed over the paths: how, for the levels behind the joint ones. */
  readonly later?: MarginalLater
}

/** Adds the conditionals up along every path of the joint levels. */
export function jointOfTable(method: MethodLevels, table: ConditionalTable): Joint {
  let nodes: Float64Array = new Float64Array(1)
  let complete = true
  for (let level = 0; level < method.jointLevels; level++) {
    const labels = method.levels[level]!.labels.length
    const next = new Float64Array(nodes.length * labels)
    for (let node = 0; node < nodes.length; node++) {
      const before = nodes[node]!
      const scores = Number.isNaN(before) ? undefined : table.at(level, node)
      if (!scores) complete = false
      for (let label = 0; label < labels; label++) {
        next[node * labels + label] = scores ? before + scores[label]! : NaN
      }
    }
    nodes = next
  }
  return { scores: nodes, complete }
}

/**
 * Chooses. Rule `joint`: the best path of the joint levels, then the best label behind it, level by level. Rule `path`,
 * or where no path of the joint levels was asked to its end: the best label at each level behind the best before.
 * With later levels `marginal`, those behind the joint ones by `marginalLater` instead, whichever path was chosen.
 * Equal scores: the first in label order.
 */
export function decide(method: MethodLevels, table: ConditionalTable, joint: Joint, { rule, later }: Pick<Reading, 'rule' | 'later'>): Decision {
  const depth = method.levels.length
  const labels = new Int32Array(depth).fill(-1)
  const ties = new Uint8Array(depth)
  const bestPaths = rule === 'joint' ? bestOf(joint.scores) : []
  let level = 0
  let node = 0
  if (bestPaths.length > 0) {
    node = bestPaths[0]!
    level = method.jointLevels
    unfold(method.jointFields, node, labels)
    for (const other of bestPaths.slice(1)) markTies(method, other, labels, ties)
  }
  const last = later === 'marginal' ? method.jointLevels : depth
  for (; level < last; level++) {
    const scores = table.at(level, node)
    if (!scores) break
    const best = firstBest(scores)
    labels[level] = best
    if (hasTie(scores, best)) ties[level] = 1
    node = node * scores.length + best
  }
  if (later !== 'marginal') return { labels, ties, bestPaths }
  const summed = marginalLater(method, table, joint)
  for (const [at, label] of summed.labels.entries()) {
    labels[method.jointLevels + at] = label
    if (summed.ties[at]) ties[method.jointLevels + at] = 1
  }
  return { labels, ties, bestPaths, later: summed }
}

/** The index of the highest score, the first of equals. */
export function firstBest(scores: Scores): number {
  let best = 0
  for (let label = 1; label < scores.length; label++) if (scores[label]! > scores[best]!) best = label
  return best
}

/** Whether another label has exactly the same score. */
export function hasTie(scores: Scores, best: number): boolean {
  for (let label = 0; label < scores.length; label++) if (label !== best && scores[label] === scores[best]) return true
  return false
}

function markTies(method: MethodLevels, path: number, labels: Int32Array, ties: Uint8Array): void {
  const other = new Int32Array(method.jointLevels)
  unfold(method.jointFields, path, other)
  for (let level = 0; level < other.length; level++) if (other[level] !== labels[level]) ties[level] = 1
}

function bestOf(scores: Float64Array): number[] {
  let best: LogProbability = -Infinity
  let paths: number[] = []
  for (let path = 0; path < scores.length; path++) {
    const score = scores[path]!
    if (score > best) {
      best = score
      paths = [path]
    } else if (score === best && score > -Infinity) paths.push(path)
  }
  return paths
}
