import type { ControlGroup } from '../../../domain/family.ts'
import { canHaveInterval, type FigureName, figureStatistics, supportedLabels } from '../../../metrics/classification.ts'
import { confusion, type Statistic } from '../../../metrics/confusion.ts'
import { recordOf } from '../../../metrics/intervals.ts'
import { pairedFigures } from '../../../metrics/pairedFigures.ts'
import { type DifferenceFromControls, differencesFromControls, spread } from '../../../metrics/spread.ts'
import { drawing, type RunSet, type Task } from './runSet.ts'

/** What says how sure a difference is (95 %), and what two one-sided tests at .05 look at (90 %). */
const levels = [0.95, 0.9] as const

/** Whether the controls of a kind are several draws, whose spread belongs to the interval. */
export function isDrawn(kind: ControlGroup['kind']): boolean {
  return kind === 'arbitrary' || kind === 'permuted'
}

/**
 * A run minus its controls, by each of the figures: its intervals at both `levels` hold the spread between controls where those are drawn by
 * seeds, and are those of a paired difference where there is one. A macro average over rare labels has none.
 * @param set the run and its controls, in that order. @param task of that set, answered by all of it.
 */
export function controlDifferences(task: Task, set: RunSet, kind: ControlGroup['kind'], names: readonly FigureName[]): Record<FigureName, DifferenceFromControls | undefined> {
  const { field: { labels: { length: labels } }, gold } = task
  const supported = supportedLabels(confusion(labels, gold, gold))
  const statistics = recordOf(names, (name) => figureStatistics(supported)[name])
  const found = isDrawn(kind) ? fromDrawn(task, set, statistics) : fromOne(task, set, names)
  return recordOf(names, (name) => found[name] && (canHaveInterval(name, labels, supported) ? found[name] : { ...found[name], intervals: levels.map(() => undefined) }))
}

type Statistics = Readonly<Record<FigureName, Statistic>>

function fromDrawn(task: Task, set: RunSet, statistics: Statistics) {
  const controls = set.members.slice(1).map((_, at) => task.predicted.get(at + 1)!)
  return differencesFromControls({ labels: task.field.labels.length, gold: task.gold, run: task.predicted.get(0)!, controls }, statistics, drawing(set), levels)
}

/** Nothing was drawn but the samples, so the difference is a paired one. */
function fromOne(task: Task, set: RunSet, names: readonly FigureName[]): Record<FigureName, DifferenceFromControls | undefined> {
  const pair = { labels: task.field.labels.length, gold: task.gold, first: task.predicted.get(1)!, second: task.predicted.get(0)! }
  const byLevel = levels.map((level) => pairedFigures(pair, names, { ...drawing(set), level }))
  return recordOf(names, (name) => {
    const found = byLevel[0]![name]
    const controls = found && spread([found.first])
    return found && controls && { difference: found.difference, controls, intervals: byLevel.map((figures) => figures[name]?.interval) }
  })
}
