import { type Cell, type Column, figure } from '../../../export/table.ts'
import { tableWords } from '../../../export/tables/words.ts'
import { benchmarkIntervals } from '../../../metrics/benchmarkIntervals.ts'
import { classification, figureNames, metricOf } from '../../../metrics/classification.ts'
import { confusion } from '../../../metrics/confusion.ts'
import { type Baselines, fittedOn } from './baselineAnswers.ts'
import type { EvidenceQuestion, EvidenceScreen } from './evidenceService.ts'
import { Leads } from './leads.ts'
import { apartNotices } from './notices.ts'
import { drawing, nameOf, type RunSet, tasksOf } from './runSet.ts'

const zh = {
  title: '与没有模型的基线并排',
  text: '同一批样本上，运行和三个没有模型的基线的全部指标：最常见的标签、只看字面的 n-gram、凭标注立场查表。运行只有高过它们，才说明模型读懂了什么；查表知道标注立场，只该与被告知立场的方法比。并排比较的表另按一种样本次序重抽样，同一个数的区间和上面的末位可能略有出入。',
  by: '谁答的',
  none: '这次运行还没有可比的答案，或数据没有标注。',
}
const en: typeof zh = {
  title: 'Beside baselines without a model',
  text: 'All figures of the run (or runs) and of three baselines without a model, on the same samples: the commonest label, n-grams of characters, and a lookup by the gold stance. Only what exceeds them shows that the model has understood something; the lookup knows the gold stance and is to be compared with methods that are told it. Tables that compare side by side resample in another order of samples, so a figure’s interval may differ from the one above in its last digit.',
  by: 'Answered by',
  none: 'This run has no answer to compare yet, or the data has no gold.',
}
const words = { zh, en }

/**
 * The headline figures of a run, or of several by one field, on the records that all of them answered, with the rows that every table of results
 * needs beside them.
 */
export function baselinesScreen(set: RunSet, { field: fieldId, language }: EvidenceQuestion, baselines: Baselines): EvidenceScreen {
  const said = words[language]
  const common = tableWords[language]
  const alone = set.members.length === 1
  const tasks = tasksOf(set).filter(({ field, predicted }) => alone || (field.id === fieldId && predicted.size === set.members.length))
  if (tasks.length === 0) return { choices: [], notices: [said.none], sections: [] }
  const leads = new Leads(set)
  const lines = tasks.flatMap((task) => {
    const { field, gold, predicted } = task
    return [
      ...set.members.map((member, at) => ({ field, gold, name: nameOf(set, member, language), answers: predicted.get(at)!, link: leads.scored(member, task) })),
      ...baselines.answers(field.id).map(({ title, predicted: answers }) => ({ field, gold, name: title[language], answers, link: null })),
    ]
  })
  return {
    choices: [],
    notices: apartNotices(set, tasks, language),
    sections: [{
      id: 'baselines', title: said.title, text: said.text,
      table: {
        caption: `${said.title}; ${[...new Set(set.members.map(({ model }) => model))].join(', ')}; ${fittedOn(baselines)[language]}; ${common.intervals}`,
        columns: [
          { header: common.task, key: 'task' }, { header: said.by, key: 'by' }, { header: 'n', align: 'end' },
          ...figureNames.map((name): Column => ({ header: common.figures[name], key: name, align: 'end', scale: 'percent', interval: true })),
        ],
        rows: lines.map(({ field, gold, name, answers }): Cell[] => {
          const labels = field.labels.length
          const all = classification(confusion(labels, gold, answers))
          const intervals = benchmarkIntervals(labels, gold, answers, drawing(set))
          return [field.name[language], name, all.records, ...figureNames.map((figureName) => figure(metricOf(all, figureName), intervals[figureName]))]
        }),
        rules: lines.flatMap(({ field }, at) => (lines[at - 1]?.field === field ? [] : [at])),
      },
      links: lines.map(({ link }) => link),
    }],
  }
}
