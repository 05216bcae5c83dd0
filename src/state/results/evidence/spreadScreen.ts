import type { MethodVariant } from '../../../domain/method.ts'
import { type Cell, figure } from '../../../export/table.ts'
import { tableWords } from '../../../export/tables/words.ts'
import { benchmarkIntervals } from '../../../metrics/benchmarkIntervals.ts'
import { figureStatistics, supportedLabels } from '../../../metrics/classification.ts'
import { confusion } from '../../../metrics/confusion.ts'
import { spread } from '../../../metrics/spread.ts'
import type { EvidenceQuestion, EvidenceScreen, SampleLink } from './evidenceService.ts'
import { Leads } from './leads.ts'
import { apartNotices } from './notices.ts'
import { drawing, nameOf, type RunSet, tasksOf } from './runSet.ts'

const zh = {
  title: '换一种问法，数字动多少',
  text: '同一个方法换说法、换标签顺序、换示例，本不该有差别。每行把方法自己的得分和它的抽样区间，与各种问法之间的散布放在一起：散布比区间还宽，就别把一次运行的得分当作方法的得分。散布里也含抽样，它不是区间，也不是检验。',
  none: '这些运行里没有同一方法的别种问法。在计划里选“换一种问法”，它们会和方法本身在同一批样本上比较。',
  kinds: { wording: '换说法', labelOrder: '换标签顺序', shots: '换示例' },
  run: '运行', kind: '换的是', figure: '指标', score: '方法自己', count: '问法数', mean: '各问法平均', deviation: '标准差', range: '最低到最高',
  deviationHow: '方法自己和各问法一起算，除以 n − 1',
}
const en: typeof zh = {
  title: 'How far figures move when asked otherwise',
  text: 'The same method in other words, with its labels in another order, or with other examples, ought to score the same. Each row sets the method’s own score with its sampling interval beside the spread over the ways of asking: where that is wider than the interval, one run’s score is not the method’s. The spread holds some of the sampling too; it is no interval and no test.',
  none: 'These runs have no other ways of asking one method. Choose “Ask otherwise too” in a plan: they are compared with the method on the same samples.',
  kinds: { wording: 'wording', labelOrder: 'label order', shots: 'examples' },
  run: 'Run', kind: 'Changed', figure: 'Figure', score: 'Its own', count: 'Ways', mean: 'Mean over ways', deviation: 'SD', range: 'Lowest to highest',
  deviationHow: 'over the method itself and its variants, with n − 1 below',
}
const words = { zh, en }

const shown = ['accuracy', 'supportedMacroF1', 'weightedF1'] as const
const kinds: readonly MethodVariant['kind'][] = ['wording', 'labelOrder', 'shots']

/** Each run with its variants: its own figure and interval beside the spread over the ways in which it was asked. */
export function spreadScreen(set: RunSet, { language }: EvidenceQuestion): EvidenceScreen {
  const said = words[language]
  const common = tableWords[language]
  const links: SampleLink[] = []
  const rows = set.members.flatMap((member) => kinds.flatMap((kind) => {
    const variants = set.members.filter(({ run, model }) => model === member.model && run.method.variant?.kind === kind && run.method.variant.of === member.run.method.id)
    if (variants.length === 0) return []
    const own: RunSet = { ...set, members: [member, ...variants] }
    return tasksOf(own).filter(({ predicted }) => predicted.size === own.members.length).flatMap((task) => {
      const labels = task.field.labels.length
      const statistics = figureStatistics(supportedLabels(confusion(labels, task.gold, task.gold)))
      const intervals = benchmarkIntervals(labels, task.gold, task.predicted.get(0)!, drawing(set))
      return shown.map((name): Cell[] => {
        links.push(new Leads(own, set).scored(member, task))
        const figures = own.members.map((_, at) => statistics[name](confusion(labels, task.gold, task.predicted.get(at)!)))
        const known = figures.filter((value) => value !== undefined)
        const over = known.length === figures.length ? spread(known) : undefined
        return [
          nameOf(set, member, language), said.kinds[kind], task.field.name[language], common.figures[name], task.records,
          figure(figures[0], intervals[name]), own.members.length, over?.mean ?? null, over?.deviation ?? null,
          over ? `${(100 * over.lowest).toFixed(1)}–${(100 * over.highest).toFixed(1)}` : null,
        ]
      })
    })
  }))
  if (rows.length === 0) return { choices: [], notices: [said.none], sections: [] }
  return {
    choices: [],
    notices: apartNotices(set, [], language),
    sections: [{
      id: 'spread', title: said.title, text: said.text,
      table: {
        caption: `${said.title}; ${common.intervals}`,
        columns: [
          { header: said.run, key: 'run' }, { header: said.kind, key: 'changed' }, { header: common.task, key: 'task' }, { header: said.figure, key: 'figure' }, { header: 'n', align: 'end' },
          { header: said.score, key: 'score', align: 'end', scale: 'percent', interval: true }, { header: said.count, key: 'ways', align: 'end' }, { header: said.mean, key: 'mean', align: 'end', scale: 'percent' },
          { header: said.deviation, key: 'sd', align: 'end', scale: 'spread', how: said.deviationHow }, { header: said.range, key: 'range', align: 'end' },
        ],
        rows,
      },
      links,
    }],
  }
}
