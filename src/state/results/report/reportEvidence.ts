import type { Bilingual } from '../../../domain/scheme.ts'
import type { ReportContent, ReportEvidence } from '../../../export/report/reportContent.ts'
import type { Table } from '../../../export/table.ts'
import { type TableLanguage, tableWords } from '../../../export/tables/words.ts'
import type { EvidenceKind, EvidenceQuestion, EvidenceScreen, Section } from '../evidence/evidenceService.ts'
import type { RunKey } from '../metricsService.ts'

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
  { kind: 'overlap', title: { zh: '重合', en: 'Overlap' } },
  { kind: 'agreement', title: { zh: '一致程度', en: 'Agreement' } },
]

const notMade: Readonly<Record<TableLanguage, (why: string) => string>> = {
  zh: (why) => `这一部分算不出来：${why}`,
  en: (why) => `This part could not be made: ${why}`,
}

/**
 * The screens that set a plan's runs side by side, with what they choose by themselves, over the plan's primary field and reading. What has
 * nothing to say is left out.
 * @param ask the evidence worker; it keeps what it made: `versionOf` says at what a run's answers are now. dev: where baselines are fitted; null: cross-fitted.
 */
export async function reportEvidence(ask: (question: EvidenceQuestion) => Promise<EvidenceScreen>, content: ReportContent, versionOf: (runId: string) => Promise<string>, { dev, siteUrl, language }: { readonly dev: string | null; readonly siteUrl: string; readonly language: TableLanguage }): Promise<readonly ReportEvidence[]> {
  const { plan, runs } = content
  const keys = await Promise.all(runs.filter(({ readable, answered }) => readable && answered > 0).map(async ({ run }): Promise<RunKey> => ({ plan: plan.id, run: run.id, reading: plan.reading, version: await versionOf(run.id) })))
  const found: ReportEvidence[] = []
  for (const { kind, title } of keys.length > 0 ? kinds : []) {
    try {
      const { notices, sections } = await ask({ kind, runs: kind === 'baselines' ? keys.slice(0, 1) : keys, field: plan.primaryMetric.field, choices: dev === null ? {} : { dev }, language, siteUrl })
      const all = kind === 'gains' ? [...(await everyMethod(ask, content, keys, { dev, siteUrl, language })), ...sections] : sections
      if (all.length > 0) found.push({ id: kind, title, notices, sections: all })
    } catch (error) {
      // one screen's data may be gone (a model's filter of training texts): the report says so, and has the others
      found.push({ id: kind, title, notices: [notMade[language](error instanceof Error ? error.message : String(error))], sections: [] })
    }
  }
  return found
}

/** Where the plan compares all methods with one: the gain of each over it, in one table. Controls have a part of their own. */
async function everyMethod(ask: (question: EvidenceQuestion) => Promise<EvidenceScreen>, { plan, runs }: ReportContent, keys: readonly RunKey[], { dev, siteUrl, language }: { readonly dev: string | null; readonly siteUrl: string; readonly language: TableLanguage }): Promise<readonly Section[]> {
  const pairs = plan.family?.pairs
  if (pairs?.kind !== 'againstMethod') return []
  const named = new Map(runs.map(({ run: { method } }) => [method.id, method]))
  const base = named.get(pairs.method)
  const others = [...named.values()].filter(({ id, control, scheme, variant }) => id !== pairs.method && (!control || control.kind === 'structure') && !scheme && !variant)
  if (!base || others.length < 2) return []
  const parts: { readonly name: string; readonly section: Section }[] = []
  for (const method of others) {
    const { sections } = await ask({ kind: 'gains', runs: keys, field: plan.primaryMetric.field, choices: { of: method.id, baseline: `named:${base.id}`, ...(dev !== null && { dev }) }, language, siteUrl })
    const section = sections.find(({ id }) => id === 'gains')
    if (section) parts.push({ name: method.name[language], section })
  }
  const [first] = parts
  if (!first) return []
  const { columns } = first.section.table
  const rows = parts.flatMap(({ name, section }) => section.table.rows.map((row): Table['rows'][number] => [name, ...row]))
  const title = overTitle[language](base.name[language])
  return [{
    id: 'gains-methods',
    title,
    text: first.section.text,
    table: {
      caption: overCaption[language](title),
      columns: [{ header: tableWords[language].method, key: 'method' }, ...columns],
      rows,
      rules: parts.map((_, at) => parts.slice(0, at).reduce((sum, { section }) => sum + section.table.rows.length, 0)),
    },
  }]
}

const overTitle: Readonly<Record<TableLanguage, (base: string) => string>> = {
  zh: (base) => `各方法相对“${base}”的增益`,
  en: (base) => `Every method over ${base}`,
}

const overCaption: Readonly<Record<TableLanguage, (title: string) => string>> = {
  zh: (title) => `${title}；分值之差；每个模型各一行，不作平均；方括号里是 95% 区间`,
  en: (title) => `${title}; difference in points; a row for each model, no mean over models; 95% intervals in brackets`,
}
