import { type Step } from '../../domain/method.ts'
import type { Plan, Run, MetricName } from '../../domain/plan.ts'
import type { Reading } from '../../domain/prediction.ts'
import { type Bilingual, fieldOf, type FieldId, type Scheme } from '../../domain/scheme.ts'
import type { ReportContent } from './reportContent.ts'
import type { Voice } from './voice.ts'

/** What figures are called, as on the screens. */
export const metricNamesIn: Readonly<Record<MetricName, Bilingual>> = {
  accuracy: { zh: '准确率', en: 'Accuracy' },
  macroRecall: { zh: '宏召回率', en: 'Macro recall' },
  macroF1: { zh: '宏 F1', en: 'Macro F1' },
  supportedMacroF1: { zh: '宏 F1（标注不少于 10 条的标签）', en: 'Macro F1 over labels with 10 or more' },
  microF1: { zh: '微 F1', en: 'Micro F1' },
  weightedF1: { zh: '加权 F1', en: 'Weighted F1' },
}

/** A run in a table: its method, and its model where the plan has several. */
export function runName({ plan }: Pick<ReportContent, 'plan'>, { model, method }: Run, voice: Voice): string {
  const name = voice.say(method.name)
  if (plan.models.length < 2) return name
  const sameId = plan.models.filter(({ ref }) => ref.id === model.ref.id).length > 1
  return `${model.ref.id}${sameId ? ` (${model.ref.dtype}, ${model.ref.device})` : ''} · ${name}`
}

export function fieldName(scheme: Scheme, field: FieldId, voice: Voice): string {
  return voice.say(fieldOf(scheme, field).name)
}

const priors: Readonly<Record<string, Bilingual>> = {
  none: { zh: '不减先验', en: 'no prior' },
  contentFree: { zh: '减去空白输入的先验', en: 'content-free prior subtracted' },
  pool: { zh: '减去未标注样本的平均（与测试分开）', en: 'mean over unlabelled records apart from the test subtracted' },
  batch: { zh: '减去本次样本的平均（直推式）', en: 'mean over the run’s own samples subtracted (transductive)' },
}

const rules: Readonly<Record<string, Bilingual>> = {
  joint: { zh: '联合概率最高的格', en: 'best cell of the joint' },
  path: { zh: '先定字面，再定隐含', en: 'best explicit, then best implicit' },
}

/** A reading in words. */
export function readingName({ prior, rule, later, parser }: Reading, voice: Voice): string {
  const named = (of: Readonly<Record<string, Bilingual>>, id: string): string => (of[id] ? voice.say(of[id]) : id)
  const summed = later === 'marginal'
  return voice.say({ zh: `${named(rules, rule)}；${summed ? '意图、情绪对所有格求和；' : ''}${named(priors, prior)}；解析器第 ${parser} 版`, en: `${named(rules, rule)}; ${summed ? 'later fields summed over the cells; ' : ''}${named(priors, prior)}; parser version ${parser}` })
}

/** A step of a method in words. */
export function stepName(scheme: Scheme, step: Step, voice: Voice): string {
  switch (step.kind) {
    case 'reason':
      return voice.say({ zh: `写分析（至多 ${step.maxTokens} 个词元）`, en: `writes an analysis (${step.maxTokens} tokens at most)` })
    case 'choose':
      return voice.say({ zh: `选${fieldName(scheme, step.field, voice)}`, en: `chooses ${fieldName(scheme, step.field, voice)}` })
    case 'derive':
      return voice.say({ zh: `由表查出${fieldName(scheme, step.field, voice)}`, en: `looks ${fieldName(scheme, step.field, voice)} up in the table` })
    case 'give':
      return step.from === 'gold'
        ? voice.say({ zh: `被告知${fieldName(scheme, step.field, voice)}（标注）`, en: `is told ${fieldName(scheme, step.field, voice)} (gold)` })
        : step.from === 'shuffled'
        ? voice.say({ zh: `被告知${fieldName(scheme, step.field, voice)}（打乱的标注）`, en: `is told ${fieldName(scheme, step.field, voice)} (gold, shuffled between samples)` })
        : voice.say({ zh: `被告知${fieldName(scheme, step.field, voice)}（模型先前的答案）`, en: `is told ${fieldName(scheme, step.field, voice)} (what an earlier run answered)` })
  }
}

export function primaryName({ scheme, primaryMetric }: Plan, voice: Voice): string {
  return voice.say({
    zh: `${fieldName(scheme, primaryMetric.field, voice)}的${voice.say(metricNamesIn[primaryMetric.metric])}`,
    en: `${voice.say(metricNamesIn[primaryMetric.metric])} of ${fieldName(scheme, primaryMetric.field, voice)}`,
  })
}
