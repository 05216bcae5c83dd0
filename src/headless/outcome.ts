import { version } from '../../package.json'
import type { Plan, Run } from '../domain/plan.ts'
import type { FieldId } from '../domain/scheme.ts'
import { wantedShots } from '../prompt/drawShots.ts'
import { csvText } from '../export/csv.ts'
import { latexText } from '../export/latex.ts'
import { markdownText } from '../export/markdown.ts'
import { writePlanFile } from '../export/planFile.ts'
import { answersOnRecord } from '../export/recordedAnswers.ts'
import type { RunFlips } from '../export/report/flips.ts'
import { resultFiles } from '../export/resultFiles.ts'
import { writeRunFile } from '../export/runFile.ts'
import type { Table } from '../export/table.ts'
import type { TextFile } from '../export/textFile.ts'
import type { FieldIntervals } from '../metrics/figures.ts'
import { contentOf } from '../state/results/exports.ts'
import { metricsClient } from '../state/results/metricsClient.ts'
import { type MeasuredRun, metricsFile, metricsTable } from '../state/results/metricsFile.ts'
import type { RunKey } from '../state/results/metricsService.ts'
import type { Reference } from '../state/results/report/flips.ts'
import { makeReport } from '../state/results/report/makeReport.ts'
import { siteServices } from '../../workers/siteServices.ts'
import { columnsLine, type Intake } from './intake.ts'
import type { Evaluation, Options } from './options.ts'

export interface OutcomeOf {
  readonly plan: Plan
  readonly runs: readonly Run[]
  /** Null where the plan's file brought the samples. */
  readonly intake: Intake | null
  readonly reference: Reference | null
  /** Of a plan that is run again: this program cuts forwards otherwise. */
  readonly otherCut: boolean
  /** Answers that were there before, of an evaluation that broke off. */
  readonly takenUp: number
  /** What is to be said of its primary figure. */
  readonly note: string | null
}

/** Figures, report and files of runs that are done. */
export async function outcome({ plan, runs, intake, reference, otherCut, takenUp, note }: OutcomeOf, { language, texts }: Options): Promise<Evaluation> {
  window.report?.('Measuring')
  const content = await contentOf(plan.id, siteServices.siteUrl)
  const measured: MeasuredRun[] = []
  for (const run of runs) measured.push(await measure(plan, run))
  const failed = measured.reduce((sum, { figures }) => sum + figures.failed, 0)
  window.report?.('Writing the report')
  const { html, flips, tables } = await makeReport(siteServices, plan, { texts, program: `Xianwai ${version}`, language, ...(reference && { reference }) })
  const answers = new Map(runs.flatMap((run) => {
    const found = answersOnRecord(plan, run, content.predictions.get(run.id) ?? [], content.priors.get(run.id))
    return found ? [[run.id, found] as const] : []
  }))
  return {
    summary: [
      ...(intake ? [countsLine(intake, plan, failed), columnsLine(intake)] : [`${plan.sampleIds.length} samples of the plan's file, ${failed} failed.`]),
      ...(takenUp > 0 ? [`${takenUp} answers were there already, of an evaluation that broke off.`] : []),
      ...(plan.dataset.demonstration ? ['This data is for demonstration: its figures say nothing about a model.'] : []),
      ...(otherCut ? ['This version of the program cuts forwards otherwise than the plan says: answers may flip for that alone.'] : []),
      ...(plan.reading.prior === 'batch' ? ['Transductive: the prior subtracted is the mean over these very records, so each answer depends on the others.'] : []),
      ...fewerShots(plan),
      ...(note === null ? [] : [note]),
      ...(reference ? [flipsLine(flips)] : []),
    ].join('\n'),
    table: metricsTable(plan, measured),
    files: [
      { name: 'report.html', text: html },
      { name: 'plan.json', text: writePlanFile(plan, runs, answers) },
      { name: 'run.xianwai.json', text: writeRunFile(content, { text: texts }) },
      ...resultFiles(content),
      { name: 'metrics.json', text: metricsFile(plan, measured) },
      ...tables.flatMap(({ name, table }): TextFile[] => [
        { name: `tables/${name}.csv`, text: csvText(table) },
        { name: `tables/${name}.md`, text: markdownText(table) },
        { name: `tables/${name}.tex`, text: latexText(table, `tab:${name}`) },
      ]),
      ...(reference ? [flipsFile(plan, runs, flips)] : []),
    ],
    failed,
  }
}

/** Methods whose draw asked for more examples than there were. */
function fewerShots({ scheme, methods }: Plan): readonly string[] {
  return methods.flatMap(({ id, shots: set }) => {
    const wanted = set ? wantedShots(scheme, set.draw) : 0
    return set && set.shots.length < wanted ? [`${id} shows ${set.shots.length} of the ${wanted} examples asked for: no more stand apart from the test and from each other.`] : []
  })
}

function countsLine({ dataset }: Intake, plan: Plan, failed: number): string {
  return `${dataset.name}: ${dataset.rows} rows = ${dataset.samples} samples + ${dataset.problems} problems; ${plan.sampleIds.length} asked, ${failed} failed.`
}

function flipsLine(flips: readonly RunFlips[]): string {
  if (flips.length === 0) return 'The plan\'s file has no answers on record: nothing to compare with.'
  const compared = flips.flatMap(({ fields }) => fields).reduce((sum, field) => sum + field.compared, 0)
  const flipped = flips.flatMap(({ fields }) => fields).reduce((sum, field) => sum + field.flips.length, 0)
  const unanswered = flips.flatMap(({ fields }) => fields).reduce((sum, field) => sum + field.unanswered.waiting + field.unanswered.failed, 0)
  const apart = unanswered === 0 ? '' : ` ${unanswered} on record have no answer now and are in neither number.`
  return `Beside the plan's file: ${flipped} of ${compared} answers flipped${flipped === 0 ? '' : ` (${((100 * flipped) / compared).toFixed(2)} %; which ones: flips.csv)`}.${apart}`
}

function flipsFile({ scheme }: Plan, runs: readonly Run[], flips: readonly RunFlips[]): TextFile {
  const named = (field: FieldId, answer: number | string | null): string | null => (typeof answer === 'number' ? (scheme.fields.find(({ id }) => id === field)?.labels[answer]?.id ?? null) : answer)
  const table: Table = {
    caption: '',
    columns: ['model', 'method', 'field', 'sample_id', 'was', 'is'].map((header) => ({ header })),
    rows: flips.flatMap(({ run: id, fields }) => {
      const run = runs.find((each) => each.id === id)
      return fields.flatMap(({ field, flips: own }) => own.map(({ sampleId, was, is }) => [run?.model.ref.id ?? null, run?.method.id ?? null, field, sampleId, named(field, was), named(field, is)]))
    }),
  }
  return { name: 'flips.csv', text: csvText(table) }
}

async function measure(plan: Plan, run: Run): Promise<MeasuredRun> {
  const client = metricsClient(siteServices.startMetrics)
  const key: RunKey = { plan: plan.id, run: run.id, reading: plan.reading, version: 'finished' }
  const everything = { field: plan.primaryMetric.field }
  await client.figures.open(key)
  const figures = await client.figures.figures(key, everything)
  const intervals = new Map<FieldId, FieldIntervals>()
  for (const { field, all } of figures.fields) {
    if (all.records === 0) continue
    intervals.set(field, await client.intervals(key, everything, field, new AbortController().signal))
  }
  return { run, figures, intervals }
}
