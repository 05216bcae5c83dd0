import type { TableLanguage } from '../../../export/tables/words.ts'
import { type FigureName, figureStatistics, supportedLabels } from '../../../metrics/classification.ts'
import { confusion } from '../../../metrics/confusion.ts'
import { recordOf } from '../../../metrics/intervals.ts'
import type { Baselines } from './baselineAnswers.ts'
import type { Task } from './runSet.ts'

/** What answering a task without a model comes to, on the records that the task rests on. */
export interface BaselineScore {
  readonly title: string
  readonly scores: Readonly<Record<FigureName, number | undefined>>
}

/** The rows that stand below the runs in a table of scores. @param baselines of the very set that the task is of. */
export function baselineScores(baselines: Baselines, { field, gold }: Pick<Task, 'field' | 'gold'>, figures: readonly FigureName[], language: TableLanguage): readonly BaselineScore[] {
  const labels = field.labels.length
  const statistics = figureStatistics(supportedLabels(confusion(labels, gold, gold)))
  return baselines.answers(field.id).map(({ title, predicted }) => {
    const table = confusion(labels, gold, predicted)
    return { title: title[language], scores: recordOf(figures, (name) => statistics[name](table)) }
  })
}
