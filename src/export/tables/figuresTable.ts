import { type Field, type FieldId, fieldOf, type Scheme } from '../../domain/scheme.ts'
import { type Classification, type FigureName, figureNames, metricOf } from '../../metrics/classification.ts'
import type { Interval } from '../../metrics/intervals.ts'
import { type Cell, figure, type Table } from '../table.ts'
import { type TableLanguage, tableWords } from './words.ts'

/** One task's figures. */
export interface TaskFigures {
  readonly field: FieldId
  readonly all: Classification
  /** Undefined as metrics/benchmarkIntervals.ts says; absent while they are not there. */
  readonly intervals?: Readonly<Partial<Record<FigureName, Interval | undefined>>> | undefined
  /** Records with gold that are in no figure. */
  readonly failed: number
  readonly notAsked: number
}

export interface FiguresTable {
  readonly scheme: Scheme
  readonly language: TableLanguage
  /** Of what, over which samples, read how. */
  readonly caption: string
  readonly tasks: readonly TaskFigures[]
}

/**
 * The headline table: a line for each task, each of the benchmark's figures with its interval. In CSV the columns have the figures' own
 * names and there are those of what is left out, too; Markdown and LaTeX have these only where something is.
 */
export function figuresTable({ scheme, language, caption, tasks }: FiguresTable): Table {
  const words = tableWords[language]
  const leftOut = [
    { key: 'unparsed', header: words.unparsed, count: ({ all }: TaskFigures) => all.unparsed },
    { key: 'out_of_scheme', header: words.outOfScheme, count: ({ all }: TaskFigures) => all.outOfScheme },
    { key: 'failed', header: words.failed, count: ({ failed }: TaskFigures) => failed },
    { key: 'not_asked', header: words.notAsked, count: ({ notAsked }: TaskFigures) => notAsked },
  ]
  const nameOf = (field: Field): string => field.name[language]
  return {
    caption: `${caption}; ${words.intervals}`,
    columns: [
      { header: words.task, key: 'task' },
      { header: 'n', align: 'end' },
      ...figureNames.map((name) => ({ header: words.figures[name], key: name, align: 'end' as const, scale: 'percent' as const, interval: true as const })),
      ...leftOut.map(({ key, header, count }) => ({ header, key, align: 'end' as const, ...(tasks.every((task) => count(task) === 0) && { csvOnly: true as const }) })),
    ],
    rows: tasks.map((task): Cell[] => [
      nameOf(fieldOf(scheme, task.field)),
      task.all.records,
      ...figureNames.map((name) => figure(metricOf(task.all, name), task.intervals?.[name])),
      ...leftOut.map(({ count }) => count(task)),
    ]),
  }
}
