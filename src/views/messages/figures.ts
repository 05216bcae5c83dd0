import type { Status } from '../../state/results/runColumns.ts'
import type { FigureName } from '../../metrics/classification.ts'
import type { Interval } from '../../metrics/intervals.ts'
import { counted } from './counted.ts'

const intervalMethodsZh: Readonly<Record<Interval['method'], string>> = {
  wilson: 'Wilson 区间',
  groupedWilson: '按组的 Wilson 区间（有效样本量，t 分位数）',
  adjustedWald: '校正 Wald 区间（配对）',
  basicBootstrap: '基本自助法（2,000 次重抽样，固定种子）',
  clusterBootstrap: '按组的自助法（2,000 次重抽样，固定种子）',
  t: 't 区间',
}

const intervalMethodsEn: typeof intervalMethodsZh = {
  wilson: 'Wilson interval',
  groupedWilson: 'Wilson interval for groups (effective n, t quantile)',
  adjustedWald: 'adjusted Wald interval (paired)',
  basicBootstrap: 'basic bootstrap (2,000 resamples, fixed seed)',
  clusterBootstrap: 'cluster bootstrap (2,000 resamples, fixed seed)',
  t: 't interval',
}

const metricsZh: Readonly<Record<FigureName, string>> = {
  accuracy: '准确率',
  macroRecall: '宏召回率',
  macroF1: '宏 F1',
  supportedMacroF1: '宏 F1（≥ 10）',
  microF1: '微 F1',
  weightedF1: '加权 F1',
}

const metricsEn: typeof metricsZh = {
  accuracy: 'Accuracy',
  macroRecall: 'Macro recall',
  macroF1: 'Macro F1',
  supportedMacroF1: 'Macro F1 (≥ 10)',
  microF1: 'Micro F1',
  weightedF1: 'Weighted F1',
}

const howZh: Readonly<Record<FigureName, string>> = {
  accuracy: '答对的记录 ÷ 全部有标注的已答记录；没读出标签的算错。',
  macroRecall: '全部标签的召回率的平均；没有标注记录的标签按 0 计（基准的规则）。',
  macroF1: '全部标签的 F1 的平均；没有标注也没有答案的标签按 0 计（基准的规则）。',
  supportedMacroF1: '只对标注不少于 10 条的标签取 F1 的平均；这些标签在数据上一次选定。',
  microF1: '2 × 答对 ÷（记录数 + 读出标签的答案数）；全部读出时就是准确率。',
  weightedF1: '各标签的 F1 按标注数加权平均。',
}

const howEn: typeof howZh = {
  accuracy: 'Right answers / answered records with gold; an answer that names no label is wrong.',
  macroRecall: 'Mean recall over the full label list; a label without gold counts 0 (the benchmark’s rule).',
  macroF1: 'Mean F1 over the full label list; a label neither gold nor answered counts 0 (the benchmark’s rule).',
  supportedMacroF1: 'Mean F1 over the labels with 10 or more gold records, chosen once on the data.',
  microF1: '2 × right / (records + answers that name a label); accuracy where all do.',
  weightedF1: 'The labels’ F1 averaged by their gold counts.',
}

const statusesZh: Readonly<Record<Status, string>> = {
  pending: '未答',
  chosen: '有答案',
  outOfScheme: '标签表外',
  ambiguous: '说了两个标签',
  truncated: '没写完',
  unparsed: '读不出标签',
  failed: '失败',
  notAsked: '没有问',
}

const statusesEn: typeof statusesZh = {
  pending: 'not answered yet',
  chosen: 'answered',
  outOfScheme: 'out of scheme',
  ambiguous: 'named two labels',
  truncated: 'cut short',
  unparsed: 'no label found',
  failed: 'failed',
  notAsked: 'not asked',
}

const zh = {
  metrics: metricsZh,
  how: howZh,
  statuses: statusesZh,
  count: (n: string) => `n = ${n}`,
  interval: (low: string, high: string) => `${low}–${high}`,
  intervalMade: (level: string, method: Interval['method'], units: string) => `${level} 置信区间：${intervalMethodsZh[method]}，${units} 个独立单位。`,
  intervalPending: '区间计算中…',
  noInterval: '数据太少或没有波动，定不出区间。',
  parsedOnly: '没读出标签的答案不算在内。',
  ceiling: (value: string, labels: string) => `有 ${labels} 个标签没有标注记录，宏 F1 最高只能到 ${value}。`,
  supportedOf: (labels: string) => `${labels} 个标签`,
  rareLabels: '有标签的标注不到 10 条：全表的宏平均不给区间，因为那样的区间盖不住它声称的比例；看旁边“≥ 10”的一列。',
  ceilingShort: (value: string) => `没有区间；上限 ${value}`,
  without: '没有区间',
  leftOut: (n: string) => `另有 ${n} 条没有表内的标注，不计。`,
  undefined: '没有有标注的已答记录，算不出。',
}

const en: typeof zh = {
  metrics: metricsEn,
  how: howEn,
  statuses: statusesEn,
  count: (n) => `n = ${n}`,
  interval: (low, high) => `${low}–${high}`,
  intervalMade: (level, method, units) => `${level} interval: ${intervalMethodsEn[method]}, ${units} independent units.`,
  intervalPending: 'interval being computed …',
  noInterval: 'Too few records, or no spread, for an interval.',
  parsedOnly: 'Answers that named no label are left out.',
  ceiling: (value, labels) => `${counted(labels, 'label has', 'labels have')} no gold here, so macro F1 cannot exceed ${value}.`,
  supportedOf: (labels) => `${labels} labels`,
  rareLabels: 'Some labels have fewer than 10 gold records: the full list’s macro average has no interval, since it would cover less than it says. See the column “≥ 10” beside it.',
  ceilingShort: (value) => `no interval; ceiling ${value}`,
  without: 'no interval',
  leftOut: (n) => `${n} more have no gold label in the list and are left out.`,
  undefined: 'No answered record with gold: undefined.',
}

export const figuresMessages = { zh, en }
