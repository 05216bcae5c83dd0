import { priorsOf } from '../../answer/meanPrior.ts'
import { readPrediction } from '../../answer/readPrediction.ts'
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
import { tableFileName } from './exportName.ts'
import { runColumns } from './runColumns.ts'
import { matching } from './runFilter.ts'
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

/** The selected run's answers as CSV, a line for each sample that passes the filter, read as the selection says. */
export async function answersOf(selection: RunSelection, { text }: { readonly text: boolean }, siteUrl: string): Promise<TextFile> {
  const content = await contentOf(selection.plan.id, siteUrl)
  const table = answersTable(content, selection.run, {
    text,
    reading: selection.reading,
    ...(selection.filtered && { only: idsPassing(content, selection) }),
  })
  return { name: `${tableFileName(selection, 'answers')}.csv`, text: csvText(table) }
}

function idsPassing({ plan, samples, predictions, priors }: RunFileContent, { run, reading, filter }: RunSelection): ReadonlySet<string> {
  const prior = priorsOf(reading, priors.get(run.id), predictions.get(run.id) ?? [], plan.sampleIds)
  const byId = new Map(samples.map((sample) => [sample.id, sample]))
  const columns = runColumns(plan.scheme, samples, predictions.get(run.id) ?? [], (prediction) => readPrediction(prediction, plan.scheme, run.method, reading, prior))
  return new Set([...matching(columns, filter, columns.ids.map((id) => byId.get(id)!))].map((at) => columns.ids[at]!))
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
