import { benchmarkMetricNames } from '../../../domain/plan.ts'
import { metricOf } from '../../../metrics/classification.ts'
import { dataTable, type ReportRow, withInterval } from '../parts/dataTable.ts'
import { type Markup, markup } from '../markup.ts'
import { fieldName, metricNamesIn, runName } from '../names.ts'
import type { ReportContent, ReportField, ReportRun } from '../reportContent.ts'
import type { ReportSection } from '../section.ts'
import type { Voice } from '../voice.ts'

/** The benchmark's figures of every run, a table for each task, with n, intervals and the shares that named no label or failed. */
export const headline: ReportSection = {
  id: 'headline',
  title: { zh: '各任务的数字', en: 'Figures by task' },
  body: (content, voice) => {
    const fields = fieldsWithGold(content)
    if (fields.length === 0) return markup`<p>${voice.say(words.none)}</p>`
    return markup`<p>${voice.say(words.intro)}</p>${fields.map((field) => taskTable(content, field, voice))}<p class="small muted">${voice.say(words.how)}</p>`
  },
}

/** Fields that some run has figures for, in scheme order. */
function fieldsWithGold({ plan, runs }: ReportContent): readonly string[] {
  return plan.scheme.fields.map(({ id }) => id).filter((id) => runs.some(({ fields }) => fields.some(({ field, all }) => field === id && all.records > 0)))
}

function taskTable(content: ReportContent, field: string, voice: Voice): Markup {
  const { plan } = content
  const own = content.runs.flatMap((run) => run.fields.filter((row) => row.field === field && row.all.records > 0).map((row) => ({ run, row })))
  const notAsked = own.some(({ row }) => row.byStatus.notAsked > 0)
  const rows = own.flatMap(({ run, row }): ReportRow[] => [figuresRow(content, run, row, notAsked, voice), ...(row.all.unparsed > 0 ? [parsedRow(row, notAsked, voice)] : [])])
  const primary = plan.imported === undefined && plan.primaryMetric.field === field
  return dataTable(
    markup`<strong>${fieldName(plan.scheme, field, voice)}</strong>${primary ? markup` <span class="badge">${voice.say(words.primary(voice.say(metricNamesIn[plan.primaryMetric.metric])))}</span>` : null} · ${majorityText(own[0]?.row, voice)}`,
    [
      { header: voice.say(words.run) },
      { header: 'n', end: true },
      ...benchmarkMetricNames.map((name) => ({ header: voice.say(metricNamesIn[name]), end: true })),
      { header: voice.say(words.supported), end: true },
      { header: voice.say(words.unparsed), end: true },
      { header: voice.say(words.out), end: true },
      { header: voice.say(words.failed), end: true },
      ...(notAsked ? [{ header: voice.say(words.notAsked), end: true }] : []),
    ],
    rows,
  )
}

function figuresRow(content: ReportContent, { run }: ReportRun, row: ReportField, notAsked: boolean, voice: Voice): ReportRow {
  const { all, byStatus, intervals } = row
  const missing = byStatus.unparsed + byStatus.ambiguous + byStatus.truncated
  return {
    cells: [
      runName(content, run, voice),
      voice.count(all.records),
      ...benchmarkMetricNames.map((name) => figure(metricOf(all, name), voice.ends(intervals[name]), name === 'macroF1' && all.macroF1Ceiling !== undefined && all.macroF1Ceiling < 1 ? voice.say(words.ceiling(voice.share(all.macroF1Ceiling))) : '', voice)),
      figure(all.supportedMacroF1, voice.ends(intervals.supportedMacroF1), voice.say(words.labels(all.supportedLabels.length, all.perClass.length)), voice),
      voice.share(missing / all.records),
      voice.share(byStatus.outOfScheme / all.records),
      voice.share(byStatus.failed / (all.records + byStatus.failed)),
      ...(notAsked ? [voice.share(byStatus.notAsked / (all.records + byStatus.notAsked))] : []),
    ],
  }
}

function figure(value: number | undefined, ends: string, remark: string, voice: Voice): Markup {
  return markup`${withInterval(voice.share(value), ends)}${remark === '' ? null : markup`<span class="interval">${remark}</span>`}`
}

/** Answers that named no label left out: they count as wrong above. */
function parsedRow({ parsed, intervals }: ReportField, notAsked: boolean, voice: Voice): ReportRow {
  return {
    cells: [
      markup`<span class="muted">${voice.say(words.parsed)}</span>`,
      voice.count(parsed.records),
      ...benchmarkMetricNames.map((name) => withInterval(voice.share(metricOf(parsed, name)), voice.ends(intervals.parsed?.[name]))),
      voice.share(parsed.supportedMacroF1),
      '', '', '',
      ...(notAsked ? [''] : []),
    ],
  }
}

/** What answering the commonest gold label to everything would reach: the least that a figure must be above. */
function majorityText(row: ReportField | undefined, voice: Voice): string {
  if (!row) return ''
  const share = Math.max(...row.all.perClass.map(({ support }) => support)) / row.all.records
  const labels = row.all.perClass.length
  return voice.say(words.majority(voice.share(share), voice.share((2 * share) / (1 + share) / labels), voice.count(row.all.records)))
}

const words = {
  none: { zh: '没有可算的数字：数据没有标注，或还没有答案。', en: 'No figures: the data has no gold, or nothing is answered yet.' },
  intro: {
    zh: '百分数，下面是 95% 区间。没读出标签的答案留在分母里、算错；失败的样本不计入数字，单列其份额。',
    en: 'In percent, 95% intervals below. Answers that named no label stay in the denominator and are wrong; failed samples stand in no figure, their share is given beside.',
  },
  how: {
    zh: '与 scikit-learn 同：全部标签列入，zero_division=0，标注不在表内的记录不计。准确率（全部答案都读出标签时，微 F1 就是准确率）的区间是 Wilson 区间，其余是基本自助法（2,000 次重抽样，固定种子）；数据有分组时是按组的 Wilson 区间和按组重抽样。有的标签没有标注记录时，宏 F1 有上限；有标签的标注不到 10 条时，全表的宏平均定不出可靠的区间，就不给，旁边是标注不少于 10 条的标签上的宏 F1。并排比较各运行的表另按一种样本次序重抽样，同一个数的区间在那里末位可能略有出入。',
    en: 'As scikit-learn computes them: full label list, zero_division=0, records with gold outside the list left out. Wilson intervals for accuracy (which micro F1 is where every answer names a label), the basic bootstrap for the others (2,000 resamples, fixed seed); where the data names groups, Wilson for groups and whole groups resampled. Where labels have no gold, macro F1 has a ceiling; where a label has fewer than ten gold records, no interval of the full list’s macro averages can be trusted and none is given: macro F1 over the labels with ten or more stands beside it. Tables that set runs side by side resample in another order of samples, so the same figure’s interval may differ there in its last digit.',
  },
  run: { zh: '运行', en: 'Run' },
  primary: (metric: string) => ({ zh: `主指标：${metric}`, en: `primary: ${metric}` }),
  supported: { zh: '宏 F1（≥ 10 条的标签）', en: 'Macro F1, labels ≥ 10' },
  labels: (some: number, all: number) => ({ zh: `${some} / ${all} 个标签`, en: `${some} of ${all} labels` }),
  unparsed: { zh: '没读出', en: 'Unparsed' },
  out: { zh: '表外', en: 'Out of scheme' },
  failed: { zh: '失败', en: 'Failed' },
  notAsked: { zh: '没有问', en: 'Not asked' },
  ceiling: (value: string) => ({ zh: `上限 ${value}`, en: `ceiling ${value}` }),
  parsed: { zh: '只算读出标签的', en: 'parsed only' },
  majority: (accuracy: string, macroF1: string, n: string) => ({
    zh: `总答最常见的标签：准确率 ${accuracy}，宏 F1 ${macroF1}（n = ${n}）`,
    en: `always the commonest label: accuracy ${accuracy}, macro F1 ${macroF1} (n = ${n})`,
  }),
}
