import type { Bilingual } from '../domain/scheme.ts'
import { cellsOf, columnsFor, type Confusion, type LabelIndices, type Statistic, withMargins } from './confusion.ts'
import { basicInterval, type BootstrapOptions, type BootstrapSettings, bootstrapSettings, type Interval } from './intervals.ts'
import { ruleText } from './gainsRule.ts'
import { JointTables, type Placing } from './jointTables.ts'
import { checkStrata, type Standard, standardise } from './standard.ts'

/** One run's answers to one task. */
export interface GainsRun {
  readonly model: string
  readonly method: string
  /** One for each record of the question, in its order. */
  readonly predicted: LabelIndices
  /** The same model and method on the dev set: what the rule `dev` chooses by. */
  readonly dev?: Confusion | undefined
}

/** A task (a field that is asked for) and the runs that answered it. All tasks share the order of records. */
export interface GainsTask {
  readonly task: string
  readonly labels: number
  readonly gold: LabelIndices
  readonly runs: readonly GainsRun[]
}

/**
 * What a gain is measured from, for each model, task and metric.
 *
 * named: one method, said beforehand. strongest: the candidate with the highest figure on these very records, then held
 * fixed (its luck counts against the method, and the interval leaves the choice out). dev: the candidate with the
 * highest figure on dev. rechosen: the strongest again in every resample, so that the interval holds the choice too.
 * The first candidate wins a tie.
 */
export type BaselineRule =
  | { readonly kind: 'named'; readonly method: string }
  | { readonly kind: 'strongest' | 'dev' | 'rechosen'; readonly among: readonly string[] }

/** How one number is made of many models' gains. */
export interface AggregationRule {
  /** The models that enter, all of them or no headline. */
  readonly models: readonly string[]
  readonly mean: 'mean' | 'median'
  /** points: figure - baseline, 0.05 is five points. percent: figure / baseline - 1, 0.05 is five per cent. */
  readonly unit: 'points' | 'percent'
}

export interface GainsQuestion<Metric extends string> {
  readonly tasks: readonly GainsTask[]
  /** The method whose gain is asked for. */
  readonly method: string
  readonly baseline: BaselineRule
  readonly metrics: Readonly<Record<Metric, Statistic>>
  readonly aggregation: AggregationRule
  readonly standard?: Standard | undefined
  /** Takes part where it says so, by record: for gains within a tier or a stance. */
  readonly only?: ((record: number) => boolean) | undefined
}

/** One model's gain on one task by one metric. */
export interface Gain<Metric extends string> {
  readonly task: string
  readonly metric: Metric
  readonly model: string
  /** The method it is measured from; undefined where the model has no candidate's run (or, by `dev`, no dev figure). */
  readonly baseline: string | undefined
  readonly score: number | undefined
  readonly baselineScore: number | undefined
  /** In the rule's unit; undefined where a figure is, or in per cent where the baseline's figure is 0. */
  readonly gain: number | undefined
  readonly interval: Interval | undefined
  /** Records that both figures rest on. */
  readonly records: number
}

/** A number over models, never without the rule that made it. */
export interface Headline<Metric extends string> {
  readonly task: string
  readonly metric: Metric
  /** Undefined where one of the rule's models has no gain. */
  readonly gain: number | undefined
  readonly interval: Interval | undefined
  /** How many of the models gain, stay exactly the same, lose. */
  readonly signs: { readonly up: number; readonly same: number; readonly down: number }
  readonly rule: Bilingual
  readonly aggregation: AggregationRule
}

export interface Gains<Metric extends string> {
  readonly rows: readonly Gain<Metric>[]
  readonly headlines: readonly Headline<Metric>[]
  /** The rule in words: which models, which mean, which unit, which baseline, which mix. */
  readonly rule: Bilingual
}

/**
 * The gains table: by how much a method is better than its baseline, per task, metric and model, and over the models.
 *
 * Records (or groups) are drawn once in each resample for all models, methods and tasks together, so the intervals of
 * means hold the models' common luck. Intervals are basic bootstrap intervals (`basicInterval`: formula, undefined cases).
 * Standardised figures weight a record by mix(stratum) / share(stratum), the share being taken anew in each resample;
 * they are undefined where a stratum of the mix has no record.
 * Coverage at level .95, simulated (250 records, two models, 700 data sets): rows and headlines .94 to .95 over a named or
 * a rechosen baseline, and .935 to .95 over the strongest of two equal candidates.
 * @throws on runs that do not fit their task, or fewer than 2,000 resamples.
 */
export function gains<Metric extends string>(question: GainsQuestion<Metric>, options: BootstrapOptions): Gains<Metric> {
  const { aggregation, method, tasks } = question
  const settings = bootstrapSettings(options, aggregation.unit === 'points' ? [-1, 1] : [-1, Infinity])
  const prepared = tasks.map((task) => prepare(question, task))
  const names = Object.keys(question.metrics) as Metric[]
  const models = [...new Set(tasks.flatMap((task) => task.runs.filter((run) => run.method === method).map((run) => run.model)))]
  const lines = prepared.flatMap((task) =>
    names.flatMap((metric) => models.map((model) => lineOf(question, task, metric, model))),
  )
  const answers = prepared.flatMap((task) => [...new Set(task.runs.map((run) => run.answers))])
  const joint = new JointTables(answers.map(({ placing }) => placing), settings.groups)
  fillTables(answers, joint.whole(), question.standard)
  for (const line of lines) line.choose()
  const rows = lines.map((line) => line.row())
  const sizes = prepared.map((task) => task.included.reduce((sum, record) => sum + record, 0))

  const replicates = lines.map(() => new Float64Array(settings.resamples).fill(NaN))
  if (joint.units > 1) {
    joint.resample(settings.random, settings.resamples, (drawn, at) => {
      fillTables(answers, drawn, question.standard)
      lines.forEach((line, row) => {
        if (question.baseline.kind === 'rechosen') line.choose()
        replicates[row]![at] = line.gain() ?? NaN
      })
    })
  }

  const rule = ruleText(question)
  return {
    rows: rows.map((row, at) => ({
      ...row,
      interval: basicInterval(row.gain, replicates[at]!, joint.units, settings),
      records: sizes[prepared.findIndex(({ task }) => task.task === row.task)]!,
    })),
    headlines: prepared.flatMap(({ task }) =>
      names.map((metric) => headlineOf(task.task, metric, aggregation, rows, replicates, joint.units, settings, rule)),
    ),
    rule,
  }
}

interface PreparedRun {
  readonly run: GainsRun
  readonly answers: Answers
}

/** What is drawn of a run; runs with the very same answers share it. */
interface Answers {
  /** Where a record counts among the table's cells; where figures are standardised, in its stratum's cells. */
  readonly placing: Placing
  readonly counts: Float64Array
  /** The counts as a table, made anew whenever they change. */
  table: Confusion
}

interface PreparedTask {
  readonly task: GainsTask
  /** 1 for the records that take part in this task. */
  readonly included: Uint8Array
  readonly runs: readonly PreparedRun[]
}

function prepare<Metric extends string>(question: GainsQuestion<Metric>, task: GainsTask): PreparedTask {
  const { labels, gold } = task
  const { baseline, only, standard } = question
  const asked = [question.method, ...(baseline.kind === 'named' ? [baseline.method] : baseline.among)]
  if (standard) checkStrata(standard, gold.length)
  const included = Uint8Array.from(gold, (label, record) =>
    label >= 0 && (!only || only(record)) && (!standard || standard.strata[record]! >= 0) ? 1 : 0,
  )
  const size = labels * columnsFor(labels)
  const known = new Map<LabelIndices, Answers>()
  const answersOf = (predicted: LabelIndices): Answers => {
    const cells = cellsOf(labels, gold, predicted)
    const counts = new Float64Array(size)
    return {
      placing: {
        cells: cells.map((cell, record) => (included[record] === 0 ? -1 : standard ? standard.strata[record]! * size + cell : cell)),
        size: standard ? standard.mix.length * size : size,
      },
      counts,
      table: { labels, counts, leftOut: 0 },
    }
  }
  return {
    task,
    included,
    runs: task.runs.filter(({ method }) => asked.includes(method)).map((run) => {
      const answers = known.get(run.predicted) ?? answersOf(run.predicted)
      known.set(run.predicted, answers)
      return { run, answers }
    }),
  }
}

/** Fills the tables from what was drawn of their placings. */
function fillTables(answers: readonly Answers[], drawn: readonly Float64Array[], standard: Standard | undefined): void {
  answers.forEach((run, at) => {
    if (standard) standardise(run.counts, drawn[at]!, standard)
    else run.counts.set(drawn[at]!)
    run.table = withMargins({ labels: run.table.labels, counts: run.counts, leftOut: 0 })
  })
}

/** One row of the table, to be computed again and again over changing tables. */
interface Line<Metric extends string> {
  /** Chooses the baseline by what the tables hold now. */
  choose(): void
  gain(): number | undefined
  row(): Omit<Gain<Metric>, 'interval' | 'records'>
}

function lineOf<Metric extends string>(
  question: GainsQuestion<Metric>,
  { task, runs }: PreparedTask,
  metric: Metric,
  model: string,
): Line<Metric> {
  const statistic = question.metrics[metric]
  const { baseline: rule } = question
  const run = runs.find((candidate) => candidate.run.model === model && candidate.run.method === question.method)
  const candidates = (rule.kind === 'named' ? [rule.method] : rule.among)
    .map((method) => runs.find((candidate) => candidate.run.model === model && candidate.run.method === method))
    .filter((candidate) => candidate !== undefined)
  const figure = (candidate: PreparedRun) => {
    if (rule.kind !== 'dev') return statistic(candidate.answers.table)
    return candidate.run.dev && statistic(candidate.run.dev)
  }
  let chosen: PreparedRun | undefined
  const scores = () => [run && statistic(run.answers.table), chosen && statistic(chosen.answers.table)] as const
  const gain = () => gainOf(question.aggregation.unit, ...scores())
  return {
    choose() {
      if (rule.kind === 'named') chosen = candidates[0]
      else chosen = strongest(candidates, figure)
    },
    gain,
    row() {
      const [score, baselineScore] = scores()
      return { task: task.task, metric, model, baseline: chosen?.run.method, score, baselineScore, gain: gain() }
    },
  }
}

function strongest(candidates: readonly PreparedRun[], figure: (run: PreparedRun) => number | undefined): PreparedRun | undefined {
  let best: PreparedRun | undefined
  let highest = -Infinity
  for (const candidate of candidates) {
    const score = figure(candidate) ?? -Infinity
    if (score > highest) {
      best = candidate
      highest = score
    }
  }
  return best
}

function gainOf(unit: AggregationRule['unit'], score: number | undefined, baseline: number | undefined): number | undefined {
  if (score === undefined || baseline === undefined) return undefined
  if (unit === 'points') return score - baseline
  return baseline === 0 ? undefined : score / baseline - 1
}

function headlineOf<Metric extends string>(
  task: string,
  metric: Metric,
  aggregation: AggregationRule,
  rows: readonly Omit<Gain<Metric>, 'interval' | 'records'>[],
  replicates: readonly Float64Array[],
  units: number,
  settings: BootstrapSettings,
  rule: Bilingual,
): Headline<Metric> {
  const members = aggregation.models.map((model) =>
    rows.findIndex((row) => row.task === task && row.metric === metric && row.model === model),
  )
  const values = members.map((row) => rows[row]?.gain)
  const known = values.filter((value) => value !== undefined)
  const complete = known.length === values.length && values.length > 0
  const gain = complete ? average(known, aggregation.mean) : undefined
  const means = new Float64Array(settings.resamples)
  if (complete) {
    for (let at = 0; at < means.length; at++) means[at] = average(members.map((row) => replicates[row]![at]!), aggregation.mean)
  }
  return {
    task,
    metric,
    gain,
    interval: basicInterval(gain, means, units, settings),
    signs: {
      up: known.filter((value) => value > 0).length,
      same: known.filter((value) => value === 0).length,
      down: known.filter((value) => value < 0).length,
    },
    rule,
    aggregation,
  }
}

/** NaN where one value is. */
function average(values: readonly number[], mean: AggregationRule['mean']): number {
  if (mean === 'mean' || values.some(Number.isNaN)) return values.reduce((sum, value) => sum + value, 0) / values.length
  const sorted = [...values].sort((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
