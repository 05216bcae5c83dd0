import { columnsFor, type Confusion, countAt } from '../../../metrics/confusion.ts'
import { fieldOf } from '../../../domain/scheme.ts'
import { confusionGrid } from '../parts/confusionGrid.ts'
import { markup } from '../markup.ts'
import { fieldName, runName } from '../names.ts'
import type { ReportSection } from '../section.ts'

/** What was answered to what gold, for every run and field. */
export const confusionTables: ReportSection = {
  id: 'confusion',
  title: { zh: '混淆矩阵', en: 'Confusion' },
  body: (content, voice) => {
    const { plan, runs } = content
    const parts = runs.flatMap(({ run, fields }) => {
      const measured = fields.filter(({ all }) => all.records > 0)
      if (measured.length === 0) return []
      return [markup`<details><summary>${runName(content, run, voice)}</summary>${measured.map(({ field, table, all }) =>
        confusionGrid(fieldOf(plan.scheme, field), table, voice.say(words.caption(fieldName(plan.scheme, field, voice), voice.count(all.records))), voice),
      )}</details>`]
    })
    return parts.length > 0 ? markup`${parts}` : null
  },
}

/** The wrong columns of a row that are met most often, three at most. */
export function confusedWith(table: Confusion, row: number): readonly { readonly column: number; readonly count: number }[] {
  return Array.from({ length: columnsFor(table.labels) }, (_, column) => ({ column, count: countAt(table, row, column) }))
    .filter(({ column, count }) => column !== row && count > 0)
    .sort((one, other) => other.count - one.count)
    .slice(0, 3)
}

const words = {
  caption: (field: string, n: string) => ({
    zh: `${field}：行是标注，列是答案，n = ${n}；颜色按行内占比`,
    en: `${field}: gold in rows, answers in columns, n = ${n}; shade: share of the row`,
  }),
}
