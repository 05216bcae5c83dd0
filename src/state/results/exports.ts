import { answersTable } from '../../export/answersTable.ts'
import { csvText } from '../../export/csv.ts'
import { latexText } from '../../export/latex.ts'
import { markdownText } from '../../export/markdown.ts'
import { writePlanFile } from '../../export/planFile.ts'
import { answersOnRecord } from '../../export/recordedAnswers.ts'
import { resultFiles } from '../../export/resultFiles.ts'
import { type RunFileContent, writeRunFile } from '../../export/runFile.ts'
import type { Table } from '../../export/table.ts'
import { figuresTable } from '../../export/tables/figuresTable.ts'
import type { TextFile } from '../../export/textFile.ts'
import { zipFiles } from '../../export/zipFiles.ts'
import type { FieldFigures, FieldIntervals } from '../../metrics/figures.ts'
import type { Language } from '../language.ts'
import type { Services } from '../services.ts'
import { tableFileName } from './exportName.ts'
import { metricsClient } from './metricsClient.ts'
import { kindsIn } from './overlapChoice.ts'
import type { RunSelection } from './runSelection.ts'
import { runSource } from './runSource.ts'

/** The text of a plan's run file. @throws where the plan is no longer there. */
export async function runFileOf(planId: string, options: { readonly text: boolean }, siteUrl: string): Promise<string> {
  return writeRunFile(await contentOf(planId, siteUrl), options)
}

/** The benchmark's result files of all of a plan's runs, packed. */
export async function resultFilesOf(planId: string, siteUrl: string): Promise<Blob> {
  return zipFiles(resultFiles(await contentOf(planId, siteUrl)))
}

/** The selected run's answers as CSV, a line for each sample that passes the filter, read as the selection says, with where each also stands. */
export async function answersOf(selection: RunSelection, { text, version, dev }: AnswersWish, { siteUrl, startMetrics }: Pick<Services, 'siteUrl' | 'startMetrics'>): Promise<TextFile> {
  const { plan, run, reading, filter } = selection
  const { figures } = metricsClient(startMetrics)
  const key = { plan: plan.id, run: run.id, reading, version }
  const [content, ids, { sources, bits }] = await Promise.all([contentOf(plan.id, siteUrl), figures.ids(key, filter), figures.overlaps(key, dev, null)])
  const all = sources.length > 0 && bits ? await figures.ids(key, { field: filter.field }) : null
  const table = answersTable(content, run, {
    text,
    reading,
    ...(selection.filtered && { only: new Set(ids) }),
    ...(all && bits && { overlaps: new Map(all.map((id, at) => [id, kindsIn(bits[at]!)])) }),
  })
  return { name: `${tableFileName(selection, 'answers')}.csv`, text: csvText(table) }
}

/** What goes into the answers' file. */
export interface AnswersWish {
  readonly text: boolean
  /** Of the run, as its figures are asked with. */
  readonly version: string
  /** Whose development part overlaps are looked up in; what the plan says where undefined. */
  readonly dev: string | undefined
}

/** The plan's file: it, its runs, and in short what they answered. */
export async function planFileOf(planId: string, siteUrl: string): Promise<string> {
  const { plan, runs, predictions, priors } = await contentOf(planId, siteUrl)
  const answers = runs.flatMap((run) => {
    const found = answersOnRecord(plan, run, predictions.get(run.id) ?? [], priors.get(run.id))
    return found ? [[run.id, found] as const] : []
  })
  return writePlanFile(plan, runs, new Map(answers))
}

/** All of a plan's runs with what they answered, of this browser or of the site. @throws where the plan is no longer there. */
export async function contentOf(planId: string, siteUrl: string): Promise<RunFileContent> {
  const source = runSource(siteUrl)
  const planned = await source.readPlan(planId)
  if (!planned) throw new Error(`no plan ${planId}`)
  const { plan, runs } = planned
  const predictions = await Promise.all(runs.map(async ({ id }) => [id, await source.readPredictions(id)] as const))
  const priors = await Promise.all(runs.map(async ({ id }) => [id, await source.readPriors(id)] as const))
  return {
    plan,
    runs,
    predictions: new Map(predictions),
    priors: new Map(priors.flatMap(([id, prior]) => (prior ? [[id, prior] as const] : []))),
    samples: await source.readSamples(plan.dataset),
  }
}

/** What a table of figures is made from: what the screen shows, filters included. */
export interface FiguresContent {
  readonly selection: RunSelection
  readonly fields: readonly FieldFigures[]
  readonly intervals: Readonly<Record<string, FieldIntervals>> | undefined
  readonly language: Language
  /** Reading, filter, and whatever else the figures must not be read without. */
  readonly remark: string
}

export type TableFormat = 'csv' | 'markdown' | 'latex'

/** The headline table as a file: a line for each task, each figure with the ends of its interval. */
export function figuresFile(content: FiguresContent, format: TableFormat): TextFile {
  const name = tableFileName(content.selection, 'figures')
  const table = figuresOf(content)
  switch (format) {
    case 'csv':
      return { name: `${name}.csv`, text: csvText(table) }
    case 'markdown':
      return { name: `${name}.md`, text: markdownText(table) }
    case 'latex':
      return { name: `${name}.tex`, text: latexText(table, `tab:${content.selection.plan.id.slice(0, 8)}`) }
  }
}

function figuresOf({ selection: { plan, run }, fields, intervals, language, remark }: FiguresContent): Table {
  return figuresTable({
    scheme: plan.scheme,
    language,
    caption: `${plan.dataset.name}; ${run.model.ref.id}, ${run.model.ref.dtype}, ${run.model.ref.device}; ${run.method.name[language]}; plan ${plan.id.slice(0, 12)}; ${remark}`,
    tasks: fields
      .filter(({ all, byStatus }) => all.records + byStatus.notAsked > 0)
      .map(({ field, all, byStatus }) => ({ field, all, intervals: intervals?.[field], failed: byStatus.failed, notAsked: byStatus.notAsked })),
  })
}
