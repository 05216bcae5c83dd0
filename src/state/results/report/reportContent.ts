import type { Dataset, Sample } from '../../../domain/dataset.ts'
import { schemeOf } from '../../../domain/method.ts'
import type { Plan, Run } from '../../../domain/plan.ts'
import type { Reading } from '../../../domain/prediction.ts'
import type { OtherReading, ReportContent, ReportData, ReportField, ReportLook, ReportRun, ReportSample } from '../../../export/report/reportContent.ts'
import type { RunFlips } from '../../../export/report/flips.ts'
import type { Counted } from '../../../metrics/figures.ts'
import { batchArrays } from '../batchIntervals.ts'
import { reliabilityWithBand } from '../fieldCalibration.ts'
import { fieldIntervals } from '../fieldIntervals.ts'
import type { LabelArrays, RunSource } from '../metricsService.ts'
import { type OpenedRun, OpenedRuns } from '../openedRuns.ts'
import { columnOfField, type FieldColumn, isAnswered, type RunColumns } from '../runColumns.ts'
import { confidences, labelArrays, runFigures } from '../runFigures.ts'
import { type Reference, runFlips } from './flips.ts'

/** What a report is to hold beside the plan's own results. */
export interface ReportWish {
  /** The samples' texts and what was answered to each. Data may be private: off unless the user asks. */
  readonly texts: boolean
  /** Name and version of the program. */
  readonly program: string
  readonly madeAt: number
  /** The plan's dataset where it is here itself. */
  readonly dataset: Dataset | null
  /** The log of looks at the dataset's test results. */
  readonly looks?: readonly ReportLook[]
  /** Absolute URL of the folder the site lies in: its models' lists of what they were trained on are read from there. */
  readonly siteUrl: string
  /** Another dataset, for baselines and lookups to be fitted on; they are cross-fitted where none is named. */
  readonly dev?: string
  /** What was answered before, where the plan is run again. */
  readonly reference?: Reference
}

/** A run as the evidence is computed from it. */
export interface ReadRun {
  readonly run: Run
  readonly opened: OpenedRun
}

/**
 * Everything a report says of a plan, by the very functions behind the screens, over all of its samples.
 * @throws where there is no such plan.
 */
export async function reportContent(source: RunSource, planId: string, wish: ReportWish): Promise<ReportContent> {
  const planned = await source.readPlan(planId)
  if (!planned) throw new Error(`no plan ${planId}`)
  const { plan, runs } = planned
  const opening = new OpenedRuns(source)
  const read: ReadRun[] = []
  for (const run of runs) read.push({ run, opened: await openedBy(opening, plan, run, plan.reading) })
  const samples = (await read[0]?.opened.samples()) ?? []
  return {
    plan,
    madeAt: wish.madeAt,
    program: wish.program,
    data: dataOf(plan, samples, wish),
    runs: read.map(reportRun),
    otherReadings: await otherReadings(opening, plan, read),
    ...(wish.reference && { flips: flipsOf(plan, read, wish.reference) }),
    texts: wish.texts ? textsOf(read, samples) : null,
    ...(wish.texts && { examples: await examplesOf(source, plan) }),
  }
}

function openedBy(opening: OpenedRuns, plan: Plan, run: Run, reading: Reading): Promise<OpenedRun> {
  return opening.opened({ plan: plan.id, run: run.id, reading, version: 'report' })
}

function reportRun({ run, opened: { columns, readable } }: ReadRun): ReportRun {
  const figures = runFigures(columns, everySample(columns))
  return {
    run, readable, ...figures,
    milliseconds: columns.milliseconds,
    tokens: columns.tokens,
    fields: figures.fields.map((field): ReportField => {
      const column = columnOfField(columns, field.field)
      const measured = { ...confidences(column, everySample(columns), columns.groups), transductive: columns.batch !== undefined }
      return { ...field, intervals: { ...fieldIntervals(arraysOf(columns, column)), ...reliabilityWithBand(measured) } }
    }),
  }
}

function everySample({ ids }: RunColumns): Int32Array {
  return Int32Array.from(ids, (_, at) => at)
}

/** One field's answered records in parallel, as every interval is computed from. */
function arraysOf(columns: RunColumns, column: FieldColumn): LabelArrays {
  const asked = everySample(columns).filter((at) => isAnswered(column.status[at]!))
  const { groups } = columns
  return {
    labels: column.field.labels.length,
    ...labelArrays(column, asked),
    groups: groups && Int32Array.from(asked, (at) => groups[at]!),
    ...batchArrays(columns, column, asked),
  }
}

/** The primary field under the readings that cost nothing and are not the plan's: what can be read so, and no other. */
async function otherReadings(opening: OpenedRuns, plan: Plan, read: readonly ReadRun[]): Promise<readonly OtherReading[]> {
  const priors: readonly Reading['prior'][] = ['none', 'contentFree']
  const rules: readonly Reading['rule'][] = ['joint', 'path']
  const others = priors.flatMap((prior) => rules.map((rule): Reading => ({ prior, rule, ...(plan.reading.later && { later: plan.reading.later }), parser: plan.reading.parser }))).filter(({ prior, rule }) => prior !== plan.reading.prior || rule !== plan.reading.rule)
  const found: OtherReading[] = []
  for (const reading of others) {
    const runs: OtherReading['runs'][number][] = []
    for (const { run, opened: own } of read) {
      if (reading.prior !== 'none' && !own.hasPriors) continue
      if (reading.rule !== plan.reading.rule && !hasMatrix(plan, run)) continue
      const { columns, readable } = await openedBy(opening, plan, run, reading)
      const figures = readable ? runFigures(columns, everySample(columns)).fields.find(({ field }) => field === plan.primaryMetric.field) : undefined
      if (!figures) continue
      runs.push({ run: run.id, records: figures.all.records, all: figures.all, intervals: fieldIntervals(arraysOf(columns, columnOfField(columns, figures.field))) })
    }
    if (runs.length > 0) found.push({ reading, runs })
  }
  return found
}

/** The decision rules differ only where two fields are chosen together. */
function hasMatrix({ scheme }: Plan, { method }: Run): boolean {
  const own = schemeOf(scheme, method)
  return method.asking === 'guided' && own.fields.some((field) => field.kind === 'derived' && field.from.every((part) => method.steps.some((step) => step.kind === 'choose' && step.field === part)))
}

function dataOf({ scheme }: Plan, samples: readonly Sample[], { dataset, looks = [] }: ReportWish): ReportData {
  const named = samples.filter(({ group }) => group !== null)
  return {
    samples: samples.length,
    looks,
    dataset: dataset?.standIn ? null : dataset,
    scenes: counted(samples.map(({ scene }) => scene)),
    tiers: counted(samples.map(({ tier }) => tier)),
    groups: named.length > 0 ? { count: new Set(named.map(({ group }) => group)).size, samples: named.length } : null,
    gold: scheme.fields.map(({ id, labels }) => {
      const said = samples.map(({ gold }) => gold[id])
      const counts = labels.map((label) => said.filter((one) => one?.kind === 'label' && one.label === label.id).length)
      const none = said.filter((one) => one === undefined).length
      return { field: id, labels: counts, none, outside: samples.length - none - counts.reduce((sum, count) => sum + count, 0) }
    }),
  }
}

function flipsOf(plan: Plan, read: readonly ReadRun[], reference: Reference): readonly RunFlips[] {
  return read.flatMap(({ run, opened }) => (opened.readable ? (runFlips(plan, run, [...opened.predictions.values()], opened.read, reference, groupsById(opened.columns), opened.columns.batch !== undefined) ?? []) : []))
}

/** Undefined where no sample names a group. */
function groupsById({ ids, groups }: RunColumns): ReadonlyMap<string, number> | undefined {
  return groups ? new Map(ids.map((id, at) => [id, groups[at]!])) : undefined
}

/** The commonest first. */
function counted(values: readonly (string | null)[]): readonly Counted[] {
  const counts = new Map<string, number>()
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].map(([value, count]) => ({ value, count })).sort((one, other) => other.count - one.count)
}

function textsOf(read: readonly ReadRun[], samples: readonly Sample[]): readonly ReportSample[] {
  return samples.filter(({ text }) => text !== '').map((sample) => ({
    sample,
    predictions: Object.fromEntries(read.flatMap(({ run, opened }) => {
      const prediction = opened.readable ? opened.predictions.get(sample.id) : undefined
      return prediction ? [[run.id, { prediction, answers: opened.read(prediction) }]] : []
    })),
  }))
}

/** The examples that the plan's methods show, by hash, with their texts: of data that is here. */
async function examplesOf(source: RunSource, { methods }: Plan): Promise<ReadonlyMap<string, Sample>> {
  const sets = methods.flatMap(({ shots }) => (shots ? [shots] : []))
  const shown = new Set(sets.flatMap(({ shots }) => shots.map(({ hash }) => hash)))
  const found = new Map<string, Sample>()
  for (const dataset of new Map(sets.map((set) => [set.dataset.hash, set.dataset])).values()) {
    for (const sample of await source.readSamples(dataset)) if (shown.has(sample.hash) && sample.text !== '') found.set(sample.hash, sample)
  }
  return found
}
