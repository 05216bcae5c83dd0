import type { Bilingual } from '../../domain/scheme.ts'
import type { FigureName } from '../../metrics/classification.ts'

/** The two languages that tables are written in. */
export type TableLanguage = keyof Bilingual

const figuresZh: Readonly<Record<FigureName, string>> = {
  accuracy: '准确率',
  macroRecall: '宏召回',
  macroF1: '宏 F1',
  supportedMacroF1: '宏 F1（≥10）',
  microF1: '微 F1',
  weightedF1: '加权 F1',
}

const figuresEn: typeof figuresZh = {
  accuracy: 'Acc.',
  macroRecall: 'Macro-R',
  macroF1: 'Macro-F1',
  supportedMacroF1: 'Macro-F1 (10+)',
  microF1: 'Micro-F1',
  weightedF1: 'W-F1',
}

const zh = {
  figures: figuresZh,
  task: '任务',
  model: '模型',
  method: '方法',
  unparsed: '没读出',
  outOfScheme: '表外',
  failed: '失败',
  notAsked: '没有问',
  intervals: '方括号里是 95% 区间',
}

const en: typeof zh = {
  figures: figuresEn,
  task: 'Task',
  model: 'Model',
  method: 'Method',
  unparsed: 'No label',
  outOfScheme: 'Out of scheme',
  failed: 'Failed',
  notAsked: 'Not asked',
  intervals: '95% intervals in brackets',
}

/** What all tables call the same things, short enough for a column. */
export const tableWords: Readonly<Record<TableLanguage, typeof zh>> = { zh, en }
