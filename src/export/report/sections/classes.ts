import { fieldOf } from '../../../domain/scheme.ts'
import { dataTable, withInterval } from '../parts/dataTable.ts'
import { type Markup, markup } from '../markup.ts'
import { fieldName, runName } from '../names.ts'
import type { ReportContent, ReportField } from '../reportContent.ts'
import type { ReportSection } from '../section.ts'
import type { Voice } from '../voice.ts'
import { confusedWith } from './confusion.ts'

/** Precision, recall, F1, support of each label of each run, and what it is taken for. */
export const classes: ReportSection = {
  id: 'classes',
  title: { zh: '各标签', en: 'Per label' },
  body: (content, voice) => {
    const parts = content.runs.flatMap(({ run, fields }) => {
      const measured = fields.filter(({ all }) => all.records > 0)
      if (measured.length === 0) return []
      return [markup`<details><summary>${runName(content, run, voice)}</summary>${measured.map((field) => classTable(content, field, voice))}</details>`]
    })
    return parts.length > 0 ? markup`<p>${voice.say(words.intro)}</p>${parts}` : null
  },
}

function classTable({ plan }: ReportContent, { field, all, table, intervals }: ReportField, voice: Voice): Markup {
  const { labels } = fieldOf(plan.scheme, field)
  return dataTable(
    voice.say(words.caption(fieldName(plan.scheme, field, voice), voice.count(all.records))),
    [words.label, words.support, words.predicted, words.correct, words.precision, words.recall, words.f1, words.mistaken].map((header, at) => ({ header: voice.say(header), end: at > 0 && at < 7 })),
    labels.map((label, at) => {
      const { precision, recall, f1, support, predicted, correct } = all.perClass[at]!
      return {
        cells: [
          voice.say(label.name), voice.count(support), voice.count(predicted), voice.count(correct),
          withInterval(precision === undefined ? '—' : voice.share(precision), voice.ends(intervals.labels?.precision[at])),
          withInterval(recall === undefined ? '—' : voice.share(recall), voice.ends(intervals.labels?.recall[at])),
          f1 === undefined ? '—' : voice.share(f1),
          confusedWith(table, at).map(({ column, count }) => `${labels[column] ? voice.say(labels[column].name) : voice.say(column === labels.length ? words.out : words.unparsed)} ${voice.count(count)}`).join(', '),
        ],
      }
    }),
  )
}

const words = {
  intro: {
    zh: '每个标签的精确率、召回率（95% 区间：Wilson；有分组时按组的 Wilson）和 F1。标注少的标签，区间很宽。没有标注就没有召回率，没有答成它就没有精确率，两样都没有就没有 F1：写作“—”；全表的宏平均里按 0 计（scikit-learn 的 zero_division=0）。最后一列：标注为它的记录最常被答成什么。',
    en: 'Precision and recall of each label (95% interval: Wilson’s; with groups Wilson’s for groups), and F1. Where gold is rare, intervals are wide. Without gold there is no recall, without answers no precision, without either no F1: “—”, which macro averages over the full list count as 0 (scikit-learn’s zero_division=0). The last column: what its gold records are most often answered with.',
  },
  caption: (field: string, n: string) => ({ zh: `${field}，n = ${n}`, en: `${field}, n = ${n}` }),
  label: { zh: '标签', en: 'Label' },
  support: { zh: '标注', en: 'Gold' },
  predicted: { zh: '答案', en: 'Answers' },
  correct: { zh: '答对', en: 'Right' },
  precision: { zh: '精确率', en: 'Precision' },
  recall: { zh: '召回率', en: 'Recall' },
  f1: { zh: 'F1', en: 'F1' },
  mistaken: { zh: '常误作', en: 'Taken for' },
  out: { zh: '表外', en: 'out of scheme' },
  unparsed: { zh: '没读出', en: 'unparsed' },
}
