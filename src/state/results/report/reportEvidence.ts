import type { Bilingual } from '../../../domain/scheme.ts'
import type { ReportContent, ReportEvidence } from '../../../export/report/reportContent.ts'
import type { TableLanguage } from '../../../export/tables/words.ts'
import type { EvidenceKind, EvidenceQuestion, EvidenceScreen } from '../evidence/evidenceService.ts'

/** The screens that a report holds, in its order. */
const kinds: readonly { readonly kind: EvidenceKind; readonly title: Bilingual }[] = [
  { kind: 'family', title: { zh: '计划里的比较', en: 'The plan’s comparisons' } },
  { kind: 'gains', title: { zh: '增益', en: 'Gains' } },
  { kind: 'baselines', title: { zh: '没有模型的基线', en: 'Baselines without a model' } },
  { kind: 'shams', title: { zh: '与对照相比', en: 'Beside the controls' } },
  { kind: 'spread', title: { zh: '换一种说法', en: 'The same asked otherwise' } },
  { kind: 'ladder', title: { zh: '立场阶梯', en: 'The ladder of stances' } },
  { kind: 'chain', title: { zh: '链条在哪里出错', en: 'Where the chain goes wrong' } },
  { kind: 'stances', title: { zh: '各立场', en: 'By stance' } },
  { kind: 'slices', title: { zh: '切片', en: 'Slices' } },
  { kind: 'overlap', title: { zh: '与示例、开发集和训练数据的重合', en: 'Overlap with examples, dev and training data' } },
  { kind: 'agreement', title: { zh: '一致程度', en: 'Agreement' } },
  { kind: 'leaning', title: { zh: '标签偏向', en: 'Label leaning' } },
]

const notMade: Readonly<Record<TableLanguage, (why: string) => string>> = {
  zh: (why) => `这一部分算不出来：${why}`,
  en: (why) => `This part could not be made: ${why}`,
}

/**
 * The screens that set a plan's runs side by side, with what they choose by themselves, over the plan's primary field and reading. What has
 * nothing to say is left out.
 * @param ask the evidence worker. dev: where baselines are fitted; null: cross-fitted.
 */
export async function reportEvidence(ask: (question: EvidenceQuestion) => Promise<EvidenceScreen>, { plan, runs }: ReportContent, { dev, siteUrl, language }: { readonly dev: string | null; readonly siteUrl: string; readonly language: TableLanguage }): Promise<readonly ReportEvidence[]> {
  const keys = runs.filter(({ readable, answered }) => readable && answered > 0).map(({ run }) => ({ plan: plan.id, run: run.id, reading: plan.reading, version: 'report' }))
  const found: ReportEvidence[] = []
  for (const { kind, title } of keys.length > 0 ? kinds : []) {
    try {
      const { notices, sections } = await ask({ kind, runs: keys, field: plan.primaryMetric.field, choices: dev === null ? {} : { dev }, language, siteUrl })
      if (sections.length > 0) found.push({ id: kind, title, notices, sections })
    } catch (error) {
      // one screen's data may be gone (a model's filter of training texts): the report says so, and has the others
      found.push({ id: kind, title, notices: [notMade[language](error instanceof Error ? error.message : String(error))], sections: [] })
    }
  }
  return found
}
